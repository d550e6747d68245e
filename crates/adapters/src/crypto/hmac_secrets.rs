//! Secrets derived from the master secret: links, codes and refresh tokens. HKDF-SHA-256 derives a key for each purpose and
//! row, and HMAC-SHA-256 authenticates the message with that key.

use std::fmt;

use forum_domain::accounts::SecretDeriver;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

/// 256 random bits, stored outside the database.
#[derive(Clone, PartialEq, Eq)]
pub struct MasterSecret([u8; 32]);

impl MasterSecret {
    /// The bits MUST come from a cryptographic random number generator.
    pub fn new(bits: [u8; 32]) -> Self {
        Self(bits)
    }

    pub fn check_value(&self) -> [u8; 32] {
        HmacSecretDeriver::new(self).derive("check", Uuid::nil(), b"")
    }
}

/// Omits the secret, because debug output may be logged.
impl fmt::Debug for MasterSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterSecret(…)")
    }
}

pub struct HmacSecretDeriver {
    root: Hkdf<Sha256>,
}

impl HmacSecretDeriver {
    pub fn new(secret: &MasterSecret) -> Self {
        Self { root: Hkdf::new(None, &secret.0) }
    }

    fn mac(&self, label: &str, id: Uuid, message: &[u8]) -> Hmac<Sha256> {
        let mut key = [0; 32];
        // The id always has 16 bytes, so the concatenation of label and id is unambiguous.
        let info: [&[u8]; 2] = [label.as_bytes(), id.as_bytes()];
        self.root.expand_multi_info(&info, &mut key).expect("32 bytes are below HKDF's limit of 8,160");
        Hmac::<Sha256>::new_from_slice(&key).expect("HMAC accepts keys of any length").chain_update(message)
    }
}

impl SecretDeriver for HmacSecretDeriver {
    fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32] {
        self.mac(label, id, message).finalize().into_bytes().into()
    }

    fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool {
        self.mac(label, id, message).verify_slice(presented).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Uuid = Uuid::from_u128(7);

    fn deriver(byte: u8) -> HmacSecretDeriver {
        HmacSecretDeriver::new(&MasterSecret::new([byte; 32]))
    }

    #[test]
    fn the_result_depends_on_secret_label_id_and_message() {
        let base = deriver(1).derive("link", ID, b"m");
        assert_eq!(base, deriver(1).derive("link", ID, b"m"));
        assert_ne!(base, deriver(2).derive("link", ID, b"m"));
        assert_ne!(base, deriver(1).derive("code", ID, b"m"));
        assert_ne!(base, deriver(1).derive("link", Uuid::from_u128(8), b"m"));
        assert_ne!(base, deriver(1).derive("link", ID, b"n"));
    }

    #[test]
    fn only_the_whole_result_matches() {
        let mac = deriver(1).derive("link", ID, b"m");
        assert!(deriver(1).matches("link", ID, b"m", &mac));
        for index in 0..mac.len() {
            let mut wrong = mac;
            wrong[index] ^= 1;
            assert!(!deriver(1).matches("link", ID, b"m", &wrong), "byte {index}");
        }
    }

    /// A change would invalidate every existing link and session.
    #[test]
    fn the_derivation_never_changes() {
        let hex: String =
            deriver(0).derive("link", Uuid::nil(), b"").iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, "71e2e40fea5d13bd2c2cf116e83b9883b1c21b18bde22781c1053e2b38d04b36");
    }

    /// A change would lock every site out of its database.
    #[test]
    fn the_check_value_depends_on_the_secret_and_never_changes() {
        let hex = |byte| -> String {
            MasterSecret::new([byte; 32]).check_value().iter().map(|b| format!("{b:02x}")).collect()
        };
        assert_eq!(hex(0), "a12bc5632aa7ab024c8cc1a077b66a855bb26f2791431f001e63fad5c3481b3b");
        assert_ne!(hex(0), hex(1));
    }

    #[test]
    fn the_secret_is_not_shown_in_debug_output() {
        assert_eq!(format!("{:?}", MasterSecret::new([65; 32])), "MasterSecret(…)");
    }
}
