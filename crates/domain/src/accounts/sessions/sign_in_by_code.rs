//! Sign-in with a mailed code. Responses, work and rows are the same for every address.

use std::sync::{Arc, OnceLock};

use super::assurance::Method;
use super::session::{Device, Sessions};
use super::sign_in::SignInOutcome;
use crate::accounts::account::{AddressOwner, RegistrationDraft, SignInRecord};
use crate::accounts::factors::AccountSecurity;
use crate::accounts::redeem_verification::{RedeemContext, TokenSelector, redeem_code};
use crate::accounts::tokens::{OneTimeToken, OneTimeTokens, Purpose};
use crate::act::Act;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, EmailAddress, PersonName, Refusal};

impl Sessions {
    /// Queues a mail with a code. An unconfirmed address gets its confirmation mail instead, and an unknown one gets no
    /// mail.
    pub async fn request_code(&self, email: &str, record: Option<RequestRecord>) -> Result<(), Refusal> {
        let email = EmailAddress::parse(email, "/email")?;
        let (act, address) = (self.acts.begin(), email.clone());
        let now = act.now;
        let step = Box::new(move |owner| request_code(owner, address, record, &act));
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
        let redeemed = self.accounts.redeem_verification(selector, now, step).await;
        redeemed.map_err(|refused| match refused.code {
            Code::TokenInvalid => Code::CodeInvalid.into(),
            _ => refused,
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

/// One token and one mail for every address.
fn request_code(
    owner: AddressOwner,
    address: EmailAddress,
    record: Option<RequestRecord>,
    act: &Act,
) -> RegistrationDraft {
    let id = act.new_id();
    let nobody = PersonName::none;
    let (kind, purpose, registration_id, name, token_id) = match owner {
        AddressOwner::Confirmed(name) => (MailKind::SignInCode, Purpose::SignInCode, None, name, Some(id)),
        AddressOwner::Reserved(restore, name) => {
            (MailKind::EmailChanged, Purpose::SignInCode, None, name, Some(restore))
        }
        AddressOwner::Pending(registration) => {
            (MailKind::VerifyEmail, Purpose::VerifyEmail, Some(registration), nobody(), Some(id))
        }
        AddressOwner::Unknown => (MailKind::Decoy, Purpose::SignInCode, None, nobody(), None),
    };
    let mail = OutgoingMail { token_id, ..act.mail(kind, &address, &name) };
    RegistrationDraft {
        token: OneTimeToken::new(id, purpose, address, registration_id, act.now),
        mail,
        record,
    }
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;
    use crate::mail::testing::act;

    #[test]
    fn only_a_confirmed_address_is_mailed_a_code() {
        let (restore, registration) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let ana = || PersonName { first: "Ana".into(), last: "Li".into() };
        let table = [
            (AddressOwner::Confirmed(ana()), MailKind::SignInCode, Purpose::SignInCode, None),
            (AddressOwner::Reserved(restore, ana()), MailKind::EmailChanged, Purpose::SignInCode, None),
            (
                AddressOwner::Pending(registration),
                MailKind::VerifyEmail,
                Purpose::VerifyEmail,
                Some(registration),
            ),
            (AddressOwner::Unknown, MailKind::Decoy, Purpose::SignInCode, None),
        ];
        for (owner, kind, purpose, registration_id) in table {
            let case = format!("{owner:?}");
            let address = EmailAddress::stored("a@example.org".into());
            let RegistrationDraft { token, mail, .. } =
                request_code(owner, address, None, &act(OffsetDateTime::UNIX_EPOCH));
            assert_eq!((mail.kind, token.purpose, token.registration_id), (kind, purpose, registration_id));
            let linked = match kind {
                MailKind::EmailChanged => Some(restore),
                MailKind::Decoy => None,
                _ => Some(token.id),
            };
            assert_eq!(mail.token_id, linked, "{case}");
        }
    }
}
