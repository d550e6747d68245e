//! The contract of `IdentityStore`.

use forum_domain::accounts::{Identity, SecurityChange};
use forum_domain::shared::{Code, Refusal};
use forum_tests::builders::{NOON, id};
use forum_tests::stores::Stores;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::concurrently;

fn identity(user_id: Uuid, subject: &str, linked_at: OffsetDateTime) -> Identity {
    let email = Some("ana@school.example".to_owned());
    Identity { id: id(), user_id, provider: "school".into(), subject: subject.into(), email, linked_at }
}

fn link(identity: &Identity) -> SecurityChange {
    SecurityChange { link: Some(identity.clone()), ..SecurityChange::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_identity_linked_concurrently_gets_one_owner() {
    let stores = &Stores::fresh().await;
    let mut linking = Vec::new();
    for at in 0..20 {
        let user = stores.user(&format!("p{at}@example.org"), &[]).await;
        let (stores, change) = (stores.clone(), link(&identity(user, "1", NOON)));
        linking.push(async move { stores.change_security(user, change).await });
    }
    let outcomes = concurrently(linking).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    let refused = |outcome: &&Result<(), Refusal>| **outcome == Err(Code::IdentityTaken.into());
    assert_eq!(outcomes.iter().filter(refused).count(), 19, "{outcomes:?}");
    for (provider, subject, known) in [("school", "1", true), ("school", "2", false), ("other", "1", false)] {
        let owner = stores.identities.owner(provider, subject).await.expect("a result");
        assert_eq!(owner.is_some(), known, "{provider} {subject}");
    }
}
