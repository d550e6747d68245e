//! What accounts need from the world. A store method is one whole unit of work: everything in it is stored
//! or nothing. Rules run inside it as pure synchronous steps, on rows read under lock.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::email::EmailAddress;
use super::name::PersonName;
use super::one_time_token::{OneTimeToken, Purpose};
use super::registration::{Confirmation, PendingRegistration, Redemption, TokenInvalid};
use super::roles::{Role, RoleChange};
use super::session::{LiveSession, RefreshRefused, RefreshStep, Session, SessionScope, User};
use crate::audit::AuditEvent;
use crate::mail::OutgoingMail;
use crate::shared::{Fault, Listing, Page};

/// A user about to be created with a confirmed address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUser {
    /// Random id.
    pub id: Uuid,
    /// The confirmed address.
    pub email: EmailAddress,
    /// The profile's names.
    pub name: PersonName,
    /// argon2id hash in PHC form.
    pub password_hash: String,
    /// The first roles.
    pub roles: Vec<Role>,
    /// Now.
    pub created_at: OffsetDateTime,
    /// The entry that belongs to the act.
    pub audit: AuditEvent,
}

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
    /// [`TokenInvalid`] (as `Ok(Err(_))`) for an unknown token and for every answer but `Create`.
    async fn redeem(
        &self,
        selector: TokenSelector,
        step: RedeemStep,
    ) -> Result<Result<Uuid, TokenInvalid>, Fault>;

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

/// Judges a presented refresh token.
pub type RotateStep = Box<dyn FnOnce(&Session) -> Result<RefreshStep, RefreshRefused> + Send>;

/// Why a refresh gave no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RotateError {
    /// The rule refused it (unknown sessions are `Invalid`, a revoking step is `Reused`).
    #[error(transparent)]
    Refused(#[from] RefreshRefused),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Sessions.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Stores a new session.
    async fn open(&self, session: Session) -> Result<(), Fault>;

    /// The session with its user and the user's roles of this moment, ended ones too.
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault>;

    /// Notes that a token of `counter` was accepted `now`; no effect when the counter has moved on or its use is
    /// noted already.
    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault>;

    /// Loads the session under lock, runs `step`, stores what it returns.
    async fn rotate(&self, id: Uuid, now: OffsetDateTime, step: RotateStep) -> Result<Session, RotateError>;

    /// Ends sessions of a user; ended ones stay as they are.
    async fn end(
        &self,
        user_id: Uuid,
        current: Uuid,
        scope: SessionScope,
        now: OffsetDateTime,
    ) -> Result<(), Fault>;

    /// Ends one session of a user, ended or run out before or not; `false` when the user has no such session.
    async fn end_one(&self, user_id: Uuid, id: Uuid, now: OffsetDateTime) -> Result<bool, Fault>;

    /// A page of the sessions of a user that live at `now`, those used last first.
    async fn live(&self, user_id: Uuid, now: OffsetDateTime, page: Page) -> Result<Listing<Session>, Fault>;
}

/// Why a hash could not be made or checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HashError {
    /// Too many wait already; try again in a moment. HTTP 503 `busy`.
    #[error("too many password checks at once")]
    Busy,
    /// The hasher failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Slow password hashes (argon2id). Both methods MUST use the [composed form](super::composed_password) of a password,
/// or changing the keyboard prevents signing in.
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// Hashes a new password; the answer is in PHC form.
    async fn hash(&self, password: &str) -> Result<String, HashError>;

    /// Whether `password` belongs to `hash`. With `None` it MUST take as long and answer `false`, so that
    /// unknown addresses cost what known ones do.
    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, HashError>;
}

/// What stands in an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessClaims {
    /// The user.
    pub user_id: Uuid,
    /// The session.
    pub session_id: Uuid,
    /// The refresh counter it was given with.
    pub counter: u32,
    /// When it ends.
    pub expires_at: OffsetDateTime,
}

/// A key that third parties check access tokens with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedKey {
    /// Its name in the footer of a token, `k4.pid.…`.
    pub id: String,
    /// The public key, `k4.public.…`.
    pub paserk: String,
    /// From when it signs.
    pub not_before: OffsetDateTime,
    /// When what it signed has ended; the year 9999 while no end is known.
    pub not_after: OffsetDateTime,
}

/// Why an access token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefused {
    /// Not ours, damaged, or signed with a key we do not know.
    #[error("the access token is not valid")]
    Invalid,
    /// Ours, but over.
    #[error("the access token has expired")]
    Expired,
}

/// Signs and checks access tokens (PASETO v4.public).
pub trait TokenIssuer: Send + Sync {
    /// Signs the claims.
    fn issue(&self, claims: &AccessClaims) -> Result<String, Fault>;

    /// Checks signature and end; reads the claims.
    fn verify(&self, token: &str, now: OffsetDateTime) -> Result<AccessClaims, TokenRefused>;

    /// The keys whose tokens are accepted now or will be, oldest first. One MUST stand here for
    /// [`KEY_SET_MAX_AGE`](super::KEY_SET_MAX_AGE) before it signs.
    fn published_keys(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault>;
}

/// Keys and MACs derived from a secret that is not in the database (HKDF, HMAC-SHA-256).
pub trait SecretDeriver: Send + Sync {
    /// 256 bits that depend on the secret, `label`, `id` and `message`.
    fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32];

    /// Whether `presented` is what [`derive`](Self::derive) gives, in constant time.
    fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool;
}
