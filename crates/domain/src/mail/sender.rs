use async_trait::async_trait;

use crate::mail::{OutgoingMail, RenderedMail};

/// Sends mails to the mail host or the spool folder.
#[async_trait]
pub trait MailSender: Send + Sync {
    /// Sends one mail to its recipient with its fixed `Message-ID`. Returns once the next host has accepted it.
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError>;
}

/// Why a mail was not sent. The text is stored with the row and shown to administrators. `tests/contracts/mail/smtp.rs` has
/// replies of a host that mean each of them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// This mail may be accepted later: it is tried again after growing intervals, and is a dead letter after
    /// [`MAX_ATTEMPTS`](crate::mail::MAX_ATTEMPTS).
    #[error("{0}")]
    Transient(String),
    /// This recipient will never be reached: the mail is a dead letter at once. The next mail is sent.
    #[error("{0}")]
    Permanent(String),
    /// The host refused this mail for another reason than its recipient: as [`Transient`](Self::Transient), and `doctor` and
    /// the metrics report the host's words.
    #[error("{0}")]
    Refused(String),
    /// The host accepts no mail at all, such as with a wrong password: the attempt does not count, all mail waits, and one
    /// mail is tried at growing intervals.
    #[error("{0}")]
    Unavailable(String),
}
