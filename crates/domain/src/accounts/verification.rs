use std::sync::Arc;

use derive_more::Constructor;

use crate::accounts::email_changes::{EmailChanges, Redeemed};
use crate::accounts::registration::{
    AccountStore, AddressOwner, RedeemContext, RedeemError, RegistrationDraft, ResendError, TokenSelector,
    codes_of, redeem_code, redeem_link,
};
use crate::accounts::tokens::{OneTimeToken, OneTimeTokens, Purpose};
use crate::act::Acts;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, Invalid, PersonName};

#[derive(Clone)]
pub enum PresentedToken {
    /// The text after `#token=` in the link.
    Link(String),
    Code {
        email: String,
        code: String,
    },
}

#[derive(Clone)]
pub struct ResendRequest {
    pub email: String,
}

#[derive(Constructor)]
pub struct Verification {
    accounts: Arc<dyn AccountStore>,
    changes: Arc<EmailChanges>,
    tokens: OneTimeTokens,
    acts: Acts,
}

impl Verification {
    /// Redeems a link or a code. It confirms an address, grants the right to set a new password, confirms a change of
    /// address, or restores an address. Confirming an address creates the user with the role applicant and deletes the
    /// other registrations for the address. Does not sign the user in.
    ///
    /// # Errors
    /// `TokenInvalid` if the token is not accepted; faults.
    pub async fn redeem(&self, presented: PresentedToken) -> Result<Redeemed, RedeemError> {
        let act = self.acts.begin();
        let now = act.now;
        let used = match presented {
            PresentedToken::Link(text) => {
                let id = self.tokens.read_link(&text).ok_or(RedeemError::TokenInvalid)?;
                let token = self.accounts.find_token(id).await?.ok_or(RedeemError::TokenInvalid)?;
                if token.purpose.is_of_change() {
                    return self.changes.redeem(id).await;
                }
                let step = Box::new(move |seen: &_| redeem_link(seen, &act));
                self.accounts.redeem(TokenSelector::Id(id), now, step).await?
            }
            PresentedToken::Code { email, code } => {
                let email = EmailAddress::parse(&email, "/email").map_err(|_| RedeemError::TokenInvalid)?;
                let purposes = codes_of(self.accounts.sign_in_record(&email).await?.as_ref());
                let tokens = self.tokens.clone();
                let step = Box::new(move |seen: &RedeemContext| {
                    let matches =
                        seen.token.as_ref().is_some_and(|token| tokens.code(token.id) == code.trim());
                    redeem_code(seen, matches, &act)
                });
                self.accounts.redeem(TokenSelector::NewestFor(email, purposes), now, step).await?
            }
        };
        let recovery_token = used.grant.map(|grant| self.tokens.grant(grant.id));
        match (used.create, recovery_token) {
            (Some(user), recovery_token) => Ok(Redeemed::Address { email: user.email, recovery_token }),
            (None, Some(recovery_token)) => Ok(Redeemed::Recovery { recovery_token }),
            (None, None) => Err(RedeemError::TokenInvalid),
        }
    }

    /// Queues another confirmation mail if the address has an unconfirmed registration. A confirmed owner gets a mail
    /// saying that the account exists, and an unknown address gets none. Writes the same rows for every address.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn resend(
        &self,
        request: ResendRequest,
        record: Option<RequestRecord>,
    ) -> Result<(), ResendError> {
        let email = EmailAddress::parse(&request.email, "/email").map_err(|error| Invalid(vec![error]))?;
        let act = self.acts.begin();
        let (now, new_id) = (act.now, act.new_id());
        let mail = act.mail(MailKind::Decoy, &email, &PersonName::none());
        let address = email.clone();
        let step = Box::new(move |owner| {
            let (kind, registration_id, name, token_id) = match owner {
                AddressOwner::Confirmed(name) => (MailKind::AccountExists, None, name, None),
                AddressOwner::Reserved(restore, name) => (MailKind::EmailChanged, None, name, Some(restore)),
                AddressOwner::Pending(id) => {
                    (MailKind::VerifyEmail, Some(id), PersonName::none(), Some(new_id))
                }
                AddressOwner::Unknown => (MailKind::Decoy, None, mail.name.clone(), None),
            };
            RegistrationDraft {
                token: OneTimeToken::new(new_id, Purpose::VerifyEmail, address, registration_id, now),
                mail: OutgoingMail { kind, name, token_id, ..mail },
                record,
            }
        });
        Ok(self.accounts.issue(email, now, step).await?)
    }
}
