//! Port for users and registrations. Each method is one unit of work: it stores everything or nothing. Rules run inside
//! it as pure synchronous steps on rows read under lock.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::password_reset::{PasswordReset, ResetContext};
use super::redemption::{RedeemContext, RedeemOutcome, RedeemPlan};
use super::sign_in_record::SignInRecord;
use crate::accounts::new_user::{NewUser, PendingRegistration};
use crate::accounts::passwords::WeakPassword;
use crate::accounts::roles::Role;
use crate::accounts::sessions::User;
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::idempotency::RequestRecord;
use crate::mail::OutgoingMail;
use crate::shared::{EmailAddress, Fault, Invalid, PersonName};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewUserError {
    #[error("the address already has an account")]
    AddressTaken,
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedeemError {
    /// Wrong, used or expired. Callers cannot tell which.
    #[error("the link or code is wrong, was used before, or has expired")]
    TokenInvalid,
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// What a mail needs to know about the owner of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressOwner {
    Confirmed(PersonName),
    /// No user, but the address is reserved for its previous owner: the token that restores it, and the name in the
    /// profile.
    Reserved(Uuid, PersonName),
    /// The newest unconfirmed registration. No mail shows its name, because a stranger may have entered it.
    Pending(Uuid),
    /// No confirmed user and no registration.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecoverError {
    /// The grant is wrong, used or expired. Callers cannot tell which.
    #[error("the time to set a new password has expired")]
    Expired,
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("{}", .0.sentence())]
    WeakPassword(WeakPassword),
    #[error("the new password is the current one")]
    SamePassword,
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Debug, Clone)]
pub struct RegistrationDraft {
    pub token: OneTimeToken,
    /// The kind of mail depends on the owner of the address.
    pub mail: OutgoingMail,
    pub record: Option<RequestRecord>,
}

/// Decides what to store once the store knows who owns the address.
pub type RegistrationStep = Box<dyn FnOnce(AddressOwner) -> RegistrationDraft + Send>;
/// `None` if the recovery grant is not accepted.
pub type ResetStep = Box<dyn FnOnce(&ResetContext) -> Option<PasswordReset> + Send>;
pub type RedeemStep = Box<dyn FnOnce(&RedeemContext) -> RedeemOutcome + Send>;

#[derive(Debug, Clone)]
pub enum TokenSelector {
    /// The token of a link whose secret has been verified.
    Id(Uuid),
    /// The newest token with one of these purposes that was sent to the address, so that each attempt is compared with
    /// one code.
    NewestFor(EmailAddress, &'static [Purpose]),
}

/// Stores users, credentials, profiles, roles and pending registrations.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Stores a registration with the token and mail from `step`. MUST write the same rows for every address, so that
    /// taken and new addresses cost the same. MUST mark the registration as contested if another one for the address is
    /// pending.
    async fn register(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault>;

    /// Stores the token and the mail from `step` when a client requests a confirmation mail, a recovery mail or a
    /// sign-in code for an address. MUST write the same rows for every address. `now` decides which addresses are
    /// reserved.
    async fn issue(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: RegistrationStep,
    ) -> Result<(), Fault>;

    /// Reads a [`RedeemContext`] under the lock on the address and applies the outcome of `step`. Redeeming marks all
    /// tokens for the address with the same purpose as used. If it creates a user, all pending registrations for the
    /// address are deleted. A wrong code MUST be counted with the same statements for every address. The second of two
    /// concurrent callers MUST see the rows of the first. `now` decides which wrong codes are still counted.
    ///
    /// # Errors
    /// `TokenInvalid` for a link with an unknown token, and for every outcome except `Redeem`.
    async fn redeem(
        &self,
        selector: TokenSelector,
        now: OffsetDateTime,
        step: RedeemStep,
    ) -> Result<RedeemPlan, RedeemError>;

    /// Reads the grant and the owner of its address under lock, and applies the result of `step`. It sets the password
    /// and ends every session and any pending change of the user's address, or creates the user and deletes the pending
    /// registrations for the address. Grants and recovery links for the address are then marked as used. The second of
    /// two concurrent callers with one grant MUST see that it is used.
    ///
    /// # Errors
    /// `Expired` for an unknown grant, and if the step returns `None`.
    async fn set_recovery_password(&self, grant_id: Uuid, step: ResetStep) -> Result<(), RecoverError>;

    /// The token with this id, even if it is used or expired.
    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault>;

    /// `None` for an unknown address. MUST cost the same for every address.
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault>;

    /// Creates a user without a registration (command line) and deletes the pending registrations for the address.
    ///
    /// # Errors
    /// `AddressTaken` for an address that belongs to a user or is reserved for one.
    async fn create_user(&self, user: NewUser) -> Result<(), NewUserError>;

    /// The confirmed user with this address, ignoring case.
    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault>;

    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault>;
}
