//! `IdentityStore`: each identity has one owner, and each flow finishes once.

use forum_domain::accounts::{FlowState, Identity, ProvenIdentity, SecurityChange, SignInFlow};
use forum_domain::shared::{Code, Refusal};
use forum_tests::builders::{NOON, id};
use forum_tests::stores::Stores;

use crate::concurrently;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_identity_linked_concurrently_gets_one_owner() {
    let stores = &Stores::fresh().await;
    let mut linking = Vec::new();
    for at in 0..20 {
        let user_id = stores.user(&format!("p{at}@example.org"), &[]).await;
        let (provider, subject) = ("school".to_owned(), "1".to_owned());
        let identity = Identity { id: id(), user_id, provider, subject, email: None, linked_at: NOON };
        let change = SecurityChange { link: Some(identity), ..SecurityChange::default() };
        let stores = stores.clone();
        linking.push(async move { stores.change_security(user_id, change).await });
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

/// One of each kind.
fn states() -> [FlowState; 5] {
    let (provider, code_challenge) = ("school".to_owned(), "challenge".to_owned());
    let identity = ProvenIdentity {
        subject: "1".to_owned(),
        email: Some("ana@school.example".to_owned()),
        first_name: Some("Ana \"A\"".to_owned()),
        last_name: None,
    };
    [
        FlowState::Passkey(r#"{"b": 1, "a": [ ]}"#.to_owned()),
        FlowState::IdToken,
        FlowState::Authorization { provider: provider.clone(), code_challenge: code_challenge.clone() },
        FlowState::AuthCode { provider, code_challenge, identity },
        FlowState::Wallet,
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_sign_in_flow_finishes_once_under_concurrency() {
    let stores = &Stores::fresh().await;
    for state in states() {
        let (kind, begun) = (state.kind(), SignInFlow { id: id(), state, created_at: NOON });
        stores.identities.begin_flow(&begun).await.expect("a stored row");
        let finishing = (0..20).map(|_| {
            let (flows, id) = (stores.identities.clone(), begun.id);
            async move { flows.finish_flow(id, kind, NOON).await }
        });
        let finished: Vec<_> = concurrently(finishing).await.into_iter().filter_map(Result::ok).collect();
        assert_eq!(finished, [begun], "one gets it, as it was stored");
    }
}
