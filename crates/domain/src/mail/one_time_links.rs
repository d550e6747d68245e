//! The port for the secrets that stand in account mails.

use async_trait::async_trait;
use uuid::Uuid;

use crate::shared::Fault;

/// What a mail with a one-time token shows.
#[derive(Clone)]
pub struct OneTimeSecrets {
    /// The text behind `#token=` in the link.
    pub link: String,
    /// The six digits that may be typed instead.
    pub code: String,
}

/// Derives them when a mail is sent, so that the outbox holds none.
#[async_trait]
pub trait OneTimeLinks: Send + Sync {
    /// The secrets of a token; `None` when it was used, dropped, or has expired: then the mail is not sent.
    async fn secrets(&self, token_id: Uuid) -> Result<Option<OneTimeSecrets>, Fault>;
}
