//! Port for users and registrations. Each method is one unit of work: it stores everything or nothing. Rules run inside
//! it as pure synchronous steps on rows read under lock.

use async_trait::async_trait;
use uuid::Uuid;

use super::one_time_token::{OneTimeToken, Purpose};
use super::registration::{Confirmation, NewUser, PendingRegistration, Redemption};
use super::roles::Role;
use super::session::User;
use crate::mail::OutgoingMail;
use crate::shared::{EmailAddress, Fault, PersonName};

/// Why a user was not created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewUserError {
    /// The address belongs to a confirmed account.
    #[error("the address already has an account")]
    AddressTaken,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Why an address could not be confirmed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// Wrong, used or expired; callers cannot tell which.
    #[error("the link or code is wrong, was used before, or has expired")]
    TokenInvalid,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Who owns an address, as far as a mail needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressOwner {
    /// A confirmed user, with the name from the profile.
    Confirmed(PersonName),
    /// The newest unconfirmed registration, with the name entered in it.
    Pending(Uuid, PersonName),
    /// No confirmed user and no registration.
    Nobody,
}

/// What signing up or resending stores.
#[derive(Debug, Clone)]
pub struct RegistrationDraft {
    /// The token behind the mail.
    pub token: OneTimeToken,
    /// The mail; its kind depends on the owner of the address.
    pub mail: OutgoingMail,
}

/// Decides what to store once the store knows who owns the address.
pub type RegistrationStep = Box<dyn FnOnce(AddressOwner) -> RegistrationDraft + Send>;
/// Decides what happens to a presented token.
pub type RedeemStep = Box<dyn FnOnce(&Confirmation) -> Redemption + Send>;

/// How a token was presented.
#[derive(Debug, Clone)]
pub enum TokenSelector {
    /// By its link, whose secret has been verified.
    Id(Uuid),
    /// By address and typed code: the newest token sent to the address.
    NewestFor(EmailAddress, Purpose),
}

/// What signing in needs to know about an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInRecord {
    /// A confirmed user.
    User {
        /// The account.
        user: Box<User>,
        /// argon2id hash in PHC form.
        password_hash: String,
    },
    /// No user, but an unconfirmed registration (the newest).
    Unverified {
        /// argon2id hash in PHC form.
        password_hash: String,
    },
}

/// Stores users, credentials, profiles, roles and pending registrations.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Stores a sign-up: the registration, and the token and mail that `step` returns. MUST write the same
    /// rows for every address, so that taken and new addresses cost the same.
    async fn register(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault>;

    /// Stores the token and the mail that `step` returns when an address requests another confirmation mail.
    async fn resend(&self, email: EmailAddress, step: RegistrationStep) -> Result<(), Fault>;

    /// Reads the token under lock with its registration and the number of wrong codes counted against its address
    /// ([`TRIES_COUNT_FOR`](super::TRIES_COUNT_FOR)), and applies what `step` returns: creates the user and deletes all
    /// pending registrations of the address, counts a wrong code, or does nothing. Of two concurrent callers, the
    /// second MUST see what the first stored.
    ///
    /// # Errors
    /// `TokenInvalid` for an unknown token and for every step result but `Create`.
    async fn redeem(&self, selector: TokenSelector, step: RedeemStep) -> Result<Uuid, VerifyError>;

    /// The token with this id, used or expired ones included.
    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault>;

    /// What signing in needs to know about the address; `None` for an unknown one.
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault>;

    /// Creates a user without a registration (command line) and deletes the pending registrations of the address.
    async fn create_user(&self, user: NewUser) -> Result<(), NewUserError>;

    /// The confirmed user with this address, compared without regard to case.
    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault>;

    /// All users with a role, oldest first.
    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault>;
}
