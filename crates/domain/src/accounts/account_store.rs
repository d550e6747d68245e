//! Users and registrations, as the use cases need them stored. A method is one whole unit of work: everything in it is
//! stored or nothing. Rules run inside it as pure synchronous steps, on rows read under lock.

use async_trait::async_trait;
use uuid::Uuid;

use super::one_time_token::{OneTimeToken, Purpose};
use super::registration::{Confirmation, NewUser, PendingRegistration, Redemption};
use super::roles::{Role, RoleChange};
use super::session::User;
use crate::audit::AuditEvent;
use crate::mail::OutgoingMail;
use crate::shared::{EmailAddress, Fault, PersonName};

/// Why a user was not created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewUserError {
    /// The address has an owner.
    #[error("the address already has an account")]
    AddressTaken,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Why an address was not confirmed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// Wrong, used and expired alike.
    #[error("the link or code is wrong, was used before, or has ended")]
    TokenInvalid,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Who owns an address, as far as a mail needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressOwner {
    /// A confirmed user, by the name of the profile.
    Confirmed(PersonName),
    /// The newest registration that waits for confirmation, and the name typed with it.
    Pending(Uuid, PersonName),
    /// Nobody.
    Nobody,
}

/// What a sign-up or a resend stores.
#[derive(Debug, Clone)]
pub struct RegistrationDraft {
    /// The token behind the mail.
    pub token: OneTimeToken,
    /// The mail; its kind depends on the owner of the address.
    pub mail: OutgoingMail,
}

/// Decides, once the store knows who owns the address, what is stored.
pub type RegistrationStep = Box<dyn FnOnce(AddressOwner) -> RegistrationDraft + Send>;
/// Judges a presented token.
pub type RedeemStep = Box<dyn FnOnce(&Confirmation) -> Redemption + Send>;

/// How a token was presented.
#[derive(Debug, Clone)]
pub enum TokenSelector {
    /// By its link, whose secret was right.
    Id(Uuid),
    /// By address and typed code: the newest one sent to it.
    NewestFor(EmailAddress, Purpose),
}

/// What signing in needs to know about an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInRecord {
    /// A confirmed user.
    User {
        /// The user.
        user: Box<User>,
        /// The stored hash.
        password_hash: String,
    },
    /// No user, but a registration that waits (the newest).
    Unverified {
        /// The stored hash.
        password_hash: String,
    },
}

/// Users, credentials, profiles, roles and pending registrations.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Stores a sign-up: the registration, and the token and mail that `step` returns. MUST write the same
    /// rows for every address, so that taken and new addresses cost the same.
    async fn register(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault>;

    /// Stores the token and the mail that `step` returns for an address that asks for a new confirmation mail.
    async fn resend(&self, email: EmailAddress, step: RegistrationStep) -> Result<(), Fault>;

    /// Loads the token under lock with its registration and the wrong codes that count for its address
    /// ([`TRIES_COUNT_FOR`](super::TRIES_COUNT_FOR)), and does what `step` returns: creates the user and
    /// drops all pending registrations of the address, or counts a wrong code, or nothing. MUST let the second
    /// of two callers see what the first did.
    ///
    /// # Errors
    /// `TokenInvalid` for an unknown token and for every answer but `Create`.
    async fn redeem(&self, selector: TokenSelector, step: RedeemStep) -> Result<Uuid, VerifyError>;

    /// The token with this id.
    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault>;

    /// What signing in needs.
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault>;

    /// Creates a user without a registration (command line) and drops those of the address.
    async fn create_user(&self, user: NewUser) -> Result<(), NewUserError>;

    /// The user with this address.
    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault>;

    /// Changes the roles of a user and writes `audit`; `false` when there is no such user.
    async fn change_roles(&self, user_id: Uuid, change: RoleChange, audit: AuditEvent)
    -> Result<bool, Fault>;

    /// All users with a role, oldest first.
    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault>;
}
