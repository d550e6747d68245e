//! Sign-in with a mailed code. Responses, work and rows are the same for every address.

use std::sync::{Arc, OnceLock};

use derive_more::Constructor;

use super::sessions::{Sessions, SignInOutcome};
use crate::accounts::factors::{AccountSecurity, SecurityError};
use crate::accounts::registration::{
    AccountStore, AddressOwner, RedeemContext, RedeemError, RegistrationDraft, ResendError, SignInRecord,
    TokenSelector, redeem_code,
};
use crate::accounts::sessions::{Device, Method};
use crate::accounts::tokens::{OneTimeToken, OneTimeTokens, Purpose};
use crate::act::Acts;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, Fault, Invalid, PersonName};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Wrong, used or expired, too many wrong codes, or an address that cannot sign in. Callers cannot tell which.
    #[error("the code is wrong, was used before, or has expired")]
    Invalid,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<SecurityError> for CodeError {
    fn from(error: SecurityError) -> Self {
        match error {
            SecurityError::Refused(_) | SecurityError::Invalid(_) => Self::Invalid,
            SecurityError::Fault(fault) => Self::Fault(fault),
        }
    }
}

#[derive(Constructor)]
pub struct SignInCodes {
    accounts: Arc<dyn AccountStore>,
    sessions: Arc<Sessions>,
    tokens: OneTimeTokens,
    acts: Acts,
}

impl SignInCodes {
    /// Queues a mail with a code. An unconfirmed address gets its confirmation mail instead, and an unknown one gets no
    /// mail.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn request(&self, email: &str, record: Option<RequestRecord>) -> Result<(), ResendError> {
        let email = EmailAddress::parse(email, "/email").map_err(|error| Invalid(vec![error]))?;
        let act = self.acts.begin();
        let (now, id) = (act.now, act.new_id());
        let mail = act.mail(MailKind::Decoy, &email, &PersonName::none());
        let address = email.clone();
        let step = Box::new(move |owner| {
            let (kind, purpose, registration_id, name, token_id) = match owner {
                AddressOwner::Confirmed(name) => {
                    (MailKind::SignInCode, Purpose::SignInCode, None, name, Some(id))
                }
                AddressOwner::Reserved(restore, name) => {
                    (MailKind::EmailChanged, Purpose::SignInCode, None, name, Some(restore))
                }
                AddressOwner::Pending(registration) => (
                    MailKind::VerifyEmail,
                    Purpose::VerifyEmail,
                    Some(registration),
                    PersonName::none(),
                    Some(id),
                ),
                AddressOwner::Unknown => {
                    (MailKind::Decoy, Purpose::SignInCode, None, PersonName::none(), None)
                }
            };
            RegistrationDraft {
                token: OneTimeToken::new(id, purpose, address, registration_id, now),
                mail: OutgoingMail { kind, name, token_id, ..mail },
                record,
            }
        });
        Ok(self.accounts.issue(email, now, step).await?)
    }

    /// Opens a session or asks the owner of the address for a second factor, if the code is from the newest mail.
    pub async fn sign_in(&self, email: &str, code: &str, device: Device) -> Result<SignInOutcome, CodeError> {
        let email = EmailAddress::parse(email, "/email").map_err(|_| CodeError::Invalid)?;
        let (act, tokens) = (self.acts.begin(), self.tokens.clone());
        let now = act.now;
        let code = code.trim().to_owned();
        let record = Arc::new(OnceLock::new());
        let found = record.clone();
        let step = Box::new(move |seen: &RedeemContext| {
            let matches = seen.token.as_ref().is_some_and(|token| tokens.code(token.id) == code);
            let _ = found.set(seen.record.clone());
            redeem_code(seen, matches, &act)
        });
        let selector = TokenSelector::NewestFor(email.clone(), &[Purpose::SignInCode]);
        self.accounts.redeem(selector, now, step).await.map_err(|refused| match refused {
            RedeemError::TokenInvalid => CodeError::Invalid,
            RedeemError::Fault(fault) => CodeError::Fault(fault),
        })?;
        let Some(Some(SignInRecord::User { user, password_hash })) = record.get().cloned() else {
            return Err(CodeError::Invalid);
        };
        let holds = move |account: &AccountSecurity| {
            account.password_hash == password_hash && account.user.email.key() == email.key()
        };
        Ok(self.sessions.finish_first_step(user.id, Method::Code, device, holds).await?)
    }
}
