use std::sync::Arc;

use crate::accounts::email_changes::EmailChanges;
use crate::accounts::email_changes::Redeemed;
use crate::accounts::registration::ResendError;
use crate::accounts::registration::{
    AccountStore, AddressOwner, RedeemError, RegistrationDraft, TokenSelector,
};
use crate::accounts::registration::{RedeemContext, RedeemIds, codes_of, redeem_code, redeem_link};
use crate::accounts::tokens::{OneTimeToken, OneTimeTokens, Purpose};
use crate::mail::{MailKind, MailQueue, OutgoingMail};
use crate::shared::{Clock, EmailAddress, IdSource, Invalid, PersonName};

#[derive(Clone)]
pub enum PresentedToken {
    /// The text after `#token=` in the link.
    Link(String),
    Code {
        email: String,
        /// The digits as typed.
        code: String,
    },
}

#[derive(Clone)]
pub struct ResendRequest {
    pub email: String,
}

pub struct Verification {
    accounts: Arc<dyn AccountStore>,
    changes: Arc<EmailChanges>,
    tokens: OneTimeTokens,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    mails: MailQueue,
}

impl Verification {
    pub fn new(
        accounts: Arc<dyn AccountStore>,
        changes: Arc<EmailChanges>,
        tokens: OneTimeTokens,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn IdSource>,
        mails: MailQueue,
    ) -> Self {
        Self { accounts, changes, tokens, clock, ids, mails }
    }

    /// Uses a link or a code: confirms an address, which creates the user with the role applicant and deletes the other
    /// registrations of the address; grants the choice of a new password; confirms a change of address or puts an address
    /// back. Does not sign in.
    ///
    /// # Errors
    /// `TokenInvalid` for anything wrong with the token; faults.
    pub async fn redeem(&self, presented: PresentedToken) -> Result<Redeemed, RedeemError> {
        let (now, mails, ids) = (self.clock.now(), self.mails.clone(), RedeemIds::new(&*self.ids));
        let used = match presented {
            PresentedToken::Link(text) => {
                let id = self.tokens.read_link(&text).ok_or(RedeemError::TokenInvalid)?;
                let token = self.accounts.find_token(id).await?.ok_or(RedeemError::TokenInvalid)?;
                if token.purpose.is_of_change() {
                    return self.changes.redeem(id).await;
                }
                let step = Box::new(move |seen: &_| redeem_link(seen, ids, &mails, now));
                self.accounts.redeem(TokenSelector::Id(id), now, step).await?
            }
            PresentedToken::Code { email, code } => {
                let email = EmailAddress::parse(&email, "/email").map_err(|_| RedeemError::TokenInvalid)?;
                let purposes = codes_of(self.accounts.sign_in_record(&email).await?.as_ref());
                let tokens = self.tokens.clone();
                let step = Box::new(move |seen: &RedeemContext| {
                    let matches =
                        seen.token.as_ref().is_some_and(|token| tokens.code(token.id) == code.trim());
                    redeem_code(seen, matches, ids, &mails, now)
                });
                self.accounts.redeem(TokenSelector::NewestFor(email, purposes), now, step).await?
            }
        };
        let recovery_token = used.grant.map(|grant| self.tokens.grant(grant.id));
        Ok(match (used.purpose, recovery_token) {
            (Purpose::Recovery, Some(recovery_token)) => Redeemed::Recovery { recovery_token },
            (_, recovery_token) => Redeemed::Address { recovery_token },
        })
    }

    /// Queues another confirmation mail if the address has an unconfirmed registration. Every address costs the same
    /// rows: a confirmed owner gets a mail that the account exists, and an unknown address gets none.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn resend(&self, request: ResendRequest) -> Result<(), ResendError> {
        let email = EmailAddress::parse(&request.email, "/email").map_err(|error| Invalid(vec![error]))?;
        let now = self.clock.now();
        let new_id = self.ids.new_id();
        let mail = self.mails.mail(MailKind::Decoy, email.clone(), PersonName::none(), now);
        let address = email.clone();
        let step = Box::new(move |owner| {
            let (kind, registration_id, name, token_id) = match owner {
                AddressOwner::Confirmed(name) => (MailKind::AccountExists, None, name, None),
                AddressOwner::Moved(restore, name) => (MailKind::EmailChanged, None, name, Some(restore)),
                AddressOwner::Pending(id) => {
                    (MailKind::VerifyEmail, Some(id), PersonName::none(), Some(new_id))
                }
                AddressOwner::Nobody => (MailKind::Decoy, None, mail.name.clone(), None),
            };
            RegistrationDraft {
                token: OneTimeToken::new(new_id, Purpose::VerifyEmail, address, registration_id, now),
                mail: OutgoingMail { kind, name, token_id, ..mail },
            }
        });
        Ok(self.accounts.issue(email, now, step).await?)
    }
}
