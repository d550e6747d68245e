//! `HousekeepingStore`: expired rows are removed, and rows in use stay.

pub(super) mod rows;

use std::sync::Arc;

use forum_domain::accounts::Factor;
use forum_domain::audit::AuditEvent;
use forum_domain::housekeeping::ExpiringRows;
use forum_domain::mail::{MailKind, MailSort, MailState};
use forum_domain::shared::Page;
use time::Duration;

use crate::account::account_security::{factor, store};
use crate::account::registrations::{register, token_is_live};
use crate::concurrently;

use forum_tests::builders::{NOON, audit, mail, registration};
use forum_tests::stores::Stores;
use rows::{NOW, Row, count, leased, leave, opened, queued_mail, remove, resend};

/// The instant depends on the kind of row.
#[tokio::test]
async fn a_row_is_removed_at_its_time_and_not_before() {
    let stores = &Stores::fresh().await;
    for (hour, row) in (0..).zip(Row::ALL) {
        let (what, at) = (row.what(), NOON + Duration::hours(40 + hour));
        // Removes rows of this kind that the setup of earlier rows has left behind.
        remove(stores, what, at - Duration::seconds(2), 1_000).await;
        let before = count(stores, what).await;
        leave(stores, row, at).await;
        assert_eq!(count(stores, what).await, before + 1, "{row:?}");
        assert_eq!(
            remove(stores, what, at - Duration::seconds(1), 1_000).await,
            0,
            "{row:?} before its time"
        );
        assert_eq!(count(stores, what).await, before + 1, "{row:?} before its time");
        assert_eq!(remove(stores, what, at, 1_000).await, 1, "{row:?} at its time");
        assert_eq!(count(stores, what).await, before, "{row:?} at its time");
        assert_eq!(remove(stores, what, NOW, 1_000).await, before, "{row:?} and rows that end later");
    }
}

/// Rows in use are queued mails, dead letters before their time, live sessions, records and links, and verified
/// factors.
#[tokio::test]
async fn rows_still_in_use_stay_however_old() {
    let stores = &Stores::fresh().await;
    let later = NOW + Duration::seconds(1);
    let dead = queued_mail(stores, "dead@example.org", NOON).await;
    let lease = leased(stores, dead, NOON).await;
    stores.bury_mail(dead, lease, NOON, "no such mailbox").await;
    let waiting = queued_mail(stores, "waits@example.org", NOON).await;
    opened(stores, later).await;
    leave(stores, Row::Request, later).await;
    let token_id = leave(stores, Row::ExpiredToken, later).await;
    let bo = stores.user("bo@example.org", &[]).await;
    store(stores, bo, Factor { verified_at: Some(NOON), ..factor(bo, NOON) }.into()).await;

    for what in ExpiringRows::ALL.into_iter().filter(|what| *what != ExpiringRows::FailedMail) {
        remove(stores, what, NOW, 1_000).await;
    }
    let mails = stores.readback.mails().await;
    assert!([dead, waiting].iter().all(|id| mails.iter().any(|mail| mail.id == *id)), "{mails:?}");
    let state = Some(MailState::Failed);
    let failed = stores.outbox.list(state, MailSort::page(state, Page::default())).await.expect("a list");
    assert_eq!(failed.items.len(), 1);
    assert_eq!(
        (count(stores, ExpiringRows::Sessions).await, count(stores, ExpiringRows::Tokens).await),
        (1, 1)
    );
    assert_eq!(count(stores, ExpiringRows::IdempotentRequests).await, 1);
    assert_eq!(stores.readback.factor_rows().await, 1);
    assert!(token_is_live(stores, token_id, NOW).await);
}

