use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

/// Derives keys and MACs from a secret that is not in the database (HKDF, HMAC-SHA-256).
pub trait SecretDeriver: Send + Sync {
    /// Derives 256 bits from the secret, `label`, `id` and `message`.
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

    /// The id and the payload, if the MAC is valid.
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
    use super::*;

    /// Secrets that contain their inputs: the secret's number, the length of the label, the id and a short message.
    pub(in crate::accounts) struct Plain(pub(in crate::accounts) u8);

    impl SecretDeriver for Plain {
        fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32] {
            let mut mac = [self.0; 32];
            mac[0] = label.len() as u8;
            mac[1..17].copy_from_slice(id.as_bytes());
            mac[17..17 + message.len()].copy_from_slice(message);
            mac
        }

        fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool {
            self.derive(label, id, message) == *presented
        }
    }
}
