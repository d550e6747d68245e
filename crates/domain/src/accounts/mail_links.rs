use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use crate::accounts::account::AccountStore;
use crate::accounts::tokens::OneTimeTokens;
use crate::shared::{Clock, Fault};

/// Derives the secrets of account mails from the stored tokens when a mail is sent, so that the outbox contains none.
#[derive(Constructor)]
pub struct AccountLinks {
    accounts: Arc<dyn AccountStore>,
    tokens: OneTimeTokens,
    clock: Arc<dyn Clock>,
}

pub struct OneTimeSecrets {
    /// The text after `#token=` in the link.
    pub link: String,
    /// The six digits that can be typed instead of following the link.
    pub code: String,
}

pub enum TokenState {
    Live(OneTimeSecrets),
    Expired,
    /// The token was used or has lost its target, so the mail is not needed.
    Void,
}

impl AccountLinks {
    pub async fn secrets(&self, token_id: Uuid) -> Result<TokenState, Fault> {
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
