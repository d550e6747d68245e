//! Signing up. The answer, the work and the rows written are alike for new, unconfirmed and taken addresses.

use std::sync::Arc;

use super::account_store::{AccountStore, AddressOwner, RegistrationDraft};
use super::one_time_token::{OneTimeToken, Purpose};
use super::password::{WeakPassword, check_password};
use super::password_hasher::{HashError, PasswordHasher};
use super::registration::PendingRegistration;
use crate::mail::{MailKind, MailQueue, OutgoingMail};
use crate::shared::{Clock, EmailAddress, Fault, FieldError, IdSource, Invalid, PersonName};

/// What the form sends.
#[derive(Clone)]
pub struct SignUpRequest {
    /// Any text; checked.
    pub email: String,
    /// Checked by the policy.
    pub password: String,
    /// Checked.
    pub first_name: String,
    /// Checked.
    pub last_name: String,
}

/// Why nobody was registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignUpError {
    /// Fields are wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The policy refuses the password.
    #[error("{}", .0.sentence())]
    WeakPassword(WeakPassword),
    /// Too many sign-ups at once.
    #[error("too many password checks at once")]
    Busy,
    /// A port failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<HashError> for SignUpError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Busy,
            HashError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// The ports of [`SignUp`].
pub struct SignUpPorts {
    /// Registrations.
    pub accounts: Arc<dyn AccountStore>,
    /// Hashes.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Ids.
    pub ids: Arc<dyn IdSource>,
    /// Makes outbox rows.
    pub mails: MailQueue,
}

/// The use case.
pub struct SignUp(SignUpPorts);

impl SignUp {
    /// Wires the use case.
    pub fn new(ports: SignUpPorts) -> Self {
        Self(ports)
    }

    /// Registers a person and queues the mail that lets them confirm the address. Whether the address has an
    /// account already shows only in which mail its owner gets.
    ///
    /// # Errors
    /// Field errors at `/email`, `/first_name`, `/last_name`, `/password`; the policy's refusal; busy; faults.
    pub async fn sign_up(&self, request: SignUpRequest) -> Result<(), SignUpError> {
        let (email, name) = Self::check(&request)?;
        check_password(&request.password, &name, &email).map_err(SignUpError::WeakPassword)?;

        let password_hash = self.0.hasher.hash(&request.password).await?;
        let now = self.0.clock.now();
        let registration = PendingRegistration {
            id: self.0.ids.new_id(),
            email: email.clone(),
            name: name.clone(),
            password_hash,
            created_at: now,
        };
        let registration_id = registration.id;
        let token_id = self.0.ids.new_id();
        let mail = self.0.mails.mail(MailKind::VerifyEmail, email.clone(), name, now);
        let step = Box::new(move |owner| match owner {
            // The owner is greeted by the profile's name, never by what a stranger typed.
            AddressOwner::Confirmed(name) => RegistrationDraft {
                token: OneTimeToken::new(token_id, Purpose::VerifyEmail, email, None, now),
                mail: OutgoingMail { kind: MailKind::AccountExists, name, ..mail },
            },
            AddressOwner::Pending(..) | AddressOwner::Nobody => RegistrationDraft {
                token: OneTimeToken::new(token_id, Purpose::VerifyEmail, email, Some(registration_id), now),
                mail: OutgoingMail { token_id: Some(token_id), ..mail },
            },
        });
        Ok(self.0.accounts.register(registration, step).await?)
    }

    /// All field errors at once.
    fn check(request: &SignUpRequest) -> Result<(EmailAddress, PersonName), Invalid> {
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
