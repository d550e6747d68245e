//! Port for secrets that are derived rather than stored.

use uuid::Uuid;

/// Derives keys and MACs from a secret that is not in the database (HKDF, HMAC-SHA-256).
pub trait SecretDeriver: Send + Sync {
    /// Derives 256 bits from the secret, `label`, `id` and `message`.
    fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32];

    /// Compares `presented` with the result of [`derive`](Self::derive) in constant time.
    fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool;
}
