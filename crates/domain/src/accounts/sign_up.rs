//! Sign-up. Response, work and rows are the same for new, unconfirmed and taken addresses.

use crate::accounts::account::{Accounts, AddressOwner, PendingRegistration, RegistrationDraft};
use crate::accounts::passwords::check_password;
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, FieldError, Invalid, PersonName, Refusal};

/// Form input, not validated.
#[derive(Clone)]
pub struct SignUpRequest {
    pub email: String,
    pub password: String,
    pub first_name: String,
    pub last_name: String,
}

impl Accounts {
    /// Stores a registration and queues the confirmation mail. Only the owner of the address learns, from the mail,
    /// whether it has an account already.
    ///
    /// # Errors
    /// Those of [`check_sign_up`].
    pub async fn sign_up(
        &self,
        request: SignUpRequest,
        record: Option<RequestRecord>,
    ) -> Result<(), Refusal> {
        let (email, name) = check_sign_up(&request)?;
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
        let (registration_id, token_id) = (registration.id, act.new_id());
        let mail = act.mail(MailKind::VerifyEmail, &email, &PersonName::none());
        let step = Box::new(move |owner| {
            let (registration_id, mail) = match owner {
                // The mail greets the owner by the name in the profile and never by one that a stranger entered.
                AddressOwner::Confirmed(name) => {
                    (None, OutgoingMail { kind: MailKind::AccountExists, name, ..mail })
                }
                AddressOwner::Reserved(restore, name) => {
                    let kind = MailKind::EmailChanged;
                    (None, OutgoingMail { kind, name, token_id: Some(restore), ..mail })
                }
                AddressOwner::Pending(_) | AddressOwner::Unknown => {
                    (Some(registration_id), OutgoingMail { token_id: Some(token_id), ..mail })
                }
            };
            let token = OneTimeToken::new(token_id, Purpose::VerifyEmail, email, registration_id, now);
            RegistrationDraft { token, mail, record }
        });
        Ok(self.store.sign_up(registration, step).await?)
    }
}

/// Validates the form and returns the address and the name.
///
/// # Errors
/// All field errors together, then `weak_password`.
pub fn check_sign_up(request: &SignUpRequest) -> Result<(EmailAddress, PersonName), Refusal> {
    let mut errors = Vec::new();
    let email = EmailAddress::parse(&request.email, "/email");
    let email = email.map_err(|error| errors.push(error));
    let name = PersonName::parse(&request.first_name, &request.last_name, &mut errors);
    if request.password.is_empty() {
        errors.push(FieldError::new("/password", "required", "Password is required."));
    }
    let (Ok(email), []) = (email, errors.as_slice()) else { return Err(Invalid(errors).into()) };
    check_password(&request.password, &name, &email)?;
    Ok((email, name))
}
