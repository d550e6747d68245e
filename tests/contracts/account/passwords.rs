//! `AccountStore`: new passwords of signed-in users.

use std::sync::Arc;

use forum_domain::accounts::{Account, PasswordChange, Role, Session};
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::Step;
use forum_tests::builders::{NOON, audit, mail, session};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};

crate::on_postgresql!(
    a_notice_that_cannot_be_queued_keeps_the_old_password,
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

/// The notice is written after the password.
async fn a_notice_that_cannot_be_queued_keeps_the_old_password(stores: &Stores) {
    let ana = stores.user("ana@example.org", &[Role::Member]).await;
    let (kept, other) = (opened(stores, ana).await, opened(stores, ana).await);
    let twice = notice();
    for (hash_after, stored) in [("$plain$new", true), ("$plain$newer", false)] {
        let (twice, keep) = (twice.clone(), kept.id);
        let step: Step<Account, PasswordChange> =
            Box::new(move |account| Ok(change(account.user.id, hash_after, keep, twice)));
        assert_eq!(stores.accounts.change_password(ana, step).await.is_ok(), stored);
        assert_eq!(hash(stores, ana).await.as_deref(), Some("$plain$new"));
    }
    assert!(ended(stores, other.id).await.is_some());
    assert_eq!(stores.readback.mails().await.len(), 1);
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "user.password_changed"]);
}

/// Otherwise an attacker who knows the old password could undo the owner's change.
async fn a_second_password_change_sees_what_the_first_stored(stores: &Stores) {
    let ana = stores.user("ana@example.org", &[Role::Member]).await;
    let (meeting, hashes) = (Rendezvous::default(), Recorder::default());
    let results = concurrently(["$plain$one", "$plain$two"].map(|new| {
        let (accounts, recorder) = (Arc::clone(&stores.accounts), hashes.clone());
        let step: Step<Account, PasswordChange> = Box::new(move |account| {
            recorder.record(account.password_hash.clone());
            Ok(change(account.user.id, new, Uuid::nil(), notice()))
        });
        let step = meeting.before(step);
        async move { accounts.change_password(ana, step).await }
    }))
    .await;
    assert_eq!(results, [Ok(()), Ok(())]);
    let hashes = hashes.take();
    assert_ne!(hashes[0], hashes[1]);
}
