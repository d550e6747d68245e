//! Port that composes mails.

use super::compose::RenderedMail;
use super::queue::OutgoingMail;

/// Turns an outbox row into a mail.
pub trait Composer: Send + Sync {
    /// An account mail from the program's own template files. `link` and `code` are given for mails with a token.
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError>;

    /// The plain-text part of an HTML mail.
    fn plain_text(&self, html: &str) -> Result<String, ComposeError>;
}

/// A template that cannot be rendered: a bug; the mail becomes a dead letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail cannot be composed: {0}")]
pub struct ComposeError(pub String);
