//! The port that signs and checks access tokens.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::Fault;

/// What stands in an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessClaims {
    /// The user.
    pub user_id: Uuid,
    /// The session.
    pub session_id: Uuid,
    /// The refresh counter it was given with.
    pub counter: u32,
    /// When it ends.
    pub expires_at: OffsetDateTime,
}

/// A key that third parties check access tokens with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedKey {
    /// Its name in the footer of a token, `k4.pid.…`.
    pub id: String,
    /// The public key, `k4.public.…`.
    pub paserk: String,
    /// From when it signs.
    pub not_before: OffsetDateTime,
    /// When what it signed has ended; the year 9999 while no end is known.
    pub not_after: OffsetDateTime,
}

/// Why an access token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefused {
    /// Not ours, damaged, or signed with a key we do not know.
    #[error("the access token is not valid")]
    Invalid,
    /// Ours, but over.
    #[error("the access token has expired")]
    Expired,
}

/// Signs and checks access tokens (PASETO v4.public).
pub trait TokenIssuer: Send + Sync {
    /// Signs the claims.
    fn issue(&self, claims: &AccessClaims) -> Result<String, Fault>;

    /// Checks signature and end; reads the claims.
    fn verify(&self, token: &str, now: OffsetDateTime) -> Result<AccessClaims, TokenRefused>;

    /// The keys whose tokens are accepted now or will be, oldest first. One MUST stand here for
    /// [`KEY_SET_MAX_AGE`](super::KEY_SET_MAX_AGE) before it signs.
    fn published_keys(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault>;
}
