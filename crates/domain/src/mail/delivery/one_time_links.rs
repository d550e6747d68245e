use async_trait::async_trait;
use uuid::Uuid;

use crate::shared::Fault;

#[derive(Clone)]
pub struct OneTimeSecrets {
    /// The text after `#token=` in the link.
    pub link: String,
    /// The six digits that can be typed instead of following the link.
    pub code: String,
}

#[derive(Clone)]
pub enum TokenState {
    Live(OneTimeSecrets),
    /// The token has expired.
    Expired,
    /// The token was used or has lost its target, so the mail is not needed.
    Void,
}

/// Derives secrets when a mail is sent, so that the outbox contains none.
#[async_trait]
pub trait OneTimeLinks: Send + Sync {
    /// The secrets of a token, if it is live.
    async fn secrets(&self, token_id: Uuid) -> Result<TokenState, Fault>;
}
