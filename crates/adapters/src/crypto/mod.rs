//! Cryptography for the ports of accounts: password hashes (argon2id), access tokens (PASETO v4.public), passkeys (Web
//! Authentication) and the key directory.

mod argon2_hasher;
mod key_copies;
mod key_files;
mod key_ring;
mod keys;
mod paseto_issuer;
mod passkeys;
mod rotation;

pub use crate::bounded_queue::QueueState;
pub use argon2_hasher::Argon2Hasher;
pub use key_copies::KeyCopies;
pub use key_files::KeyError;
pub use key_ring::{KeyRing, ScheduledKey, SigningKey, UnusableKey};
pub use keys::{KeyDirectory, Keys};
pub use paseto_issuer::PasetoIssuer;
pub use passkeys::WebauthnPasskeys;
pub use rotation::Rotation;
