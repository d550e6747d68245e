use std::time::Duration;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::mail_host::MailHost;
use super::queue::OutboxEntry;
use super::record::{MailFilter, MailRecord, MailSort, MailState};
use crate::audit::{AuditEvent, FormerAdministrator};
use crate::shared::{Fault, LogPage, PageRequest};

/// What becomes of a mail that could not be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AfterFailure {
    /// It is due again at this time.
    Retry(OffsetDateTime),
    /// It is due again at this time, and the attempt does not count.
    Hold(OffsetDateTime),
    /// It is a dead letter, which is kept for a limited time. The entry is stored with it, if the lease was still held.
    Bury(AuditEvent),
}

impl AfterFailure {
    /// Buries a mail at `at`. The lease of the failed attempt is used up, so its id serves the entry.
    pub fn bury(message_id: Uuid, lease: Uuid, at: OffsetDateTime) -> Self {
        Self::Bury(AuditEvent::new(lease, at, None, "email_message.failed", ("email_message", message_id)))
    }
}

pub type HostStep = Box<dyn FnOnce(MailHost) -> MailHost + Send>;

/// Reads and settles outbox rows. Other stores insert them, in the transaction of the action that causes the mail.
#[async_trait]
pub trait OutboxStore: Send + Sync {
    /// Leases a row until `until`, and counts the attempt: of those that a user waits for
    /// ([`Urgency::Awaited`](crate::mail::Urgency)), else of all, the one that has been due longest. MUST NOT
    /// lease a row to two callers at once; an expired lease (a worker died) can be leased again. Times
    /// written by a fast clock delay nothing: see [`latest_due`](crate::mail::latest_due) and
    /// [`latest_lease_end`](crate::mail::latest_lease_end). Rows whose kind this program does not know are
    /// left to a newer one. Leases nothing while the mail host [may not be sent to](MailHost::may_send), and
    /// after a pause one row to one caller, until its outcome is known.
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault>;

    /// Extends a lease to `until`. This and the following methods return whether the lease was still held; if not, they
    /// change nothing.
    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault>;

    /// Releases a leased row that was not sent: its due time stays, and the attempt does not count.
    async fn release(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault>;

    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault>;

    async fn mark_failed(
        &self,
        id: Uuid,
        lease: Uuid,
        next: AfterFailure,
        error: &str,
    ) -> Result<bool, Fault>;

    /// Removes a leased row that needs no mail.
    async fn discard(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault>;

    async fn mail_host(&self) -> Result<MailHost, Fault>;

    /// Replaces what is known about the mail host by what `step` makes of it, under lock.
    async fn change_mail_host(&self, step: HostStep) -> Result<(), Fault>;

    /// Returns when a row may have become due: immediately after a commit of this process that queued one, and after
    /// `timeout` at the latest.
    async fn wait_for_work(&self, timeout: Duration);

    /// The mails that are not sent at `now`, for the readiness check.
    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, Fault>;

    /// A page of the mails that match the filter, newest first. MUST mask addresses.
    async fn list(
        &self,
        filter: MailFilter,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault>;

    /// Queues a dead letter again, with the audit entry: due at its time, its attempts counted from zero and its error
    /// forgotten, with the same `Message-ID`. Refused if the entry's actor has ceased to be an administrator.
    async fn retry(&self, id: Uuid, audit: AuditEvent) -> Result<(), RetryError>;

    async fn discard_failed(&self, id: Uuid, audit: AuditEvent) -> Result<(), RetryError>;
}

/// The mails that are not sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// When the oldest of those that are due became due; `None` if there are none.
    pub oldest_due: Option<OffsetDateTime>,
    /// When the oldest of those that were tried without success was queued. Each failed attempt makes it due later.
    pub failing_since: Option<OffsetDateTime>,
    /// Whether a worker holds the lease of one that is due: mail is being sent, if slowly.
    pub in_hand: bool,
    /// The end of the present pause; a worker then tries one mail.
    pub paused_until: Option<OffsetDateTime>,
    /// When the mail host last refused a mail for a reason other than its recipient.
    pub refused_at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RetryError {
    #[error("no mail has this id")]
    NotFound,
    #[error("only a failed mail can be retried or discarded; this one is {}", .0.as_str())]
    NotFailed(MailState),
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}
