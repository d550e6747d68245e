//! `OutboxStore` for operators: listing mails and retrying dead letters.

use forum_domain::mail::{AfterFailure, MailRecord, MailState, RetryError};
use forum_domain::shared::{Listing, Page};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Stores;
use super::outbox::{lease, queued};
use crate::builders::{NOON, id};

async fn list(stores: &Stores, state: Option<MailState>, limit: i64, offset: i64) -> Listing<MailRecord> {
    let page = Page::new(Some(limit), Some(offset)).expect("a page");
    stores.outbox.list(state, page).await.expect("mails are listed")
}

fn ids(listing: &Listing<MailRecord>) -> Vec<Uuid> {
    listing.items.iter().map(|mail| mail.id).collect()
}

/// Queues a mail and makes it a dead letter.
async fn dead(stores: &Stores, to: &str, at: OffsetDateTime, error: &str) -> Uuid {
    let row = queued(stores, to, at).await;
    let entry = lease(stores, 10, at).await.remove(0);
    assert_eq!(entry.mail.id, row, "it alone is due");
    stores
        .outbox
        .mark_failed(row, entry.lease, AfterFailure::bury(row, entry.lease, NOON), error)
        .await
        .expect("it is settled");
    row
}

async fn sent(stores: &Stores, to: &str, at: OffsetDateTime) -> Uuid {
    let row = queued(stores, to, at).await;
    let entry = lease(stores, 10, at).await.remove(0);
    stores.outbox.mark_sent(row, entry.lease, at).await.expect("it is settled");
    row
}

/// Operators can identify a mail without seeing anybody's address, even in the error text of a mail server.
pub async fn mails_are_listed_newest_first_with_masked_addresses(stores: &Stores) {
    let error = "550 <ANA@example.org>: no such user";
    let failed = dead(stores, "ana@example.org", NOON, error).await;
    let waiting = queued(stores, "bo@example.org", NOON + Duration::minutes(1)).await;
    let listing = list(stores, None, 10, 0).await;
    let record = |id, to: &str, state, attempts, minutes, error: Option<&str>| MailRecord {
        id,
        kind: "account_exists".into(),
        to: to.into(),
        state,
        attempts,
        queued_at: NOON + Duration::minutes(minutes),
        last_error: error.map(Into::into),
    };
    let masked = "550 <a***@example.org>: no such user";
    assert_eq!(
        listing.items,
        [
            record(waiting, "b***@example.org", MailState::Queued, 0, 1, None),
            record(failed, "a***@example.org", MailState::Failed, 1, 0, Some(masked)),
        ]
    );
    assert_eq!(listing.total, 2);
}

/// The total counts the filtered mails.
pub async fn a_state_filters_the_list_and_its_total(stores: &Stores) {
    let sent = sent(stores, "a@example.org", NOON).await;
    let failed = dead(stores, "b@example.org", NOON, "550 no").await;
    let waiting = queued(stores, "c@example.org", NOON).await;
    let table = [(MailState::Queued, waiting), (MailState::Sent, sent), (MailState::Failed, failed)];
    for (state, id) in table {
        let listing = list(stores, Some(state), 10, 0).await;
        assert_eq!((ids(&listing), listing.total), (vec![id], 1), "{state:?}");
    }
    assert_eq!(list(stores, None, 10, 0).await.total, 3);
}

/// Mails queued at the same instant have a stable order.
pub async fn pages_of_mails_cover_the_list_without_gaps_or_duplicates(stores: &Stores) {
    let mut all = Vec::new();
    for turn in 0..7 {
        all.push(queued(stores, &format!("p{turn}@example.org"), NOON).await);
    }
    let mut seen = Vec::new();
    for offset in [0, 3, 6, 9] {
        let listing = list(stores, None, 3, offset).await;
        assert_eq!(listing.total, 7);
        seen.extend(ids(&listing));
    }
    all.sort();
    seen.sort();
    assert_eq!(seen, all);
}

/// All attempts are available again. The `Message-ID` stays, so that the recipient's mail program can recognise a
/// duplicate.
pub async fn a_retried_dead_letter_is_due_again_with_its_attempts_reset(stores: &Stores) {
    let row = queued(stores, "a@example.org", NOON).await;
    let first = lease(stores, 10, NOON).await.remove(0);
    stores
        .outbox
        .mark_failed(row, first.lease, AfterFailure::bury(row, first.lease, NOON), "550 no")
        .await
        .expect("it is settled");
    let at = NOON + Duration::hours(1);
    assert_eq!(stores.outbox.retry(row, at).await, Ok(()));
    assert_eq!(lease(stores, 10, at - Duration::microseconds(1)).await, []);
    let again = lease(stores, 10, at).await.remove(0);
    assert_eq!((again.mail, again.attempts), (first.mail, 1));
}

/// A sent mail would arrive twice, and a queued one already has its time.
pub async fn only_a_dead_letter_can_be_retried(stores: &Stores) {
    let sent = sent(stores, "a@example.org", NOON).await;
    let waiting = queued(stores, "b@example.org", NOON).await;
    let later = NOON + Duration::hours(1);
    let outbox = &stores.outbox;
    assert_eq!(outbox.retry(sent, later).await, Err(RetryError::NotFailed(MailState::Sent)));
    assert_eq!(outbox.retry(waiting, later).await, Err(RetryError::NotFailed(MailState::Queued)));
    assert_eq!(outbox.retry(id(), later).await, Err(RetryError::NotFound));
    let due: Vec<Uuid> = lease(stores, 10, NOON).await.iter().map(|entry| entry.mail.id).collect();
    assert_eq!(due, [waiting]);
}

/// After an outage that outlasted all attempts, one command is enough.
pub async fn retrying_all_retries_every_dead_letter_and_no_other_mail(stores: &Stores) {
    let mut failed = Vec::new();
    for turn in 0..3 {
        failed.push(dead(stores, &format!("p{turn}@example.org"), NOON, "421 no").await);
    }
    sent(stores, "a@example.org", NOON).await;
    let at = NOON + Duration::hours(1);
    let waiting = queued(stores, "b@example.org", at + Duration::seconds(1)).await;
    assert_eq!(stores.outbox.retry_all_failed(at).await, Ok(3));
    assert_eq!(stores.outbox.retry_all_failed(at).await, Ok(0));
    let mut due: Vec<Uuid> = lease(stores, 10, at).await.iter().map(|entry| entry.mail.id).collect();
    due.sort();
    failed.sort();
    assert_eq!(due, failed);
    assert_eq!(ids(&list(stores, Some(MailState::Queued), 10, 0).await).first(), Some(&waiting));
}
