use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::shared::{Code, Fault};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessClaims {
    pub user_id: Uuid,
    pub session_id: Uuid,
    pub counter: u32,
    pub expires_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedKey {
    /// The key id in a token's footer, `k4.pid.…`.
    pub id: String,
    /// The public key, `k4.public.…`.
    pub paserk: String,
    pub not_before: OffsetDateTime,
    /// When the last token signed with it expires; the year 9999 while that is unknown.
    pub not_after: OffsetDateTime,
}

pub const KEY_SET_MAX_AGE: Duration = Duration::minutes(10);

/// Signs and verifies access tokens (PASETO v4.public).
pub trait TokenIssuer: Send + Sync {
    fn issue(&self, claims: &AccessClaims) -> Result<String, Fault>;

    /// Verifies signature and expiry, and reads the claims.
    ///
    /// # Errors
    /// `invalid_token`, `token_expired`.
    fn verify(&self, token: &str, now: OffsetDateTime) -> Result<AccessClaims, Code>;

    /// The keys whose tokens are accepted now or later, oldest first. A key MUST be listed for [`KEY_SET_MAX_AGE`] before it
    /// signs.
    fn published_keys(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault>;
}
