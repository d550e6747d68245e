//! The links of account mails, for the mail worker.

use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use super::account_store::AccountStore;
use super::one_time_token::OneTimeTokens;
use crate::mail::{OneTimeLinks, OneTimeSecrets};
use crate::shared::{Clock, Fault};

/// Derives the secrets of account mails from the stored tokens ([`OneTimeLinks`]).
pub struct AccountLinks {
    accounts: Arc<dyn AccountStore>,
    tokens: OneTimeTokens,
    clock: Arc<dyn Clock>,
}

impl AccountLinks {
    /// Reads tokens from `accounts` and derives their secrets with `tokens`.
    pub fn new(accounts: Arc<dyn AccountStore>, tokens: OneTimeTokens, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, tokens, clock }
    }
}

#[async_trait]
impl OneTimeLinks for AccountLinks {
    async fn secrets(&self, token_id: Uuid) -> Result<Option<OneTimeSecrets>, Fault> {
        let token = self.accounts.find_token(token_id).await?;
        let live = token.is_some_and(|token| token.is_live(self.clock.now()));
        Ok(live
            .then(|| OneTimeSecrets { link: self.tokens.link(token_id), code: self.tokens.code(token_id) }))
    }
}
