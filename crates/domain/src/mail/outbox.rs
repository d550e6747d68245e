use std::time::Duration;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::AuditEvent;
use crate::mail::{FailedMailChange, MailHost, MailRecord, MailSort, MailState, OutboxEntry};
use crate::shared::{Fault, LogPage, PageRequest, Refusal, Step};

/// What happens to a mail that could not be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AfterFailure {
    Retry(OffsetDateTime),
    /// Due again at this time, and the attempt is not counted.
    Hold(OffsetDateTime),
    /// A dead letter, which is kept for a limited time. The event is stored with it if the lease is still held.
    Bury(AuditEvent),
}

impl AfterFailure {
    /// Turns a mail into a dead letter at `at`. The id of the lease, which ends now, becomes the id of the event.
    pub fn bury(message_id: Uuid, lease: Uuid, at: OffsetDateTime) -> Self {
        Self::Bury(AuditEvent::new(lease, at, None, "email_message.failed", ("email_message", message_id)))
    }
}

pub type HostStep = Box<dyn FnOnce(MailHost) -> MailHost + Send>;

/// Reads and updates outbox rows. Other stores insert them in the transaction of the act that causes the mail.
#[async_trait]
pub trait OutboxStore: Send + Sync {
    /// Leases the row that has been due longest until `until`, and counts the attempt. Rows that a user waits for
    /// ([`Urgency::Awaited`](crate::mail::Urgency)) come first. MUST NOT lease a row to two callers concurrently. An
    /// expired lease (a worker died) can be leased again. Times written by a fast clock cause no delay: see
    /// [`latest_due`](crate::mail::latest_due) and [`latest_lease_end`](crate::mail::latest_lease_end). Rows of an
    /// unknown kind are left to a newer version of the program. Leases nothing unless [`MailHost::may_send`], and after
    /// a pause only one row until its outcome is known.
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault>;

    /// Extends a lease to `until`. This and the following methods return whether the lease was still held; if not, they
    /// change nothing.
    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault>;

    /// Releases a leased row that was not sent. The attempt does not count. The due time stays unless one is given.
    async fn release(&self, id: Uuid, lease: Uuid, due_at: Option<OffsetDateTime>) -> Result<bool, Fault>;

    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault>;

    async fn mark_failed(
        &self,
        id: Uuid,
        lease: Uuid,
        next: AfterFailure,
        error: &str,
    ) -> Result<bool, Fault>;

    async fn discard(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault>;

    /// The state of the request for changes with the id of this mail. A worker may hold the mail of a request that is
    /// closed or deleted.
    async fn request_state(&self, mail_id: Uuid) -> Result<RequestState, Fault>;

    async fn mail_host(&self) -> Result<MailHost, Fault>;

    /// Applies `step` to the state of the mail host under lock.
    async fn change_mail_host(&self, step: HostStep) -> Result<(), Fault>;

    /// Returns when a row may have become due: immediately after this process commits one, or after `timeout`.
    async fn wait_for_work(&self, timeout: Duration);

    /// The mails that are not sent at `now`, for the readiness check and the metrics.
    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, Fault>;

    /// A page of the mails in this state, newest first. MUST mask addresses.
    async fn list(
        &self,
        state: Option<MailState>,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault>;

    /// Locks the mail, runs `step` with its state, and stores what it returns. A retried mail keeps its `Message-ID` and
    /// has no attempts and no error.
    ///
    /// # Errors
    /// `not_found`; `forbidden` if `actor` is no longer an administrator; those of `step`.
    async fn change_failed(
        &self,
        id: Uuid,
        actor: Option<Uuid>,
        step: Step<MailState, FailedMailChange>,
    ) -> Result<(), Refusal>;
}

/// The state of a request for changes that a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestState {
    Open,
    /// An administrator decided on the application at this time. Undoing the decision opens the request again.
    Decided(OffsetDateTime),
    /// Closed for another reason, or deleted.
    Ended,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// When the oldest due mail became due.
    pub oldest_due: Option<OffsetDateTime>,
    /// When the oldest mail with a failed attempt was queued. Each failed attempt postpones its due time.
    pub failing_since: Option<OffsetDateTime>,
    /// Whether a worker holds the lease of a due mail, so that mail is being sent, if slowly.
    pub in_hand: bool,
    /// The end of the current pause. A worker then tries one mail.
    pub paused_until: Option<OffsetDateTime>,
    /// When the mail host last refused a mail for a reason other than its recipient.
    pub refused_at: Option<OffsetDateTime>,
}
