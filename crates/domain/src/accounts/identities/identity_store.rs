//! Port for identities.

use async_trait::async_trait;
use uuid::Uuid;

use super::identity::Identity;
use crate::accounts::new_user::NewUser;
use crate::accounts::sessions::User;
use crate::shared::Fault;

/// Why no user was created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewIdentityError {
    /// The address belongs to an account, or is reserved for one that had it until lately.
    #[error("the address already has an account")]
    AddressTaken,
    /// The identity has just been linked.
    #[error("the identity already has an account")]
    IdentityTaken,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Finds identities and creates users with them; `AccountSecurityStore` links and unlinks. No two have the same provider and
/// subject.
#[async_trait]
pub trait IdentityStore: Send + Sync {
    /// The user whom this identity signs in.
    ///
    /// # Errors
    /// Faults.
    async fn owner(&self, provider: &str, subject: &str) -> Result<Option<User>, Fault>;

    /// The identities of a user, oldest first.
    ///
    /// # Errors
    /// Faults.
    async fn of_user(&self, user_id: Uuid) -> Result<Vec<Identity>, Fault>;

    /// Creates a user with an identity and deletes the pending registrations of the address.
    ///
    /// # Errors
    /// See [`NewIdentityError`]; then nothing is stored.
    async fn create_user(&self, user: NewUser, identity: Identity) -> Result<(), NewIdentityError>;
}
