//! A password hasher whose queue is always full.

use async_trait::async_trait;
use forum_domain::accounts::PasswordHasher;
use forum_domain::shared::Fault;

/// Fails every call with [`Fault::Busy`].
#[derive(Debug, Clone, Copy, Default)]
pub struct BusyHasher;

#[async_trait]
impl PasswordHasher for BusyHasher {
    async fn hash(&self, _password: &str) -> Result<String, Fault> {
        Err(Fault::Busy)
    }

    async fn verify(&self, _password: &str, _hash: Option<&str>) -> Result<bool, Fault> {
        Err(Fault::Busy)
    }
}
