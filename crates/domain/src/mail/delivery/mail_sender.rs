use async_trait::async_trait;

use crate::mail::outbox::OutgoingMail;
use crate::mail::templates::RenderedMail;

#[derive(Debug, Clone, Copy)]
pub struct Envelope<'a> {
    /// The outbox row: recipient and `Message-ID`.
    pub mail: &'a OutgoingMail,
    pub content: &'a RenderedMail,
}

/// Sends mails to the mail host or the spool folder.
#[async_trait]
pub trait MailSender: Send + Sync {
    /// Sends one mail with its fixed `Message-ID`. Returns once the next host has accepted it.
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError>;
}

/// Why a mail was not sent. The text is stored with the row and shown to administrators.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    #[error("{0}")]
    Transient(String),
    #[error("{0}")]
    Permanent(String),
    #[error("{0}")]
    Refused(String),
    #[error("{0}")]
    Unavailable(String),
}
