//! Port for changes to a user's own account. Each method is one unit of work around a pure step.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::passwords::WeakPassword;
use crate::accounts::sessions::User;
use crate::audit::AuditEvent;
use crate::mail::OutgoingMail;
use crate::shared::{Fault, PersonName};

/// A confirmed user and the password hash, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub user: User,
    /// argon2id hash in PHC form; `None` if there is no usable password.
    pub password_hash: Option<String>,
}

#[must_use]
#[derive(Debug, Clone)]
pub struct Renaming {
    pub name: PersonName,
    pub audit: AuditEvent,
}

/// Everything that a new password stores, in one transaction.
#[must_use]
#[derive(Debug, Clone)]
pub struct PasswordChange {
    /// argon2id hash in PHC form.
    pub password_hash: String,
    pub at: OffsetDateTime,
    /// The only session that stays open.
    pub keep: Uuid,
    pub mail: OutgoingMail,
    pub audit: AuditEvent,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangePasswordError {
    #[error("Invalid login credentials")]
    InvalidCredentials,
    #[error("{}", .0.sentence())]
    WeakPassword(WeakPassword),
    #[error("the new password is the current one")]
    SamePassword,
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Decides on new names; `None` changes nothing.
pub type RenameStep = Box<dyn FnOnce(&User) -> Option<Renaming> + Send>;
pub type PasswordStep = Box<dyn FnOnce(&Account) -> Result<PasswordChange, ChangePasswordError> + Send>;

#[async_trait]
pub trait ProfileStore: Send + Sync {
    /// The account; `None` for an unknown or deleted user.
    async fn account(&self, user_id: Uuid) -> Result<Option<Account>, Fault>;

    /// Reads the user under lock, runs `step`, stores what it returns, and returns the user as stored; `None` for an
    /// unknown or deleted user.
    async fn rename(&self, user_id: Uuid, step: RenameStep) -> Result<Option<User>, Fault>;

    /// Reads the account under lock, runs `step`, and stores everything it returns or nothing. The second of two
    /// concurrent callers MUST see the rows of the first.
    ///
    /// # Errors
    /// The errors of the step; `InvalidCredentials` for an unknown or deleted user; faults.
    async fn change_password(&self, user_id: Uuid, step: PasswordStep) -> Result<(), ChangePasswordError>;
}
