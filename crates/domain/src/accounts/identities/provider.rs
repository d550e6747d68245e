use async_trait::async_trait;
use time::OffsetDateTime;

use crate::shared::Refusal;

/// A provider or the wallets of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityKind {
    /// The name in URLs and in the database; never changes.
    pub name: String,
    pub title: String,
    /// `false` for an OpenID Connect provider.
    pub is_wallet: bool,
}

/// A user whom a provider has identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider's id for the user. Unlike the address, it never changes.
    pub subject: String,
    /// The address, if the provider has verified it.
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
}

/// The authorization request (OpenID Connect Core 1.0, section 3.1.2.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizationRequest {
    pub redirect_uri: String,
    pub state: String,
    pub nonce: String,
    /// S256 of the verifier that redeems the provider's code (RFC 7636).
    pub code_challenge: String,
}

/// The token request (OpenID Connect Core 1.0, section 3.1.3.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeRedemption {
    pub code: String,
    /// The issuer that the response names (RFC 9207), if any.
    pub issuer: Option<String>,
    pub redirect_uri: String,
    pub nonce: String,
    pub code_verifier: String,
}

#[async_trait]
pub trait IdentityProviders: Send + Sync {
    /// All providers in the order of the settings.
    fn list(&self) -> Vec<IdentityKind>;

    /// The identity in an identity token that was requested with this nonce.
    ///
    /// # Errors
    /// `unknown_provider`, `id_token_invalid`.
    async fn identity(
        &self,
        provider: &str,
        id_token: &str,
        nonce: &str,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal>;

    /// The URL at the provider to which the browser is redirected.
    ///
    /// # Errors
    /// `unknown_provider`.
    async fn authorization_url(
        &self,
        provider: &str,
        request: &AuthorizationRequest,
        now: OffsetDateTime,
    ) -> Result<String, Refusal>;

    /// # Errors
    /// `unknown_provider`, `id_token_invalid`; `token_invalid` if the provider refuses its code.
    async fn redeem(
        &self,
        provider: &str,
        redemption: &CodeRedemption,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal>;
}
