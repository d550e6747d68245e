//! The port for secrets that are derived and not stored.

use uuid::Uuid;

/// Keys and MACs derived from a secret that is not in the database (HKDF, HMAC-SHA-256).
pub trait SecretDeriver: Send + Sync {
    /// 256 bits that depend on the secret, `label`, `id` and `message`.
    fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32];

    /// Whether `presented` is what [`derive`](Self::derive) gives, in constant time.
    fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool;
}
