//! Sign-up. Response, work and rows are the same for new, unconfirmed and taken addresses.

use crate::accounts::request_mail::requested_mail;
use crate::accounts::{Accounts, AddressOwner, PendingRegistration, Purpose, check_password};
use crate::idempotency::RequestRecord;
use crate::shared::{EmailAddress, FieldError, Invalid, PersonName, Refusal};

/// The person, address and password of a new account, not validated.
#[derive(Clone)]
pub struct NewAccount {
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
    pub async fn sign_up(&self, request: NewAccount, record: Option<RequestRecord>) -> Result<(), Refusal> {
        let (email, name) = check_sign_up(&request)?;
        let password_hash = self.hasher.hash(&request.password).await?;
        let act = self.acts.begin();
        let registration = PendingRegistration {
            id: act.new_id(),
            email: email.clone(),
            name,
            password_hash,
            created_at: act.now,
            contested: false,
        };
        let registration_id = registration.id;
        let step = Box::new(move |owner| {
            let owner = match owner {
                AddressOwner::Pending(_) | AddressOwner::Unknown => AddressOwner::Pending(registration_id),
                known => known,
            };
            requested_mail(owner, Purpose::VerifyEmail, email, record, &act)
        });
        Ok(self.store.sign_up(registration, step).await?)
    }
}

/// Validates the form and returns the address and the name.
///
/// # Errors
/// All field errors together, then `weak_password`.
pub fn check_sign_up(request: &NewAccount) -> Result<(EmailAddress, PersonName), Refusal> {
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
