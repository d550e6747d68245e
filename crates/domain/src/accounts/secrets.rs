//! Secrets derived from the site's master secret: links, codes and refresh tokens. HKDF-SHA-256 derives a key for each
//! purpose and row, and HMAC-SHA-256 authenticates the message with that key.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

/// Derives keys and MACs from 256 random bits, which are stored outside the database.
#[derive(Clone)]
pub struct Secrets {
    root: Hkdf<Sha256>,
}

impl Secrets {
    /// The bits MUST come from a cryptographic random number generator.
    pub fn new(master: &[u8; 32]) -> Self {
        Self { root: Hkdf::new(None, master) }
    }

    /// Identifies the master secret. It is stored in the database.
    pub fn check_value(&self) -> [u8; 32] {
        self.derive("check", Uuid::nil(), b"")
    }

    pub fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32] {
        self.mac(label, id, message).finalize().into_bytes().into()
    }

    fn mac(&self, label: &str, id: Uuid, message: &[u8]) -> Hmac<Sha256> {
        let mut key = [0; 32];
        // The id always has 16 bytes, so the concatenation of label and id is unambiguous.
        let info: [&[u8]; 2] = [label.as_bytes(), id.as_bytes()];
        self.root.expand_multi_info(&info, &mut key).expect("32 bytes are below HKDF's limit of 8,160");
        Hmac::<Sha256>::new_from_slice(&key).expect("HMAC accepts keys of any length").chain_update(message)
    }

    /// Writes `base64url(id ‖ payload ‖ MAC)`. The MAC covers the id, `context` and the payload, so the token cannot be
    /// forged with the contents of the database.
    pub(crate) fn seal(&self, label: &str, context: &[u8], id: Uuid, payload: &[u8]) -> String {
        let mac = self.derive(label, id, &[context, payload].concat());
        URL_SAFE_NO_PAD.encode([id.as_bytes(), payload, &mac].concat())
    }

    /// The id and the payload of a token with a valid MAC, which is compared in constant time.
    pub(crate) fn unseal<const PAYLOAD: usize>(
        &self,
        label: &str,
        context: &[u8],
        text: &str,
    ) -> Option<(Uuid, [u8; PAYLOAD])> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (payload, mac) = rest.split_first_chunk::<PAYLOAD>()?;
        let id = Uuid::from_bytes(*id);
        let expected = self.mac(label, id, &[context, payload].concat());
        expected.verify_slice(mac).is_ok().then_some((id, *payload))
    }
}

/// Omits the secret, because debug output may be logged.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ID: Uuid = Uuid::from_u128(7);

    #[test]
    fn the_result_depends_on_secret_label_id_and_message() {
        let secrets = |byte| Secrets::new(&[byte; 32]);
        let base = secrets(1).derive("link", ID, b"m");
        assert_eq!(base, secrets(1).derive("link", ID, b"m"));
        assert_ne!(base, secrets(2).derive("link", ID, b"m"));
        assert_ne!(base, secrets(1).derive("code", ID, b"m"));
        assert_ne!(base, secrets(1).derive("link", Uuid::from_u128(8), b"m"));
        assert_ne!(base, secrets(1).derive("link", ID, b"n"));
    }

    /// A change of the first would invalidate every existing link and session, a change of the second would lock every
    /// site out of its database.
    #[test]
    fn the_derivation_and_the_check_value_never_change() {
        let hex = |bits: [u8; 32]| bits.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let zeros = Secrets::new(&[0; 32]);
        let link = hex(zeros.derive("link", Uuid::nil(), b""));
        assert_eq!(link, "71e2e40fea5d13bd2c2cf116e83b9883b1c21b18bde22781c1053e2b38d04b36");
        let check = hex(zeros.check_value());
        assert_eq!(check, "a12bc5632aa7ab024c8cc1a077b66a855bb26f2791431f001e63fad5c3481b3b");
    }

    #[test]
    fn the_secret_is_not_shown_in_debug_output() {
        assert_eq!(format!("{:?}", Secrets::new(&[65; 32])), "Secrets(…)");
    }

    proptest! {
        #[test]
        fn only_an_unchanged_text_with_its_secret_label_and_context_is_accepted(
            id in any::<u128>(), payload in any::<[u8; 4]>(), at in any::<prop::sample::Index>(), c in "(?s).",
            junk in "(?s).{0,90}|[A-Za-z0-9_-]{64,70}",
        ) {
            let (id, own) = (Uuid::from_u128(id), Secrets::new(&[1; 32]));
            let text = own.seal("a", b"b", id, &payload);
            prop_assert_eq!(own.unseal("a", b"b", &text), Some((id, payload)));
            prop_assert_eq!(own.unseal::<5>("a", b"b", &text), None);
            prop_assert_eq!(own.unseal::<4>("b", b"b", &text), None);
            prop_assert_eq!(own.unseal::<4>("a", b"a", &text), None);
            prop_assert_eq!(Secrets::new(&[2; 32]).unseal::<4>("a", b"b", &text), None);
            let at = at.index(text.len());
            for other in [format!("{}{c}{}", &text[..at], &text[at + 1..]), junk] {
                prop_assert_eq!(own.unseal::<4>("a", b"b", &other).is_some(), other == text, "{}", other);
            }
        }
    }
}
