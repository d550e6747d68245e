//! The contract of `ProfileStore`.

use std::sync::Arc;

use forum_domain::accounts::{ChangePasswordError, PasswordChange, PasswordStep, Role, Session};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_tests::builders::{NOON, audit, id, mail, session};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};

crate::on_both!(
    a_new_password_ends_every_session_but_one,
    a_notice_that_cannot_be_queued_keeps_the_old_password,
    a_refused_password_leaves_no_trace,
    a_second_password_change_sees_what_the_first_stored,
);

const LATER: OffsetDateTime = NOON.saturating_add(Duration::hours(1));

fn change(user_id: Uuid, hash: &str, keep: Uuid, notice: OutgoingMail) -> PasswordChange {
    let audit = audit("user.password_changed", user_id);
    PasswordChange { password_hash: hash.into(), at: LATER, keep, mail: notice, audit }
}

fn notice() -> OutgoingMail {
    mail(MailKind::PasswordChanged, "ana@example.org", LATER)
}

async fn hash(stores: &Stores, user_id: Uuid) -> Option<String> {
    stores.account(user_id).await.password_hash
}

async fn opened(stores: &Stores, user_id: Uuid) -> Session {
    let session = session(user_id, NOON);
    stores.open(session.clone()).await;
    session
}

async fn ended(stores: &Stores, id: Uuid) -> Option<OffsetDateTime> {
    stores.live_session(id).await.session.revoked_at
}

/// The password, the notice, the audit entry and the ended sessions are stored together.
async fn a_new_password_ends_every_session_but_one(stores: &Stores) {
    let ana = stores.user("ana@example.org", &[Role::Member]).await;
    let bo = stores.user("bo@example.org", &[]).await;
    let (kept, other, strange) =
        (opened(stores, ana).await, opened(stores, ana).await, opened(stores, bo).await);
    let step: PasswordStep = Box::new(move |account| {
        assert_eq!(account.password_hash.as_deref(), Some("$plain$Quiet-River-42"));
        Ok(change(account.user.id, "$plain$new", kept.id, notice()))
    });
    stores.profiles.change_password(ana, step).await.expect("a stored row");
    assert_eq!(hash(stores, ana).await.as_deref(), Some("$plain$new"));
    assert_eq!(hash(stores, bo).await.as_deref(), Some("$plain$Quiet-River-42"));
    assert_eq!(ended(stores, kept.id).await, None);
    assert_eq!(ended(stores, other.id).await, Some(LATER));
    assert_eq!(ended(stores, strange.id).await, None);
    let mails = stores.readback.mails().await;
    assert_eq!(mails.iter().map(|mail| mail.kind).collect::<Vec<_>>(), [MailKind::PasswordChanged]);
    let actions = stores.readback.audit_actions().await;
    assert_eq!(actions, ["user.created", "user.created", "user.password_changed"]);
}

/// The notice is written after the password.
async fn a_notice_that_cannot_be_queued_keeps_the_old_password(stores: &Stores) {
    let ana = stores.user("ana@example.org", &[Role::Member]).await;
    let (kept, other) = (opened(stores, ana).await, opened(stores, ana).await);
    let twice = notice();
    for (hash_after, stored) in [("$plain$new", true), ("$plain$newer", false)] {
        let (twice, keep) = (twice.clone(), kept.id);
        let step: PasswordStep =
            Box::new(move |account| Ok(change(account.user.id, hash_after, keep, twice)));
        assert_eq!(stores.profiles.change_password(ana, step).await.is_ok(), stored);
        assert_eq!(hash(stores, ana).await.as_deref(), Some("$plain$new"));
    }
    assert!(ended(stores, other.id).await.is_some());
    assert_eq!(stores.readback.mails().await.len(), 1);
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "user.password_changed"]);
}

async fn a_refused_password_leaves_no_trace(stores: &Stores) {
    let ana = stores.user("ana@example.org", &[Role::Member]).await;
    let session = opened(stores, ana).await;
    let step: PasswordStep = Box::new(|_| Err(ChangePasswordError::InvalidCredentials));
    let refused = stores.profiles.change_password(ana, step).await;
    assert_eq!(refused, Err(ChangePasswordError::InvalidCredentials));
    assert_eq!(hash(stores, ana).await.as_deref(), Some("$plain$Quiet-River-42"));
    assert_eq!(ended(stores, session.id).await, None);
    assert!(stores.readback.mails().await.is_empty());
    let step: PasswordStep = Box::new(|_| panic!("there is no user"));
    let unknown = stores.profiles.change_password(id(), step).await;
    assert_eq!(unknown, Err(ChangePasswordError::InvalidCredentials));
}

/// Otherwise an attacker who knows the old password could undo the owner's change.
async fn a_second_password_change_sees_what_the_first_stored(stores: &Stores) {
    let ana = stores.user("ana@example.org", &[Role::Member]).await;
    let (meeting, hashes) = (Rendezvous::default(), Recorder::default());
    let results = concurrently(["$plain$one", "$plain$two"].map(|new| {
        let (profiles, recorder) = (Arc::clone(&stores.profiles), hashes.clone());
        let step: PasswordStep = Box::new(move |account| {
            recorder.record(account.password_hash.clone());
            Ok(change(account.user.id, new, Uuid::nil(), notice()))
        });
        let step = meeting.before(step);
        async move { profiles.change_password(ana, step).await }
    }))
    .await;
    assert_eq!(results, [Ok(()), Ok(())]);
    let hashes = hashes.take();
    assert_ne!(hashes[0], hashes[1]);
}
