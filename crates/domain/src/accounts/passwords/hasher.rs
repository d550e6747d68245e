use async_trait::async_trait;

use crate::shared::Fault;

/// Hashes passwords slowly (argon2id). Both methods MUST hash the [composed form](super::policy::composed_password) of
/// a password, because otherwise a user with a different keyboard could no longer sign in.
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// Hashes a new password; returns PHC form.
    async fn hash(&self, password: &str) -> Result<String, Fault>;

    /// Whether `password` matches `hash`. With `None` it MUST take equally long and return `false`, so that unknown
    /// addresses cost the same as known ones.
    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault>;
}
