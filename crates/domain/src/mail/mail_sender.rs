//! Port that sends mails.

use async_trait::async_trait;

use super::queue::OutgoingMail;
use super::template::RenderedMail;

/// A mail to be sent, with its envelope data.
#[derive(Debug, Clone, Copy)]
pub struct Envelope<'a> {
    /// The outbox row: recipient and `Message-ID`.
    pub mail: &'a OutgoingMail,
    /// Its content.
    pub content: &'a RenderedMail,
}

/// Hands mails to the next host (or the spool folder).
#[async_trait]
pub trait MailSender: Send + Sync {
    /// Sends one mail with its fixed `Message-ID`. Returns once the next host has accepted it.
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError>;
}

/// Why a mail was not sent. The text is stored with the row and shown to administrators.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It passes by itself: a 4xx reply to this mail, a full disk.
    #[error("{0}")]
    Transient(String),
    /// This recipient gets no mail: the mail is a dead letter.
    #[error("{0}")]
    Permanent(String),
    /// The host refused this mail for another reason than its recipient: it is retried, and operators should look.
    #[error("{0}")]
    Refused(String),
    /// The host cannot be reached or refuses all mail, whatever it is: this is not an attempt to send this one.
    #[error("{0}")]
    Unavailable(String),
}
