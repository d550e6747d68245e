use uuid::Uuid;

/// Derives keys and MACs from a secret that is not in the database (HKDF, HMAC-SHA-256).
pub trait SecretDeriver: Send + Sync {
    /// Derives 256 bits from the secret, `label`, `id` and `message`.
    fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32];

    /// Compares `presented` with the result of [`derive`](Self::derive) in constant time.
    fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool;
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
