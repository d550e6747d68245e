//! What the mail worker needs from the world.

use std::time::Duration;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{MailRecord, MailState, OutboxEntry, OutgoingMail, RenderedMail, StoredTemplate};
use crate::shared::{Fault, Listing, Page};

/// The outbox as the worker sees it. Rows are written by the stores of the acts, in their transactions.
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

    /// Whether the token in a mail still leads anywhere; a mail whose token was dropped is not sent.
    async fn token_is_live(&self, token_id: Uuid, now: OffsetDateTime) -> Result<bool, Fault>;

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

/// Turns an outbox row into a mail.
pub trait Composer: Send + Sync {
    /// An account mail from the program's own template files. `link` and `code` stand in mails with a token.
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError>;

    /// The plain-text part of an HTML mail.
    fn plain_text(&self, html: &str) -> Result<String, ComposeError>;
}

/// A template that cannot be rendered: a fault of ours, the mail is kept as a dead letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail cannot be composed: {0}")]
pub struct ComposeError(pub String);

/// From, to and id of one sending.
#[derive(Debug, Clone, Copy)]
pub struct Envelope<'a> {
    /// The outbox row.
    pub mail: &'a OutgoingMail,
    /// Its content.
    pub content: &'a RenderedMail,
}

/// Hands a mail to the next host (or the spool folder).
#[async_trait]
pub trait MailSender: Send + Sync {
    /// Sends one mail under its fixed `Message-ID`. Returns only when the next host has taken it.
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError>;
}

/// Why a mail did not leave. The words are stored with the row and shown to administrators.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// May work later: no connection, a 4xx answer, a full disk.
    #[error("{0}")]
    Transient(String),
    /// Will never work: the recipient was refused for good.
    #[error("{0}")]
    Permanent(String),
}