/// A resent mail may point to an old registration, which stays as long as that link works.
#[tokio::test]
async fn a_registration_with_a_live_link_stays_until_the_link_expires() {
    let stores = &Stores::fresh().await;
    let email = "ana@example.org";
    let registration_id = leave(stores, Row::Registration, NOON).await;
    let mail = mail(MailKind::VerifyEmail, email, NOW);
    let end = NOW + Duration::seconds(1);
    let token_id = resend(stores, email, Some(registration_id), mail, end - Duration::hours(24)).await;
    assert_eq!(remove(stores, ExpiringRows::Registrations, NOW, 10).await, 0);
    assert!(token_is_live(stores, token_id, NOW).await);
    let at_the_end = stores.leftovers.remove(ExpiringRows::Registrations, NOW, end, 10).await;
    assert_eq!((at_the_end, stores.readback.registrations().await), (Ok(1), 0));
}

/// Batches are limited so that locks are held only for a short time.
#[tokio::test]
async fn the_oldest_rows_are_removed_first_and_no_more_than_requested() {
    let stores = &Stores::fresh().await;
    let hour = |hours| NOON + Duration::hours(hours);
    for row in [
        Row::Registration,
        Row::SentMail,
        Row::FailedMail,
        Row::ExpiredSession,
        Row::Request,
        Row::ExpiredToken,
        Row::ExpiredChange,
        Row::Draft,
        Row::FullBucket,
        Row::ForgottenNetwork,
    ] {
        let what = row.what();
        remove(stores, what, NOW, 1_000).await;
        for hours in [43, 41, 42] {
            leave(stores, row, hour(hours)).await;
        }
        assert_eq!(remove(stores, what, NOW, 2).await, 2, "{row:?}");
        assert_eq!(remove(stores, what, hour(42), 2).await, 0, "{row:?}: the youngest is left");
        assert_eq!(remove(stores, what, hour(43), 2).await, 1, "{row:?}");
    }
}

/// A token outlives its registration, and a dead letter outlives its token.
#[tokio::test]
async fn rows_that_referenced_a_removed_row_stay() {
    let stores = &Stores::fresh().await;
    let token_id = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let mail_id = stores.readback.mails().await[0].id;
    let lease = leased(stores, mail_id, NOON).await;
    stores.bury_mail(mail_id, lease, NOON, "no such mailbox").await;
    assert_eq!(remove(stores, ExpiringRows::Registrations, NOW, 10).await, 1);
    assert_eq!(stores.readback.tokens().await, 1);
    assert_eq!(remove(stores, ExpiringRows::Tokens, NOW, 10).await, 1);
    let mails = stores.readback.mails().await;
    assert_eq!((mails.len(), mails[0].state), (1, MailState::Failed));
    // A retried dead letter is handled like any mail whose link has expired: it is not sent.
    let retried = AuditEvent { at: NOW, ..audit("email_message.retried", mail_id) };
    stores.retry_mail(mail_id, retried, None).await.expect("a requeued mail");
    assert!(!token_is_live(stores, token_id, NOW).await);
}

/// Several processes may run housekeeping concurrently.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_removals_remove_each_row_once() {
    let stores = &Stores::fresh().await;
    for row in [
        Row::Registration,
        Row::SentMail,
        Row::ExpiredSession,
        Row::Draft,
        Row::FullBucket,
        Row::ForgottenNetwork,
    ] {
        for _ in 0..20 {
            leave(stores, row, NOON + Duration::hours(40)).await;
        }
        let before = count(stores, row.what()).await;
        let removed = concurrently((0..8).map(|_| {
            let leftovers = Arc::clone(&stores.leftovers);
            async move {
                let mut own = 0;
                // Rows locked by another process are skipped, so a call that removes none does not mean that none are
                // left.
                for _ in 0..20 {
                    own += leftovers.remove(row.what(), NOW, NOW, 3).await.expect("no conflict");
                }
                own
            }
        }))
        .await;
        let left = count(stores, row.what()).await;
        assert_eq!((removed.iter().sum::<u64>(), left), (before, 0), "{row:?}: {removed:?}");
    }
}
