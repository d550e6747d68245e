//! `OutboxStore`: leasing and settling. [`messages`](super::messages) has the rest.

use std::sync::Arc;

use forum_domain::accounts::RegistrationDraft;
use forum_domain::mail::{
    AfterFailure, Backlog, MailHost, MailKind, MailState, OutboxEntry, OutgoingMail, next_attempt,
};
use forum_tests::builders::{NOON, id, mail, token};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;

const LEASE: Duration = Duration::seconds(20);
/// The smallest step of a clock.
const INSTANT: Duration = Duration::microseconds(1);

pub(crate) async fn queue(stores: &Stores, mail: OutgoingMail) {
    let to = mail.to.clone();
    let token = token(to.as_str(), None, mail.queued_at);
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None, audit: None });
    stores.accounts.issue(to, NOON, step).await.expect("a queued mail");
}

pub(crate) async fn queued(stores: &Stores, to: &str, at: OffsetDateTime) -> Uuid {
    let mail = mail(MailKind::AccountExists, to, at);
    let id = mail.id;
    queue(stores, mail).await;
    id
}

/// Leases up to `limit` rows, one after the other.
pub(crate) async fn lease(stores: &Stores, limit: usize, now: OffsetDateTime) -> Vec<OutboxEntry> {
    let mut leased = Vec::new();
    while leased.len() < limit
        && let Some(entry) = stores.outbox.lease(now, now + LEASE, id()).await.expect("a lease")
    {
        leased.push(entry);
    }
    leased
}

async fn state(stores: &Stores, id: Uuid) -> MailState {
    let mails = stores.readback.mails().await;
    mails.iter().find(|mail| mail.id == id).expect("a stored row").state
}

#[tokio::test]
async fn a_queued_mail_is_leased_unchanged() {
    let stores = &Stores::fresh().await;
    let token = token("Ana@Example.org", None, NOON);
    let mail = OutgoingMail {
        token_id: Some(token.id),
        items: vec!["Which city?".to_owned()],
        ..mail(MailKind::VerifyEmail, "Ana@Example.org", NOON)
    };
    let queued = mail.clone();
    let step = Box::new(move |_| RegistrationDraft { token, mail: queued, record: None, audit: None });
    stores.accounts.issue(mail.to.clone(), NOON, step).await.expect("a queued mail");
    let entry = lease(stores, 10, NOON).await.remove(0);
    assert_eq!((entry.attempts, entry.mail), (1, mail));
}

/// Users wait for confirmations, recovery links and codes. Later mails cannot delay earlier ones.
#[tokio::test]
async fn awaited_mails_are_leased_first_and_then_the_oldest_due_ones() {
    let stores = &Stores::fresh().await;
    use MailKind::{ApplicationApproved, NewDevice, Recovery, VerifyEmail};
    for (kind, to, minute) in [
        (NewDevice, "p3@example.org", 3),
        (NewDevice, "p1@example.org", 1),
        (ApplicationApproved, "p2@example.org", 2),
        (VerifyEmail, "ana@example.org", 5),
        (Recovery, "cy@example.org", 4),
    ] {
        queue(stores, mail(kind, to, NOON + Duration::minutes(minute))).await;
    }
    let later = NOON + Duration::minutes(5);
    let next: Vec<MailKind> = lease(stores, 4, later).await.iter().map(|entry| entry.mail.kind).collect();
    assert_eq!(next, [Recovery, VerifyEmail, NewDevice, ApplicationApproved]);
    assert_eq!(lease(stores, 4, later).await[0].mail.to.as_str(), "p3@example.org");
}

/// 500 sign-ins in a minute do not delay other mail, and the owner is notified of all of them.
#[tokio::test]
async fn notices_of_one_kind_within_ten_minutes_are_one_mail_that_counts_them() {
    let stores = &Stores::fresh().await;
    let minute = |minutes| NOON + Duration::minutes(minutes);
    let notice = async |kind, to: &str, at| queue(stores, mail(kind, to, at)).await;
    notice(MailKind::NewDevice, "Ana@example.org", NOON).await;
    let first = lease(stores, 10, NOON).await.remove(0);
    stores.mark_sent(first.mail.id, first.lease, NOON).await;
    for minutes in 1..=3 {
        notice(MailKind::NewDevice, "ana@example.org", minute(minutes)).await;
    }
    // Notices to other users and of another kind are due immediately.
    notice(MailKind::NewDevice, "bo@example.org", minute(3)).await;
    notice(MailKind::FactorAdded, "ana@example.org", minute(3)).await;
    let mut concurrently: Vec<_> = lease(stores, 10, minute(3))
        .await
        .into_iter()
        .map(|entry| (entry.mail.to.key(), entry.mail.kind))
        .collect();
    concurrently.sort_by_key(|(to, _)| to.clone());
    let expected = [("ana@example.org", MailKind::FactorAdded), ("bo@example.org", MailKind::NewDevice)];
    assert_eq!(concurrently, expected.map(|(to, kind)| (to.to_owned(), kind)));
    assert_eq!(lease(stores, 10, minute(10) - INSTANT).await.len(), 2, "their leases have expired");
    let rest = lease(stores, 10, minute(10)).await;
    let [merged] = rest.as_slice() else { panic!("not one mail: {rest:?}") };
    let OutgoingMail { kind, queued_at, occasions, .. } = &merged.mail;
    assert_eq!((*kind, *queued_at, *occasions), (MailKind::NewDevice, minute(1), 3));
}

