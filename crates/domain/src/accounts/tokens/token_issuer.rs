//! Port that signs and verifies access tokens.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::Fault;

/// The claims of an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessClaims {
    /// Whom it authenticates.
    pub user_id: Uuid,
    /// The session it was issued in.
    pub session_id: Uuid,
    /// The session's refresh counter when it was issued.
    pub counter: u32,
    /// When it expires.
    pub expires_at: OffsetDateTime,
}

/// A public key that verifies access tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedKey {
    /// The key id in a token's footer, `k4.pid.…`.
    pub id: String,
    /// The public key, `k4.public.…`.
    pub paserk: String,
    /// When it starts to sign.
    pub not_before: OffsetDateTime,
    /// When the last token it signed has expired; the year 9999 while that is unknown.
    pub not_after: OffsetDateTime,
}

/// Why an access token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefused {
    /// Not ours, damaged, or signed with an unknown key.
    #[error("the access token is not valid")]
    Invalid,
    /// Ours, but expired.
    #[error("the access token has expired")]
    Expired,
}

/// Signs and verifies access tokens (PASETO v4.public).
pub trait TokenIssuer: Send + Sync {
    /// Signs the claims.
    fn issue(&self, claims: &AccessClaims) -> Result<String, Fault>;

    /// Verifies signature and expiry, and reads the claims.
    fn verify(&self, token: &str, now: OffsetDateTime) -> Result<AccessClaims, TokenRefused>;

    /// The keys whose tokens are accepted now or will be, oldest first. A key MUST be listed for
    /// [`KEY_SET_MAX_AGE`](crate::accounts::sign_in::KEY_SET_MAX_AGE) before it signs.
    fn published_keys(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault>;
}
