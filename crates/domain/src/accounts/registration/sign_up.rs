//! Sign-up. Response, work and rows are the same for new, unconfirmed and taken addresses.

use std::sync::Arc;

use derive_more::Constructor;

use super::store::{AccountStore, AddressOwner, RegistrationDraft};
use crate::accounts::new_user::PendingRegistration;
use crate::accounts::passwords::{PasswordHasher, WeakPassword, check_password};
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::act::Acts;
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, Fault, FieldError, Invalid, PersonName};

/// Form input, not validated.
#[derive(Clone)]
pub struct SignUpRequest {
    pub email: String,
    pub password: String,
    pub first_name: String,
    pub last_name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignUpError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("{}", .0.sentence())]
    WeakPassword(WeakPassword),
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Constructor)]
pub struct SignUp {
    accounts: Arc<dyn AccountStore>,
    hasher: Arc<dyn PasswordHasher>,
    acts: Acts,
}

impl SignUp {
    /// Stores a registration and queues the confirmation mail. Only the owner of the address learns, from the mail,
    /// whether it has an account already.
    ///
    /// # Errors
    /// Field errors at `/email`, `/first_name`, `/last_name`, `/password`; `WeakPassword`; faults.
    pub async fn sign_up(
        &self,
        request: SignUpRequest,
        record: Option<RequestRecord>,
    ) -> Result<(), SignUpError> {
        let (email, name) = Self::check(&request)?;
        let password_hash = self.hasher.hash(&request.password).await?;
        let act = self.acts.begin();
        let now = act.now;
        let registration = PendingRegistration {
            id: act.new_id(),
            email: email.clone(),
            name,
            password_hash,
            created_at: now,
            contested: false,
        };
        let registration_id = registration.id;
        let token_id = act.new_id();
        let mail = act.mail(MailKind::VerifyEmail, &email, &PersonName::none());
        let step = Box::new(move |owner| match owner {
            // The mail greets the owner by the name in the profile and never by one that a stranger entered.
            AddressOwner::Confirmed(name) => RegistrationDraft {
                token: OneTimeToken::new(token_id, Purpose::VerifyEmail, email, None, now),
                mail: OutgoingMail { kind: MailKind::AccountExists, name, ..mail },
                record,
            },
            AddressOwner::Reserved(restore, name) => RegistrationDraft {
                token: OneTimeToken::new(token_id, Purpose::VerifyEmail, email, None, now),
                mail: OutgoingMail { kind: MailKind::EmailChanged, name, token_id: Some(restore), ..mail },
                record,
            },
            AddressOwner::Pending(_) | AddressOwner::Unknown => RegistrationDraft {
                token: OneTimeToken::new(token_id, Purpose::VerifyEmail, email, Some(registration_id), now),
                mail: OutgoingMail { token_id: Some(token_id), ..mail },
                record,
            },
        });
        Ok(self.accounts.register(registration, step).await?)
    }

    /// Validates the form and returns the address and the name.
    ///
    /// # Errors
    /// All field errors together, then `WeakPassword`.
    pub fn check(request: &SignUpRequest) -> Result<(EmailAddress, PersonName), SignUpError> {
        let (email, name) = Self::fields(request)?;
        check_password(&request.password, &name, &email).map_err(SignUpError::WeakPassword)?;
        Ok((email, name))
    }

    fn fields(request: &SignUpRequest) -> Result<(EmailAddress, PersonName), Invalid> {
        let mut errors = Vec::new();
        let email = EmailAddress::parse(&request.email, "/email");
        let name = PersonName::parse(&request.first_name, &request.last_name, &mut errors);
        if request.password.is_empty() {
            errors.push(FieldError::new("/password", "required", "Password is required."));
        }
        match email {
            Ok(email) => Invalid::unless_empty(errors).map(|()| (email, name)),
            Err(error) => {
                errors.insert(0, error);
                Err(Invalid(errors))
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResendError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Fault(#[from] Fault),
}
