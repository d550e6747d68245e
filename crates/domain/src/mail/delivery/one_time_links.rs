use async_trait::async_trait;
use uuid::Uuid;

use crate::shared::Fault;

#[derive(Clone)]
pub struct OneTimeSecrets {
    /// The text after `#token=` in the link.
    pub link: String,
    /// The six digits that can be typed instead.
    pub code: String,
}

#[derive(Clone)]
pub enum TokenState {
    Live(OneTimeSecrets),
    /// It can no longer be used because its time is over.
    Expired,
    /// It was used, or nothing belongs to it any more: the mail is not needed.
    Void,
}

/// Derives the secrets when a mail is sent, so that the outbox holds none.
#[async_trait]
pub trait OneTimeLinks: Send + Sync {
    /// The secrets of a token if a mail with them makes sense now.
    async fn secrets(&self, token_id: Uuid) -> Result<TokenState, Fault>;
}
