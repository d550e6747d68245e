//! Port that composes mails.

use super::queue::OutgoingMail;
use super::template::{FilledTemplate, RenderedMail};

/// Turns an outbox row into a mail.
pub trait Composer: Send + Sync {
    /// An account mail from the program's own template files. `link` and `code` are given for mails with a token.
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError>;

    /// The mail of a stored template: its HTML in the frame of all mails, and the plain text derived from it. Links that
    /// begin with `/` lead to the site at `origin`.
    fn stored_mail(&self, filled: &FilledTemplate, origin: &str) -> Result<RenderedMail, ComposeError>;
}

/// A template that cannot be rendered: a bug; the mail becomes a dead letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail cannot be composed: {0}")]
pub struct ComposeError(pub String);
