use async_trait::async_trait;
use uuid::Uuid;

use super::identity::Identity;
use crate::accounts::new_user::NewUser;
use crate::accounts::sessions::User;
use crate::shared::Fault;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewIdentityError {
    #[error("the address already has an account")]
    AddressTaken,
    #[error("the identity already has an account")]
    IdentityTaken,
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Finds identities and creates users with them; `AccountSecurityStore` links and unlinks them. Provider and subject
/// are unique together.
#[async_trait]
pub trait IdentityStore: Send + Sync {
    async fn owner(&self, provider: &str, subject: &str) -> Result<Option<User>, Fault>;

    /// The identities of a user, oldest first.
    async fn of_user(&self, user_id: Uuid) -> Result<Vec<Identity>, Fault>;

    /// Creates a user with an identity and deletes the pending registrations for the address.
    ///
    /// # Errors
    /// See [`NewIdentityError`]; then nothing is stored.
    async fn create_user(&self, user: NewUser, identity: Identity) -> Result<(), NewIdentityError>;
}
