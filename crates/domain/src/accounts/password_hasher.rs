//! The port for slow password hashes.

use async_trait::async_trait;

use crate::shared::Fault;

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
