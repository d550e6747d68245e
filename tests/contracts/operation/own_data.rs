//! `OwnDataStore`: what a deletion takes along, and the limits of a copy.

use forum_domain::accounts::{Identity, RecoveryCodes, Role, SecurityChange};
use forum_domain::applications::Decision;
use forum_domain::idempotency::{RecordedResponse, RequestRecord};
use forum_tests::builders::{NOON, fields_with, id, session};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use super::requests::fresh_key;
use crate::account::account_security::{challenge, factor, store};
use crate::account::email_changes::{moved, requested};
use crate::application::change_requests::edited;
use crate::application::notes::noted;

/// The tables of which nothing stays.
const TABLES: [&str; 15] = [
    "application_change_requests",
    "application_notes",
    "application_versions",
    "application_viewers",
    "email_changes",
    "factor_challenges",
    "factors",
    "idempotent_requests",
    "identities",
    "one_time_tokens",
    "outbox",
    "profiles",
    "recovery_codes",
    "sessions",
    "user_roles",
];

async fn rows(stores: &Stores) -> Vec<(&'static str, u64)> {
    let mut rows = Vec::new();
    for table in TABLES {
        rows.push((table, stores.readback.count(table).await));
    }
    rows
}

/// An account with a decided and a pending application, both reviewed, and rows of every other kind. Returns the account and
/// its decided application.
async fn lived_in(stores: &Stores, name: &str, admin: Uuid, viewed: Uuid) -> [Uuid; 2] {
    let user_id = stores.applicant(&format!("{name}@example.org")).await;
    let decided = stores.submitted(user_id, NOON - Duration::DAY).await;
    stores.requested(decided.id, admin).await;
    edited(stores, &decided, 1, fields_with(&[("city", "Ocala")])).await;
    stores.decide(decided.id, Decision::Reject, admin, NOON).await;
    let pending = stores.submitted(user_id, NOON).await;
    stores.requested(pending.id, admin).await;
    for application in [decided.id, pending.id] {
        noted(stores, application, admin).await;
    }
    stores.review.announce_viewing(viewed, user_id, NOON).await.expect("an announced viewer");
    for (sender, application_id) in [(user_id, None), (admin, Some(decided.id))] {
        let record = RequestRecord {
            id: fresh_key(),
            user_id: Some(sender),
            application_id,
            fingerprint: [7; 32],
            response: RecordedResponse { status: 201, body: "{}".to_owned() },
            expires_at: NOON + RecordedResponse::LIFETIME,
        };
        stores.requests.store(&record).await.expect("a stored record");
    }
    let identity = Identity {
        id: id(),
        user_id,
        provider: "school".into(),
        subject: name.into(),
        email: None,
        linked_at: NOON,
    };
    let change = SecurityChange {
        put: vec![factor(user_id, NOON)],
        recovery: Some(Some(RecoveryCodes::new(id(), NOON))),
        challenge: Some(challenge(user_id, NOON)),
        link: Some(identity),
        open: Some(session(user_id, NOON)),
        ..SecurityChange::default()
    };
    store(stores, user_id, change).await;
    moved(stores, user_id, &format!("{name}@new.example"), NOON).await;
    requested(stores, user_id, &format!("{name}@other.example"), NOON).await;
    [user_id, decided.id]
}

#[tokio::test]
async fn the_deletion_of_an_account_takes_along_all_that_belongs_to_it_and_nothing_else() {
    let stores = &Stores::fresh().await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    stores.admin().await;
    let cy = stores.applicant("cy@example.org").await;
    let viewed = stores.submitted(cy, NOON).await.id;
    let empty = rows(stores).await;
    let [ana, _] = lived_in(stores, "ana", other, viewed).await;
    let with_one = rows(stores).await;
    for ((table, filled), (_, empty)) in with_one.iter().zip(&empty) {
        assert!(filled > empty, "{table} has no row of the account");
    }
    let [_, of_bo] = lived_in(stores, "bo", other, viewed).await;
    stores.delete_account(ana).await;
    assert_eq!(rows(stores).await, with_one);
    let mails = stores.readback.mails().await;
    assert!(mails.iter().all(|mail| !mail.to.starts_with("ana@")), "{mails:?}");

    // An administrator's requests and notes stay, without the name.
    stores.delete_account(other).await;
    let kept = stores.change_requests.versions(of_bo).await.expect("a result").pop().expect("a version");
    assert_eq!((kept.request.requester, kept.request.request.requested_by), (None, other));
}
