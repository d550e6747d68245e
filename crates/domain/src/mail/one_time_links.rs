//! Port for the secrets in account mails.

use async_trait::async_trait;
use uuid::Uuid;

use crate::shared::Fault;

/// The secrets shown in a mail with a one-time token.
#[derive(Clone)]
pub struct OneTimeSecrets {
    /// The text after `#token=` in the link.
    pub link: String,
    /// The six digits that can be typed instead.
    pub code: String,
}

/// Derives the secrets when a mail is sent, so that the outbox holds none.
#[async_trait]
pub trait OneTimeLinks: Send + Sync {
    /// The secrets of a token; `None` if it was used, deleted or has expired, in which case the mail is not sent.
    async fn secrets(&self, token_id: Uuid) -> Result<Option<OneTimeSecrets>, Fault>;
}
