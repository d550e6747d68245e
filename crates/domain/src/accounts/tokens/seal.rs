use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

/// Derives keys and MACs from a secret that is not in the database (HKDF, HMAC-SHA-256).
pub trait SecretDeriver: Send + Sync {
    fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32];

    /// Compares `presented` with the result of [`derive`](Self::derive) in constant time.
    fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool;
}

/// Writes and reads `base64url(id ‖ payload ‖ MAC)`. The MAC covers the id, `context` and the payload, so a token
/// cannot be forged with the contents of the database.
pub(crate) struct Seal<'a> {
    pub(crate) secrets: &'a dyn SecretDeriver,
    pub(crate) label: &'static str,
    pub(crate) context: &'a [u8],
}

impl Seal<'_> {
    pub(crate) fn write(&self, id: Uuid, payload: &[u8]) -> String {
        let mac = self.secrets.derive(self.label, id, &[self.context, payload].concat());
        URL_SAFE_NO_PAD.encode([id.as_bytes(), payload, &mac].concat())
    }

    pub(crate) fn read<const PAYLOAD: usize>(&self, text: &str) -> Option<(Uuid, [u8; PAYLOAD])> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (payload, mac) = rest.split_first_chunk::<PAYLOAD>()?;
        let (id, mac) = (Uuid::from_bytes(*id), mac.try_into().ok()?);
        let message = [self.context, payload].concat();
        self.secrets.matches(self.label, id, &message, mac).then_some((id, *payload))
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use sha2::{Digest, Sha256};

    use super::*;

    /// Secrets that differ in their numbers.
    pub(in crate::accounts) struct Secret(pub(in crate::accounts) u8);

    impl SecretDeriver for Secret {
        fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32] {
            Sha256::digest([&[self.0], label.as_bytes(), id.as_bytes(), message].concat()).into()
        }

        fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool {
            self.derive(label, id, message) == *presented
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::testing::Secret;
    use super::*;

    proptest! {
        #[test]
        fn only_an_unchanged_text_with_its_secret_label_and_context_is_accepted(
            id in any::<u128>(), payload in any::<[u8; 4]>(), at in any::<prop::sample::Index>(), c in "(?s).",
            junk in "(?s).{0,90}|[A-Za-z0-9_-]{64,70}",
        ) {
            let (id, secrets) = (Uuid::from_u128(id), [Secret(1), Secret(2)]);
            let seal = |secret: usize, label, context| Seal { secrets: &secrets[secret], label, context };
            let own = seal(0, "a", b"b");
            let text = own.write(id, &payload);
            prop_assert_eq!(own.read(&text), Some((id, payload)));
            prop_assert_eq!(own.read::<5>(&text), None);
            for other in [seal(1, "a", b"b"), seal(0, "b", b"b"), seal(0, "a", b"a")] {
                prop_assert_eq!(other.read::<4>(&text), None);
            }
            let at = at.index(text.len());
            for other in [format!("{}{c}{}", &text[..at], &text[at + 1..]), junk] {
                prop_assert_eq!(own.read::<4>(&other).is_some(), other == text, "{}", other);
            }
        }
    }
}