/// The host may have accepted the mail without a reply, and would drop a second one with the same `Message-ID`.
#[tokio::test]
async fn a_notice_the_host_may_have_seen_is_not_merged() {
    let stores = &Stores::fresh().await;
    let minute = |minutes| NOON + Duration::minutes(minutes);
    queue(stores, mail(MailKind::NewDevice, "ana@example.org", NOON)).await;
    let first = lease(stores, 10, NOON).await.remove(0);
    queue(stores, mail(MailKind::NewDevice, "ana@example.org", minute(1))).await;
    let next = AfterFailure::Retry(NOON + Duration::seconds(5));
    stores.outbox.mark_failed(first.mail.id, first.lease, next, "no answer").await.expect("a settled mail");
    queue(stores, mail(MailKind::NewDevice, "ana@example.org", minute(2))).await;
    let again = lease(stores, 10, minute(10) - INSTANT).await.remove(0);
    assert_eq!((again.mail.id, again.mail.occasions), (first.mail.id, 1));
    stores.mark_sent(again.mail.id, again.lease, minute(10)).await;
    let occasions: Vec<u32> =
        lease(stores, 10, minute(10)).await.iter().map(|entry| entry.mail.occasions).collect();
    assert_eq!(occasions, [2], "of both after the first");
}

/// After a pause, one of many workers tries one mail.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn while_the_mail_host_refuses_all_mail_one_mail_is_tried_at_a_time() {
    let stores = &Stores::fresh().await;
    let outbox = &stores.outbox;
    for number in 0..20 {
        queued(stores, &format!("p{number}@example.org"), NOON).await;
    }
    let refuse = async |at| {
        let step = Box::new(move |host: MailHost| host.refused_all("535 no".into(), at));
        outbox.change_mail_host(step).await.expect("a changed mail host");
    };
    for _ in 0..2 {
        refuse(NOON).await;
    }
    let free = lease(stores, 1, NOON).await.remove(0);
    assert_eq!(free.refusals, 2);
    refuse(NOON).await;
    let host = outbox.mail_host().await.expect("a result");
    let until = NOON + Duration::seconds(5);
    assert_eq!((host.refusals, host.paused_until), (3, Some(until)));
    assert_eq!((host.refused_at, host.words.as_deref()), (Some(NOON), Some("535 no")));
    assert_eq!(lease(stores, 1, until - INSTANT).await, []);
    let backlog = outbox.backlog(NOON).await.expect("a result");
    assert_eq!((backlog.paused_until, backlog.refused_at), (Some(until), Some(NOON)));

    let tried = concurrently((0..8).map(|_| {
        let outbox = Arc::clone(&stores.outbox);
        async move { outbox.lease(until, until + LEASE, id()).await.expect("a working store") }
    }))
    .await;
    let tried: Vec<OutboxEntry> = tried.into_iter().flatten().collect();
    let [tried] = tried.as_slice() else { panic!("one of eight tries: {tried:?}") };
    let held = AfterFailure::Hold(until);
    let settled = outbox.mark_failed(tried.mail.id, tried.lease, held, "535 no").await;
    assert_eq!(settled, Ok(true));
    let kept = stores
        .readback
        .mails()
        .await
        .into_iter()
        .find(|mail| mail.id == tried.mail.id)
        .expect("a stored mail");
    assert_eq!((kept.attempts, kept.last_error.as_deref()), (0, Some("535 no")));

    outbox.change_mail_host(Box::new(MailHost::works)).await.expect("a changed mail host");
    assert_eq!(lease(stores, 100, until + LEASE).await.len(), 20);
    assert_eq!(outbox.mail_host().await.expect("a result").refused_at, Some(NOON));
}

