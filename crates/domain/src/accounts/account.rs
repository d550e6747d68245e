//! What the acts on accounts share: the owner of an address, and the port for accounts; and changing one's own names.

use std::sync::Arc;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    Caller, ChangeResend, EmailChangeContext, EmailChangeOutcome, EmailChangeRequest, OneTimeToken,
    PasswordChange, PasswordHasher, PasswordReset, PendingChange, PresentedChange, RedeemContext,
    RedeemOutcome, RedeemPlan, ResetContext, Role, Secrets, TokenSelector, User,
};
use crate::act::{Act, Acts};
use crate::audit::AuditEvent;
use crate::idempotency::RequestRecord;
use crate::mail::OutgoingMail;
use crate::shared::{EmailAddress, Fault, Invalid, PersonName, Refusal, Step};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUser {
    pub id: Uuid,
    pub email: EmailAddress,
    pub name: PersonName,
    /// argon2id hash in PHC form; `None` if the owner must set a password first.
    pub password_hash: Option<String>,
    pub roles: Vec<Role>,
    pub created_at: OffsetDateTime,
    pub audit: AuditEvent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingRegistration {
    /// Id of the registration, not of the future user.
    pub id: Uuid,
    pub email: EmailAddress,
    pub name: PersonName,
    /// argon2id hash (PHC form) of the password entered at sign-up.
    pub password_hash: String,
    pub created_at: OffsetDateTime,
    /// Whether another sign-up with the address was pending at the time of this one. It is then unknown who chose this
    /// password.
    pub contested: bool,
}

impl PendingRegistration {
    /// The confirmed user, with the role applicant.
    pub fn confirmed(&self, password_hash: Option<String>, act: &Act) -> NewUser {
        let user_id = act.new_id();
        NewUser {
            id: user_id,
            email: self.email.clone(),
            name: self.name.clone(),
            password_hash,
            roles: vec![Role::Applicant],
            created_at: act.now,
            audit: act.audit_own("user.verified", user_id),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub user: User,
    /// argon2id hash in PHC form; `None` without a usable password, as until the owner of a contested address sets one.
    pub password_hash: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInRecord {
    User(Box<Account>),
    /// No user, but an unconfirmed registration (the newest).
    Unverified(Box<PendingRegistration>),
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
    Unknown,
}

/// What a request for a mail to an address stores.
#[derive(Debug, Clone)]
pub struct RegistrationDraft {
    pub token: OneTimeToken,
    /// The kind of mail depends on the owner of the address.
    pub mail: OutgoingMail,
    pub record: Option<RequestRecord>,
    /// An administrator's request for the mail.
    pub audit: Option<AuditEvent>,
}

/// Decides what to store once the store knows who owns the address.
pub type RegistrationStep = Box<dyn FnOnce(AddressOwner) -> RegistrationDraft + Send>;
pub type RedeemStep = Box<dyn FnOnce(&RedeemContext) -> RedeemOutcome + Send>;
/// Decides which mails to resend for an address with or without a pending change.
pub type ResendChangeStep = Box<dyn FnOnce(Option<&PendingChange>) -> ChangeResend + Send>;

/// Stores users, credentials, profiles, pending registrations and changes of address. Each method is one unit of work:
/// it stores everything or nothing. The second of two concurrent callers MUST see the rows of the first. Locks are taken
/// in this order: first all affected addresses, sorted, then the user.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Stores a registration with the token and mail from `step`. MUST write the same rows for every address, so that
    /// taken and new addresses cost the same. MUST mark the registration as contested if another one for the address is
    /// pending.
    async fn sign_up(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault>;

    /// Stores the token and the mail from `step` when a client requests a confirmation mail, a recovery mail or a
    /// sign-in code for an address. MUST write the same rows for every address. `now` decides which addresses are
    /// reserved.
    ///
    /// # Errors
    /// `forbidden` if the actor of the audit event is no longer an administrator.
    async fn issue(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: RegistrationStep,
    ) -> Result<(), Refusal>;

    /// Reads a [`RedeemContext`] under the lock on the address and applies the outcome of `step`. Redeeming marks all
    /// tokens for the address with the same purpose as used. If it creates a user, all pending registrations for the
    /// address are deleted. A wrong code MUST be counted with the same statements for every address. `now` decides which
    /// wrong codes are still counted.
    ///
    /// # Errors
    /// `token_invalid` for a link with an unknown token, and for every outcome except `Redeem`.
    async fn redeem_verification(
        &self,
        selector: TokenSelector,
        now: OffsetDateTime,
        step: RedeemStep,
    ) -> Result<RedeemPlan, Refusal>;

    /// Reads the grant and the owner of its address under lock. Sets the password and ends every session and any pending
    /// change of the user's address, or creates the user and deletes the pending registrations for the address. Grants
    /// and recovery links for the address are then marked as used.
    ///
    /// # Errors
    /// `recovery_expired` for an unknown grant; those of the step.
    async fn set_recovery_password(
        &self,
        grant_id: Uuid,
        step: Step<ResetContext, PasswordReset>,
    ) -> Result<(), Refusal>;

    /// Reads the account and whether the address is taken, ends a pending change of the user and stores the new one. MUST
    /// write the same rows for every owner of the address.
    ///
    /// # Errors
    /// `session_revoked` for a deleted user; those of the step.
    async fn change_email(
        &self,
        user_id: Uuid,
        new_email: EmailAddress,
        now: OffsetDateTime,
        step: Step<EmailChangeContext, EmailChangeRequest>,
    ) -> Result<(), Refusal>;

    /// Reads the pending change for this address. A change from this address takes precedence over changes to it, and a
    /// newer change over an older one. MUST write the same rows for every address.
    async fn resend_email_change(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: ResendChangeStep,
    ) -> Result<(), Fault>;

    /// When an account changes its address, the pending registrations for both addresses are deleted and their links,
    /// codes and grants are used up.
    ///
    /// # Errors
    /// `token_invalid` for an unknown token and a deleted user; those of the step.
    async fn redeem_email_change(
        &self,
        token_id: Uuid,
        now: OffsetDateTime,
        step: Step<PresentedChange, EmailChangeOutcome>,
    ) -> Result<EmailChangeOutcome, Refusal>;

    /// Reads the user under lock, and returns the user as stored. `None` changes nothing.
    ///
    /// # Errors
    /// `session_revoked` for a deleted user; those of the step.
    async fn rename(&self, user_id: Uuid, step: Step<User, Option<Renaming>>) -> Result<User, Refusal>;

    /// Reads the account under lock.
    ///
    /// # Errors
    /// `invalid_credentials` for a deleted user; those of the step.
    async fn change_password(
        &self,
        user_id: Uuid,
        step: Step<Account, PasswordChange>,
    ) -> Result<(), Refusal>;

    /// The account; `None` for an unknown or deleted user.
    async fn account(&self, user_id: Uuid) -> Result<Option<Account>, Fault>;

    /// The token with this id, even if it is used or expired.
    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault>;

    /// `None` for an unknown address. MUST cost the same for every address.
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault>;

    /// Creates a user without a registration (command line) and deletes the pending registrations for the address.
    ///
    /// # Errors
    /// `account_exists` for an address that belongs to a user or is reserved for one.
    async fn create_user(&self, user: NewUser) -> Result<(), Refusal>;

    /// The confirmed user with this address, ignoring case.
    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault>;

    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault>;
}

pub struct Accounts {
    pub store: Arc<dyn AccountStore>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub secrets: Secrets,
    pub acts: Acts,
}

#[derive(Debug, Clone)]
pub struct Renaming {
    pub name: PersonName,
    pub audit: AuditEvent,
}

impl Accounts {
    /// Changes one or both names and returns the user as stored. `None` keeps a name. Unchanged names record nothing.
    ///
    /// # Errors
    /// Field errors as at sign-up; `session_revoked` for a deleted account.
    pub async fn rename(
        &self,
        caller: &Caller,
        first: Option<String>,
        last: Option<String>,
    ) -> Result<User, Refusal> {
        let mut errors = Vec::new();
        let first = first.map(|first| PersonName::parse_first(&first, &mut errors));
        let last = last.map(|last| PersonName::parse_last(&last, &mut errors));
        Invalid::unless_empty(errors)?;
        let user_id = caller.user.id;
        let audit = self.acts.begin().audit_own("user.renamed", user_id);
        let step = Box::new(move |user: &User| {
            let PersonName { first: old_first, last: old_last } = user.name.clone();
            let name = PersonName { first: first.unwrap_or(old_first), last: last.unwrap_or(old_last) };
            Ok((name != user.name).then_some(Renaming { name, audit }))
        });
        self.store.rename(user_id, step).await
    }
}
