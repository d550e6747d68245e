//! The outbox, as the mail worker and those who run the site need it.

use std::time::Duration;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::compose::StoredTemplate;
use super::queue::OutboxEntry;
use super::record::{MailRecord, MailState};
use crate::shared::{Fault, Listing, Page};

/// The outbox. Rows are written by the stores of the acts, in their transactions.
#[async_trait]
pub trait OutboxStore: Send + Sync {
    /// Leases the row that has been due longest until `until`, and counts the attempt. MUST NOT give a row to two
    /// callers at a time; a lease that ran out (a worker died) is given again. Times written by a clock that
    /// was ahead delay nothing: see [`latest_due`](super::latest_due) and
    /// [`latest_lease_end`](super::latest_lease_end). A row of a kind that this program does not know becomes a
    /// dead letter, and the next one is given.
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault>;

    /// Holds a leased row until `until`. Here and below: whether the lease was still held; without it nothing
    /// changes.
    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault>;

    /// Releases a leased row that was not sent yet: it is due as before, and the attempt does not count.
    async fn release(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault>;

    /// Settles a leased row as sent.
    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault>;

    /// Settles a leased row as failed: due again at `next`, or a dead letter, kept for ever, when `None`.
    async fn mark_failed(
        &self,
        id: Uuid,
        lease: Uuid,
        next: Option<OffsetDateTime>,
        error: &str,
    ) -> Result<bool, Fault>;

    /// Removes a leased row that needs no mail.
    async fn discard(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault>;

    /// Returns when a row may have become due: at once after a commit that queued one, and after `timeout` at
    /// the latest.
    async fn wait_for_work(&self, timeout: Duration) -> Result<(), Fault>;

    /// What is due at `now` and not sent; for readiness.
    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, Fault>;

    /// The stored template with this name.
    async fn template(&self, name: &str) -> Result<Option<StoredTemplate>, Fault>;

    /// A page of the mails in one state, or in any, those queued last first. MUST mask addresses.
    async fn list(&self, state: Option<MailState>, page: Page) -> Result<Listing<MailRecord>, Fault>;

    /// Queues a dead letter again: due at `at`, its sendings counted anew, under its old `Message-ID`.
    async fn retry(&self, id: Uuid, at: OffsetDateTime) -> Result<(), RetryError>;

    /// Does the same to every dead letter and tells how many there were.
    async fn retry_all_failed(&self, at: OffsetDateTime) -> Result<u64, Fault>;
}

/// The mails that are due and not sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// When the oldest of them became due; `None` when none is.
    pub oldest_due: Option<OffsetDateTime>,
    /// Whether a worker holds the lease of one of them: sending goes on, if slowly.
    pub in_hand: bool,
}

/// Why a mail is not tried again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RetryError {
    /// No mail has this id.
    #[error("no mail has this id")]
    NotFound,
    /// It waits already, or was sent.
    #[error("only a failed mail can be tried again; this one is {}", .0.as_str())]
    NotFailed(MailState),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}
