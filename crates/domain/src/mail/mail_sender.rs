//! The port that sends mails.

use async_trait::async_trait;

use super::compose::RenderedMail;
use super::queue::OutgoingMail;

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