/// Each row is leased by one worker.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_workers_never_share_a_row() {
    let stores = &Stores::fresh().await;
    for turn in 0..60 {
        queued(stores, &format!("p{turn}@example.org"), NOON).await;
    }
    let leased = concurrently((0..12).map(|_| {
        let outbox = Arc::clone(&stores.outbox);
        async move {
            let mut own = Vec::new();
            loop {
                match outbox.lease(NOON, NOON + LEASE, id()).await.expect("a lease") {
                    Some(_) if own.len() == 60 => panic!("a row is leased again and again"),
                    Some(entry) => own.push(entry.mail.id),
                    None => return own,
                }
            }
        }
    }))
    .await;
    let mut all = leased.concat();
    assert_eq!(all.len(), 60);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 60, "a row was leased twice");
}

/// When a worker dies, another sends its mail. One that is still sending a mail keeps its lease.
#[tokio::test]
async fn a_lease_holds_until_its_expiry_which_a_renewal_postpones() {
    let stores = &Stores::fresh().await;
    let row = queued(stores, "a@example.org", NOON).await;
    let first = lease(stores, 1, NOON).await.remove(0);
    let renewed = NOON + LEASE + LEASE;
    assert_eq!(lease(stores, 1, NOON + LEASE - INSTANT).await, []);
    assert_eq!(stores.outbox.renew(row, first.lease, renewed).await, Ok(true));
    assert_eq!(lease(stores, 1, renewed - INSTANT).await, []);
    let second = lease(stores, 1, renewed).await.remove(0);
    assert_eq!((first.attempts, second.attempts), (1, 2));
    assert_eq!(first.mail, second.mail);
    assert_ne!(first.lease, second.lease);
    assert_eq!(stores.outbox.renew(row, first.lease, renewed + LEASE + LEASE).await, Ok(false));
    assert_eq!(lease(stores, 1, renewed + LEASE).await.len(), 1, "the lease of another was not lengthened");
}

#[tokio::test]
async fn a_released_mail_is_due_as_before_and_a_failed_one_waits_for_its_next_attempt() {
    let stores = &Stores::fresh().await;
    let (row, outbox) = (queued(stores, "a@example.org", NOON).await, &stores.outbox);
    let first = lease(stores, 1, NOON).await.remove(0);
    assert_eq!(outbox.release(row, id(), None).await, Ok(false));
    assert_eq!(lease(stores, 1, NOON).await, []);
    assert_eq!(outbox.release(row, first.lease, None).await, Ok(true));
    assert_eq!(outbox.release(row, first.lease, None).await, Ok(false));
    let again = lease(stores, 1, NOON).await.remove(0);
    assert_eq!((&again.mail, again.attempts), (&first.mail, 1));
    let later = NOON + Duration::SECOND;
    assert_eq!(outbox.release(row, again.lease, Some(later)).await, Ok(true));
    assert_eq!(lease(stores, 1, NOON).await, []);
    let last = lease(stores, 1, later).await.remove(0);
    let next = AfterFailure::Retry(later + Duration::seconds(5));
    assert_eq!(outbox.mark_failed(row, last.lease, next, "421 try later").await, Ok(true));
    assert_eq!(stores.readback.mails().await[0].last_error.as_deref(), Some("421 try later"));
    assert_eq!(lease(stores, 1, later + Duration::seconds(5) - INSTANT).await, []);
    let retried = lease(stores, 1, later + Duration::seconds(5)).await.remove(0);
    assert_eq!((retried.attempts, retried.mail), (2, first.mail));
}

/// A worker whose lease has expired cannot undo what another did, and learns that it lost the lease.
#[tokio::test]
async fn settling_without_the_lease_has_no_effect_and_is_reported() {
    let stores = &Stores::fresh().await;
    let row = queued(stores, "a@example.org", NOON).await;
    let stale = lease(stores, 1, NOON).await.remove(0).lease;
    let held = lease(stores, 1, NOON + LEASE).await.remove(0).lease;
    let outbox = &stores.outbox;
    for lease in [stale, id()] {
        assert_eq!(outbox.mark_sent(row, lease, NOON).await, Ok(false));
        assert_eq!(
            outbox.mark_failed(row, lease, AfterFailure::bury(row, lease, NOON), "no").await,
            Ok(false)
        );
        assert_eq!(outbox.discard(row, lease).await, Ok(false));
        assert_eq!(state(stores, row).await, MailState::Queued);
    }
    assert_eq!(stores.readback.audit().await, []);
    assert_eq!(outbox.mark_sent(row, held, NOON).await, Ok(true));
    assert_eq!(state(stores, row).await, MailState::Sent);
    assert_eq!(outbox.mark_failed(row, held, AfterFailure::bury(row, held, NOON), "no").await, Ok(false));
    assert_eq!(state(stores, row).await, MailState::Sent);
}

