//! The contract of `IdentityStore`.

use forum_domain::accounts::{
    Identity, NewIdentityError, NewUser, Role, SecurityChange, SecurityError, SecurityRefused,
};
use forum_domain::mail::MailKind;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account_security::links;
use super::registrations::register;
use crate::builders::{NOON, address, audit, id, mail, new_user, registration};
use crate::contract::{Stores, concurrently};

const ANA: &str = "ana@example.org";

fn identity(user_id: Uuid, subject: &str, linked_at: OffsetDateTime) -> Identity {
    let email = Some("ana@school.example".to_owned());
    Identity { id: id(), user_id, provider: "school".into(), subject: subject.into(), email, linked_at }
}

fn link(identity: &Identity) -> SecurityChange {
    SecurityChange { link: Some(identity.clone()), ..SecurityChange::default() }
}

pub(crate) async fn linked(stores: &Stores, user_id: Uuid, subject: &str) {
    links(stores, identity(user_id, subject, NOON)).await.expect("a linked identity");
}

/// A user to create without a password.
fn newcomer(email: &str) -> NewUser {
    NewUser { password_hash: None, ..new_user(email, &[Role::Applicant]) }
}

pub async fn a_user_is_created_with_an_identity_and_found_by_it(stores: &Stores) {
    register(stores, registration(ANA, "Eve", NOON)).await;
    let ana = newcomer(ANA);
    let own = identity(ana.id, "1", NOON);
    assert_eq!(stores.identities.create_user(ana.clone(), own.clone()).await, Ok(()));
    let found = stores.identities.owner("school", "1").await.expect("a result").expect("an owner");
    assert_eq!((found.id, found.email.as_str()), (ana.id, ANA));
    assert!(found.roles.has(Role::Applicant));
    assert_eq!(stores.identities.of_user(ana.id).await, Ok(vec![own]));
    let account = stores.profiles.account(ana.id).await.expect("a result").expect("a stored row");
    assert_eq!(account.password_hash, None);
    assert_eq!(stores.readback.registrations().await, 0, "no other registration for the address");
    for (provider, subject) in [("school", "2"), ("other", "1")] {
        assert_eq!(stores.identities.owner(provider, subject).await, Ok(None));
    }
    assert_eq!(stores.identities.of_user(id()).await, Ok(vec![]));
}

pub async fn a_taken_address_or_identity_creates_no_user(stores: &Stores) {
    let ana = stores.user(ANA, &[]).await;
    stores.change_security(ana, link(&identity(ana, "1", NOON))).await.expect("a linked identity");
    let twin = newcomer("ANA@example.org");
    let new = identity(twin.id, "2", NOON);
    assert_eq!(stores.identities.create_user(twin, new).await, Err(NewIdentityError::AddressTaken));
    let bo = newcomer("bo@example.org");
    let known = identity(bo.id, "1", NOON);
    assert_eq!(stores.identities.create_user(bo, known).await, Err(NewIdentityError::IdentityTaken));
    assert_eq!(stores.identities.owner("school", "2").await, Ok(None));
    let bo = address("bo@example.org");
    assert_eq!(stores.accounts.find_by_email(&bo).await, Ok(None));
}

pub async fn an_identity_is_linked_and_unlinked_with_its_notice(stores: &Stores) {
    let ana = stores.user(ANA, &[]).await;
    let [old, new] = [NOON - Duration::DAY, NOON].map(|at| identity(ana, &at.to_string(), at));
    for own in [&new, &old] {
        let with_notice = SecurityChange {
            mails: vec![mail(MailKind::IdentitiesChanged, ANA, NOON)],
            audit: Some(audit("identity.linked", ana)),
            ..link(own)
        };
        stores.change_security(ana, with_notice).await.expect("a linked identity");
    }
    assert_eq!(stores.identities.of_user(ana).await, Ok(vec![old.clone(), new.clone()]));
    assert_eq!(stores.readback.mails().await.len(), 1, "one notice for both");
    let log = stores.readback.audit_actions().await;
    assert_eq!(log.iter().filter(|action| *action == "identity.linked").count(), 2);
    stores
        .change_security(ana, SecurityChange { unlink: vec![old.id], ..SecurityChange::default() })
        .await
        .expect("an unlinked identity");
    assert_eq!(stores.identities.of_user(ana).await, Ok(vec![new]));
    assert_eq!(stores.identities.owner("school", &old.subject).await, Ok(None));
}

pub async fn an_identity_belongs_to_one_account(stores: &Stores) {
    let [ana, bo] = stores.ana_and_bo(&[]).await;
    stores.change_security(ana, link(&identity(ana, "1", NOON))).await.expect("a linked identity");
    let with_notice = SecurityChange {
        mails: vec![mail(MailKind::IdentitiesChanged, "bo@example.org", NOON)],
        ..link(&identity(bo, "1", NOON))
    };
    assert_eq!(stores.change_security(bo, with_notice).await, Err(SecurityRefused::IdentityTaken.into()));
    assert_eq!(stores.identities.of_user(bo).await, Ok(vec![]));
    assert_eq!(stores.readback.mails().await.len(), 0);
}

pub async fn another_users_identity_cannot_be_unlinked(stores: &Stores) {
    let [ana, bo] = stores.ana_and_bo(&[]).await;
    let own = identity(ana, "1", NOON);
    stores.change_security(ana, link(&own)).await.expect("a linked identity");
    let unlink = SecurityChange { unlink: vec![own.id], ..SecurityChange::default() };
    stores.change_security(bo, unlink).await.expect("a call without effect");
    assert_eq!(stores.identities.of_user(ana).await, Ok(vec![own]));
    let refused = stores.change_security(id(), SecurityChange::default()).await;
    assert_eq!(refused, Err(SecurityRefused::NotFound.into()));
}

pub async fn an_identity_linked_concurrently_gets_one_owner(stores: &Stores) {
    let mut linking = Vec::new();
    for at in 0..20 {
        let user = stores.user(&format!("p{at}@example.org"), &[]).await;
        let (stores, change) = (stores.clone(), link(&identity(user, "1", NOON)));
        linking.push(async move { stores.change_security(user, change).await });
    }
    let outcomes = concurrently(linking).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    let refused =
        |outcome: &&Result<(), SecurityError>| **outcome == Err(SecurityRefused::IdentityTaken.into());
    assert_eq!(outcomes.iter().filter(refused).count(), 19, "{outcomes:?}");
}
