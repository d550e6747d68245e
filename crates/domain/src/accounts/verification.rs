//! Confirming an address with the link or the typed code of a mail, and requesting another mail.

use std::sync::Arc;

use super::account_store::{AccountStore, AddressOwner, RegistrationDraft, TokenSelector, VerifyError};
use super::one_time_token::{OneTimeToken, OneTimeTokens, Purpose};
use super::registration::{Confirmation, redeem};
use crate::mail::{MailKind, MailQueue, OutgoingMail};
use crate::shared::{Clock, EmailAddress, Fault, IdSource, Invalid, PersonName};

/// What a person presents to prove that the mail reached them.
#[derive(Clone)]
pub enum Presented {
    /// The text after `#token=` in the link.
    Link(String),
    /// The address and the six digits.
    Code {
        /// The address the mail went to.
        email: String,
        /// The digits as typed.
        code: String,
    },
}

/// A request for another mail.
#[derive(Clone)]
pub struct ResendRequest {
    /// Unchecked.
    pub email: String,
}

/// Why no mail was queued.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResendError {
    /// The address is invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A port failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Confirms addresses.
pub struct Verification {
    accounts: Arc<dyn AccountStore>,
    tokens: OneTimeTokens,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    mails: MailQueue,
}

impl Verification {
    /// Creates the use cases from their ports.
    pub fn new(
        accounts: Arc<dyn AccountStore>,
        tokens: OneTimeTokens,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn IdSource>,
        mails: MailQueue,
    ) -> Self {
        Self { accounts, tokens, clock, ids, mails }
    }

    /// Confirms an address: creates the user with the role applicant and deletes the other registrations of the
    /// address. Does not sign in.
    ///
    /// # Errors
    /// `TokenInvalid` for anything wrong with the token; faults.
    pub async fn verify(&self, presented: Presented) -> Result<(), VerifyError> {
        let now = self.clock.now();
        let (user_id, audit_id) = (self.ids.new_id(), self.ids.new_id());
        match presented {
            Presented::Link(text) => {
                let id = self.tokens.read_link(&text).ok_or(VerifyError::TokenInvalid)?;
                let step = Box::new(move |seen: &_| redeem(seen, None, user_id, audit_id, now));
                self.accounts.redeem(TokenSelector::Id(id), step).await?
            }
            Presented::Code { email, code } => {
                let email = EmailAddress::parse(&email, "/email").map_err(|_| VerifyError::TokenInvalid)?;
                let tokens = self.tokens.clone();
                let step = Box::new(move |seen: &Confirmation| {
                    let matches = tokens.code(seen.token.id) == code.trim();
                    redeem(seen, Some(matches), user_id, audit_id, now)
                });
                self.accounts.redeem(TokenSelector::NewestFor(email, Purpose::VerifyEmail), step).await?
            }
        };
        Ok(())
    }

    /// Queues another confirmation mail if the address has an unconfirmed registration. Every address costs the same
    /// rows: a confirmed owner gets a mail that the account exists, and an unknown address gets none.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn resend(&self, request: ResendRequest) -> Result<(), ResendError> {
        let email = EmailAddress::parse(&request.email, "/email").map_err(|error| Invalid(vec![error]))?;
        let now = self.clock.now();
        let token_id = self.ids.new_id();
        let nobody = PersonName { first: String::new(), last: String::new() };
        let mail = self.mails.mail(MailKind::Silence, email.clone(), nobody, now);
        let address = email.clone();
        let step = Box::new(move |owner| {
            let (kind, registration_id, name) = match owner {
                AddressOwner::Confirmed(name) => (MailKind::AccountExists, None, name),
                AddressOwner::Pending(id, name) => (MailKind::VerifyEmail, Some(id), name),
                AddressOwner::Nobody => (MailKind::Silence, None, mail.name.clone()),
            };
            RegistrationDraft {
                token: OneTimeToken::new(token_id, Purpose::VerifyEmail, address, registration_id, now),
                mail: OutgoingMail { kind, name, token_id: registration_id.map(|_| token_id), ..mail },
            }
        });
        Ok(self.accounts.resend(email, step).await?)
    }
}