/// A clock that was temporarily ahead delays neither the mails queued at that time nor those that failed or were leased.
#[tokio::test]
async fn times_written_by_a_fast_clock_are_ignored() {
    let stores = &Stores::fresh().await;
    let ahead = NOON + Duration::hours(1);
    for name in ["new", "failed", "leased"] {
        queued(stores, &format!("{name}@example.org"), ahead).await;
    }
    for entry in lease(stores, 3, ahead).await {
        let (id, held) = (entry.mail.id, entry.lease);
        let next = AfterFailure::Retry(next_attempt(1, ahead).expect("a retry after the first failure"));
        let settled = match entry.mail.to.as_str() {
            "new@example.org" => stores.outbox.release(id, held, None).await,
            "failed@example.org" => stores.outbox.mark_failed(id, held, next, "421 try later").await,
            // Its worker died before the clock was corrected.
            _ => Ok(true),
        };
        assert_eq!(settled, Ok(true));
    }
    // The clock is right again. Differences of minutes between clocks are waited out; an hour is not.
    assert_eq!(lease(stores, 10, NOON).await.len(), 3);
}

/// A mail that could not be sent is never lost, and the audit log informs administrators.
#[tokio::test]
async fn a_settled_mail_is_never_leased_again_and_only_a_discarded_one_is_deleted() {
    let stores = &Stores::fresh().await;
    let mut leases = Vec::new();
    for to in ["a@example.org", "b@example.org", "c@example.org"] {
        queued(stores, to, NOON).await;
        leases.push(lease(stores, 1, NOON).await.remove(0));
    }
    stores.bury_mail(leases[0].mail.id, leases[0].lease, NOON, "550 no such user").await;
    stores.mark_sent(leases[1].mail.id, leases[1].lease, NOON).await;
    stores.outbox.discard(leases[2].mail.id, leases[2].lease).await.expect("a discarded mail");
    assert_eq!(lease(stores, 10, NOON + Duration::days(400)).await, []);
    let mut kept = stores.readback.mails().await;
    kept.sort_by_key(|mail| mail.to.clone());
    let kept: Vec<_> =
        kept.iter().map(|mail| (mail.state, mail.attempts, mail.last_error.as_deref())).collect();
    assert_eq!(kept, [(MailState::Failed, 1, Some("550 no such user")), (MailState::Sent, 1, None)]);
    assert_eq!(stores.readback.audit_actions().await, ["email_message.failed"]);
}

/// Readiness needs to know what should have been sent, and whether a worker is sending.
#[tokio::test]
async fn the_backlog_contains_due_mails_that_are_not_settled() {
    let stores = &Stores::fresh().await;
    let backlog = async |at| stores.outbox.backlog(at).await.expect("a result");
    assert_eq!(backlog(NOON).await, Backlog::default());
    for minute in 0..3 {
        queued(stores, "a@example.org", NOON + Duration::minutes(minute)).await;
    }
    assert_eq!(backlog(NOON - Duration::SECOND).await, Backlog::default(), "nothing is due yet");
    let waiting = Backlog { oldest_due: Some(NOON), ..Backlog::default() };
    assert_eq!(backlog(NOON).await, waiting);

    let later = NOON + Duration::hours(1);
    let leased = lease(stores, 2, later).await;
    assert_eq!(backlog(later).await, Backlog { in_hand: true, ..waiting });
    assert_eq!(backlog(later + Duration::hours(1)).await, waiting, "the leases have expired");
    stores.mark_sent(leased[0].mail.id, leased[0].lease, NOON).await;
    stores.bury_mail(leased[1].mail.id, leased[1].lease, NOON, "no").await;
    let last = NOON + Duration::minutes(2);
    assert_eq!(backlog(later).await, Backlog { oldest_due: Some(last), ..Backlog::default() });
    let taken = lease(stores, 1, later).await.remove(0);
    let next = later + Duration::hours(1);
    stores
        .outbox
        .mark_failed(taken.mail.id, taken.lease, AfterFailure::Retry(next), "later")
        .await
        .expect("a settled mail");
    let failing = Backlog { failing_since: Some(last), ..Backlog::default() };
    assert_eq!(backlog(later).await, failing, "it is due later, but has been waiting since");
    assert_eq!(backlog(next).await, Backlog { oldest_due: Some(next), ..failing });
}
