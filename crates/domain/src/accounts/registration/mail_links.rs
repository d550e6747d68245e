use std::sync::Arc;

use async_trait::async_trait;
use derive_more::Constructor;
use uuid::Uuid;

use super::store::AccountStore;
use crate::accounts::tokens::OneTimeTokens;
use crate::mail::{OneTimeLinks, OneTimeSecrets, TokenState};
use crate::shared::{Clock, Fault};

/// Derives the secrets of account mails from the stored tokens ([`OneTimeLinks`]).
#[derive(Constructor)]
pub struct AccountLinks {
    accounts: Arc<dyn AccountStore>,
    tokens: OneTimeTokens,
    clock: Arc<dyn Clock>,
}

#[async_trait]
impl OneTimeLinks for AccountLinks {
    async fn secrets(&self, token_id: Uuid) -> Result<TokenState, Fault> {
        let Some(token) = self.accounts.find_token(token_id).await? else { return Ok(TokenState::Void) };
        let now = self.clock.now();
        Ok(if token.is_live(now) {
            let (link, code) = (self.tokens.link(token_id), self.tokens.code(token_id));
            TokenState::Live(OneTimeSecrets { link, code })
        } else if token.is_live(token.created_at) {
            TokenState::Expired
        } else {
            TokenState::Void
        })
    }
}
