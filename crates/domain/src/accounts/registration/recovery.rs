//! Recovery of an account whose password is lost: requesting the mail, and setting a new password with the grant for
//! which its link is exchanged. Responses, work and rows are the same for every address.

use std::sync::Arc;

use derive_more::Constructor;

use super::password_reset::set_recovery_password;
use super::sign_in_record::SignInRecord;
use super::sign_up::ResendError;
use super::store::{AccountStore, AddressOwner, RecoverError, RegistrationDraft};
use crate::accounts::passwords::{PasswordHasher, check_password};
use crate::accounts::tokens::{OneTimeToken, OneTimeTokens, Purpose};
use crate::act::Acts;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, FieldError, Invalid, PersonName};

/// The single-use right to set a new password for an address, valid for ten minutes.
#[derive(Debug, Clone)]
pub struct Grant(OneTimeToken);

impl Grant {
    pub const fn email(&self) -> &EmailAddress {
        &self.0.email
    }
}

#[derive(Constructor)]
pub struct Recovery {
    accounts: Arc<dyn AccountStore>,
    hasher: Arc<dyn PasswordHasher>,
    tokens: OneTimeTokens,
    acts: Acts,
}

impl Recovery {
    /// Queues a mail with a recovery link if the address has an account or a pending registration.
    ///
    /// # Errors
    /// A field error at `/email`; faults.
    pub async fn request(&self, email: &str, record: Option<RequestRecord>) -> Result<(), ResendError> {
        let email = EmailAddress::parse(email, "/email").map_err(|error| Invalid(vec![error]))?;
        let act = self.acts.begin();
        let now = act.now;
        let token = OneTimeToken::new(act.new_id(), Purpose::Recovery, email.clone(), None, now);
        let mail = act.mail(MailKind::Decoy, &email, &PersonName::none());
        let step = Box::new(move |owner| {
            let (kind, name, token_id) = match owner {
                AddressOwner::Confirmed(name) => (MailKind::Recovery, name, Some(token.id)),
                AddressOwner::Reserved(restore, name) => (MailKind::EmailChanged, name, Some(restore)),
                // A stranger may have entered the name in an unconfirmed registration.
                AddressOwner::Pending(_) => (MailKind::Recovery, PersonName::none(), Some(token.id)),
                AddressOwner::Unknown => (MailKind::Decoy, PersonName::none(), None),
            };
            RegistrationDraft { token, mail: OutgoingMail { kind, name, token_id, ..mail }, record }
        });
        Ok(self.accounts.issue(email, now, step).await?)
    }

    /// The grant that a bearer token identifies.
    ///
    /// # Errors
    /// `Expired` for every token except one for a live grant; faults.
    pub async fn grant(&self, text: &str) -> Result<Grant, RecoverError> {
        let id = self.tokens.read_grant(text).ok_or(RecoverError::Expired)?;
        let token = self.accounts.find_token(id).await?;
        let now = self.acts.now();
        let live = |token: &OneTimeToken| token.purpose == Purpose::RecoveryGrant && token.is_live(now);
        token.filter(live).map(Grant).ok_or(RecoverError::Expired)
    }

    /// Sets a new password and ends all sessions of the user. Confirms the address if it is not confirmed yet.
    ///
    /// # Errors
    /// See [`RecoverError`]. The grant stays usable after `Invalid`, `WeakPassword` and `SamePassword`.
    pub async fn set_password(&self, grant: Grant, password: &str) -> Result<(), RecoverError> {
        let Grant(grant) = grant;
        if password.is_empty() {
            return Err(
                Invalid(vec![FieldError::new("/password", "required", "Password is required.")]).into()
            );
        }
        let record = self.accounts.sign_in_record(&grant.email).await?.ok_or(RecoverError::Expired)?;
        let (name, email, current) = match &record {
            SignInRecord::User { user, password_hash, .. } => {
                (&user.name, &user.email, password_hash.as_deref())
            }
            SignInRecord::Unverified { registration } => (&registration.name, &registration.email, None),
        };
        check_password(password, name, email).map_err(RecoverError::WeakPassword)?;
        if self.hasher.verify(password, current).await? {
            return Err(RecoverError::SamePassword);
        }
        let hash = self.hasher.hash(password).await?;
        let act = self.acts.begin();
        let step = Box::new(move |seen: &_| set_recovery_password(seen, hash, &act));
        self.accounts.set_recovery_password(grant.id, step).await
    }
}
