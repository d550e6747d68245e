//! Port for the providers of OpenID Connect that the site is set up with.

use async_trait::async_trait;
use time::OffsetDateTime;

use super::id_token::{IdTokenRefused, ProvenIdentity};
use crate::shared::Fault;

/// A provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its name in addresses and in the database; never changes.
    pub name: String,
    /// What its button says.
    pub title: String,
}

/// Why somebody is nobody to a provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// The site is set up with no such provider.
    #[error("there is no such provider")]
    Unknown,
    /// The token proves nothing.
    #[error(transparent)]
    Refused(#[from] IdTokenRefused),
    /// The provider cannot be reached, or does not do what it announces.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The providers.
#[async_trait]
pub trait IdentityProviders: Send + Sync {
    /// All of them, in the order of the settings.
    fn list(&self) -> Vec<Provider>;

    /// Who the bearer of an identity token is that was asked for with this nonce.
    ///
    /// # Errors
    /// See [`ProviderError`].
    async fn identity(
        &self,
        provider: &str,
        id_token: &str,
        nonce: &str,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, ProviderError>;
}
