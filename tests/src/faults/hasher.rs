//! A password hasher whose queue is always full.

use async_trait::async_trait;
use forum_domain::accounts::{HashError, PasswordHasher};

/// Fails every call with [`HashError::Busy`].
#[derive(Debug, Clone, Copy, Default)]
pub struct BusyHasher;

#[async_trait]
impl PasswordHasher for BusyHasher {
    async fn hash(&self, _password: &str) -> Result<String, HashError> {
        Err(HashError::Busy)
    }

    async fn verify(&self, _password: &str, _hash: Option<&str>) -> Result<bool, HashError> {
        Err(HashError::Busy)
    }
}
