use async_trait::async_trait;

use crate::mail::outbox::OutgoingMail;
use crate::mail::templates::{FilledTemplate, RenderedMail};
use crate::shared::Fault;

#[async_trait]
pub trait Composer: Send + Sync {
    /// An account mail from the program's own template files. `link` and `code` are given for mails with a token.
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError>;

    /// The mail of a stored template: its HTML in the frame of all mails, and the plain text derived from it. Links
    /// that begin with `/` point to the site at `origin`. Parsing HTML is slow, so implementations MUST NOT do it on
    /// the caller's thread.
    ///
    /// # Errors
    /// Faults, which are transient, unlike a [`ComposeError`].
    async fn stored_mail(
        &self,
        filled: FilledTemplate,
        origin: &str,
    ) -> Result<Result<RenderedMail, ComposeError>, Fault>;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail cannot be composed: {0}")]
pub struct ComposeError(pub String);
