//! Sign-in with a mailed code. Responses, work and rows are the same for every address.

use std::sync::{Arc, OnceLock};

use super::assurance::Method;
use super::session::Device;
use super::sign_in::SignInOutcome;
use super::signed_in::Sessions;
use crate::accounts::factors::AccountSecurity;
use crate::accounts::registration::{
    AddressOwner, RedeemContext, RedeemError, RegistrationDraft, ResendError, SignInRecord, TokenSelector,
    redeem_code,
};
use crate::accounts::tokens::{OneTimeToken, OneTimeTokens, Purpose};
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, EmailAddress, Invalid, PersonName, Refusal};

impl Sessions {
    /// Queues a mail with a code. An unconfirmed address gets its confirmation mail instead, and an unknown one gets no
    /// mail.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn request_code(&self, email: &str, record: Option<RequestRecord>) -> Result<(), ResendError> {
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
    ///
    /// # Errors
    /// `code_invalid` for a wrong, used or expired code, after too many wrong ones, and for an address that cannot sign
    /// in: callers cannot tell which.
    pub async fn sign_in_by_code(
        &self,
        email: &str,
        code: &str,
        device: Device,
    ) -> Result<SignInOutcome, Refusal> {
        let email = EmailAddress::parse(email, "/email").map_err(|_| Code::CodeInvalid)?;
        let (act, tokens) = (self.acts.begin(), OneTimeTokens::new(self.secrets.clone()));
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
            RedeemError::TokenInvalid => Refusal::from(Code::CodeInvalid),
            RedeemError::Fault(fault) => fault.into(),
        })?;
        let Some(Some(SignInRecord::User { user, password_hash })) = record.get().cloned() else {
            return Err(Code::CodeInvalid.into());
        };
        let holds = move |account: &AccountSecurity| {
            account.password_hash == password_hash && account.user.email.key() == email.key()
        };
        let finished = self.finish_first_step(user.id, Method::Code, device, holds).await;
        finished.map_err(|refusal| match refusal.code {
            Code::InvalidCredentials | Code::AccountDisabled | Code::NotFound => Code::CodeInvalid.into(),
            _ => refusal,
        })
    }
}
