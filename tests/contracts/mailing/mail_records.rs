//! `OutboxStore` for operators: listing mails, retrying dead letters and discarding them.

use forum_domain::accounts::Role;
use forum_domain::audit::{AuditEvent, FormerAdministrator};
use forum_domain::mail::{MailFilter, MailRecord, MailState, RetryError};
use forum_domain::shared::{Fault, LogPage, Page};
use forum_tests::builders::{NOON, audit, id};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::outbox::{lease, queued};

async fn list(stores: &Stores, state: Option<MailState>, limit: u32) -> LogPage<MailRecord> {
    let filter = MailFilter { state };
    let page = filter.page(Page { limit, offset: 0 });
    stores.outbox.list(filter, page).await.expect("a list of mails")
}

fn ids(page: &LogPage<MailRecord>) -> Vec<Uuid> {
    page.items.iter().map(|mail| mail.id).collect()
}

/// The audit entry of a retry.
fn retried(row: Uuid, at: OffsetDateTime) -> AuditEvent {
    AuditEvent { at, ..audit("email_message.retried", row) }
}

async fn dead(stores: &Stores, to: &str, at: OffsetDateTime, error: &str) -> Uuid {
    let row = queued(stores, to, at).await;
    let entry = lease(stores, 10, at).await.remove(0);
    assert_eq!(entry.mail.id, row, "one due mail");
    stores.bury_mail(row, entry.lease, NOON, error).await;
    row
}

async fn sent(stores: &Stores, to: &str, at: OffsetDateTime) -> Uuid {
    let row = queued(stores, to, at).await;
    let entry = lease(stores, 10, at).await.remove(0);
    stores.mark_sent(row, entry.lease, at).await;
    row
}

/// Mails queued at the same time are sorted by id, and a cursor is bound to its filter.
#[tokio::test]
async fn a_walk_visits_each_of_several_simultaneous_mails_once_while_others_arrive() {
    let stores = &Stores::fresh().await;
    let mut all = Vec::new();
    for turn in 0..7 {
        all.push(queued(stores, &format!("p{turn}@example.org"), NOON).await);
    }
    all.sort_unstable();
    all.reverse();
    for filter in [MailFilter::default(), MailFilter { state: Some(MailState::Queued) }] {
        // Mails that arrived during an earlier walk are on the first page.
        let newer = list(stores, None, 100).await.items.len() - all.len();
        let mut page = list(stores, filter.state, newer as u32 + 3).await;
        let mut seen = ids(&page).split_off(newer);
        while let Some(cursor) = page.next_cursor.take() {
            queued(stores, "late@example.org", NOON + Duration::microseconds(1)).await;
            let next = filter.page(Page { limit: 3, offset: 0 }).at(&cursor).expect("a cursor of this list");
            page = stores.outbox.list(filter, next).await.expect("a page");
            seen.extend(ids(&page));
            assert!(seen.len() <= all.len(), "a mail is read twice");
            let other = MailFilter { state: Some(MailState::Failed) };
            assert!(other.page(Page::default()).at(&cursor).is_err());
        }
        assert_eq!(seen, all);
    }
}

/// The administrator was demoted or disabled after the request arrived.
#[tokio::test]
async fn a_retry_by_a_former_administrator_keeps_the_dead_letter() {
    let stores = &Stores::fresh().await;
    let row = dead(stores, "a@example.org", NOON, "550 no").await;
    let member = stores.user("member@forum.example", &[Role::Member]).await;
    let disabled = stores.user("off@forum.example", &[Role::Admin]).await;
    stores.readback.disable(disabled, NOON).await;
    for actor in [member, disabled, id()] {
        let entry = AuditEvent { actor_id: Some(actor), ..retried(row, NOON) };
        assert_eq!(stores.outbox.retry(row, entry, None).await, Err(FormerAdministrator.into()));
    }
    assert_eq!(ids(&list(stores, Some(MailState::Failed), 10).await), [row]);
    assert!(!stores.readback.audit_actions().await.contains(&"email_message.retried".to_owned()));
}

/// The retry and its audit entry are both written, or neither.
#[tokio::test]
async fn a_retry_whose_audit_entry_cannot_be_written_keeps_the_dead_letter() {
    let stores = &Stores::fresh().await;
    let row = dead(stores, "a@example.org", NOON, "550 no").await;
    let entry = retried(row, NOON);
    stores.audit.record(entry.clone()).await.expect("a stored entry");
    let refused = stores.outbox.retry(row, entry, None).await;
    assert!(matches!(refused, Err(RetryError::Fault(Fault::Bug(_)))), "{refused:?}");
    assert_eq!(ids(&list(stores, Some(MailState::Failed), 10).await), [row]);
}

/// The address is deleted with the mail, and the audit log records who discarded it.
#[tokio::test]
async fn only_a_dead_letter_can_be_discarded_and_it_is_deleted() {
    let stores = &Stores::fresh().await;
    let sent = sent(stores, "a@example.org", NOON).await;
    let dead = dead(stores, "b@example.org", NOON, "550 no").await;
    let waiting = queued(stores, "c@example.org", NOON).await;
    let discarded = |row| AuditEvent { at: NOON, ..audit("email_message.discarded", row) };
    let outbox = &stores.outbox;
    for (row, refusal) in [
        (sent, RetryError::NotFailed(MailState::Sent)),
        (waiting, RetryError::NotFailed(MailState::Queued)),
        (id(), RetryError::NotFound),
    ] {
        assert_eq!(outbox.discard_failed(row, discarded(row)).await, Err(refusal));
    }
    assert_eq!(outbox.discard_failed(dead, discarded(dead)).await, Ok(()));
    assert_eq!(ids(&list(stores, None, 10).await).len(), 2);
    assert_eq!(stores.readback.audit_actions().await, ["email_message.failed", "email_message.discarded"]);
    assert_eq!(outbox.discard_failed(dead, discarded(dead)).await, Err(RetryError::NotFound));
}
