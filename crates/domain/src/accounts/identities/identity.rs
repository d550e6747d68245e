//! Identities of an account, and the rules for linking and unlinking them.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::session::User;
use crate::audit::AuditEvent;
use crate::mail::OutgoingMail;
use crate::shared::Fault;

/// An account with a provider that signs in to an account of this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Random id.
    pub id: Uuid,
    /// The account of this site.
    pub user_id: Uuid,
    /// The provider's name.
    pub provider: String,
    /// The provider's id of the person.
    pub subject: String,
    /// The address that the provider told when it was linked, verified by it; for the owner to recognise it by.
    pub email: Option<String>,
    /// When it was linked.
    pub linked_at: OffsetDateTime,
}

/// What the rules see, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountIdentities {
    /// The owner.
    pub user: User,
    /// Oldest first.
    pub identities: Vec<Identity>,
    /// Whether the account has a password.
    pub has_password: bool,
    /// Whether the account has a verified passkey.
    pub has_passkey: bool,
}

/// What a step stores, in one transaction. The default stores nothing.
#[derive(Debug, Clone, Default)]
pub struct IdentityChange {
    /// A new identity.
    pub link: Option<Identity>,
    /// An identity to remove.
    pub unlink: Option<Uuid>,
    /// A notice to the owner.
    pub mail: Option<OutgoingMail>,
    /// The entry that records the change.
    pub audit: Option<AuditEvent>,
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentityRefused {
    /// It signs in to another account.
    #[error("it is linked to another account")]
    Taken,
    /// Without it the account has no password, passkey or identity.
    #[error("the account has no other way in")]
    LastWayIn,
    /// The session is not fresh.
    #[error("this needs a password or a factor of the last ten minutes")]
    NotFresh,
    /// The user has no such identity, or the account was deleted.
    #[error("there is no such identity")]
    NotFound,
}

/// Why nothing was done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// The rule refused it.
    #[error(transparent)]
    Refused(#[from] IdentityRefused),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Whether the account can do without this identity.
///
/// # Errors
/// `NotFound`, `LastWayIn`.
pub fn check_unlink(account: &AccountIdentities, id: Uuid) -> Result<(), IdentityRefused> {
    if account.identities.iter().all(|identity| identity.id != id) {
        return Err(IdentityRefused::NotFound);
    }
    let others = account.identities.len() > 1;
    if others || account.has_password || account.has_passkey {
        Ok(())
    } else {
        Err(IdentityRefused::LastWayIn)
    }
}
