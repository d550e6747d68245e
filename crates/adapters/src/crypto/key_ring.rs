//! The keys of access tokens: one that signs, and all whose signatures are accepted. Every key is named by its
//! PASERK id (`k4.pid.…`), which stands in the footer of a token.

use std::collections::HashMap;
use std::fmt;

use pasetors::keys::{AsymmetricKeyPair, AsymmetricPublicKey, AsymmetricSecretKey, Generate};
use pasetors::paserk::{FormatAsPaserk, Id};
use pasetors::version4::V4;

/// The text is no key, or one that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnusableKey(pub String);

/// A key that signs.
#[derive(Debug, Clone)]
pub struct SigningKey {
    secret: AsymmetricSecretKey<V4>,
    public: PublicKey,
}

/// A key that checks signatures.
#[derive(Debug, Clone)]
pub struct PublicKey {
    key: AsymmetricPublicKey<V4>,
    id: String,
}

impl SigningKey {
    const PREFIX: &'static str = "k4.secret.";

    /// A fresh key from the operating system's randomness.
    ///
    /// # Errors
    /// When there is none.
    pub fn generate() -> Result<Self, UnusableKey> {
        let pair = AsymmetricKeyPair::<V4>::generate().map_err(|error| UnusableKey(error.to_string()))?;
        Self::new(pair.secret)
    }

    /// Reads a key in PASERK form, `k4.secret.…`.
    ///
    /// # Errors
    /// When it is not one.
    pub fn parse(text: &str) -> Result<Self, UnusableKey> {
        let encoded = text.strip_prefix(Self::PREFIX);
        let encoded = encoded.ok_or_else(|| UnusableKey(format!("does not begin with {}", Self::PREFIX)))?;
        // 32 zero bytes as seed (a file of zeros after a crash of the disk) would make the library panic.
        if encoded.starts_with(&"A".repeat(42)) {
            return Err(UnusableKey("is all zeros".into()));
        }
        let secret = AsymmetricSecretKey::<V4>::try_from(text);
        Self::new(secret.map_err(|_| UnusableKey("is no whole Ed25519 secret key".into()))?)
    }

    fn new(secret: AsymmetricSecretKey<V4>) -> Result<Self, UnusableKey> {
        let key = AsymmetricPublicKey::<V4>::try_from(&secret).map_err(|e| UnusableKey(e.to_string()))?;
        Ok(Self { secret, public: PublicKey::new(key)? })
    }

    /// The key in PASERK form: a secret.
    ///
    /// # Errors
    /// Never in practice; the formatter of the library may.
    pub fn to_paserk(&self) -> Result<String, UnusableKey> {
        paserk(&self.secret)
    }

    /// Its other half.
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    pub(super) fn secret(&self) -> &AsymmetricSecretKey<V4> {
        &self.secret
    }
}

impl PublicKey {
    fn new(key: AsymmetricPublicKey<V4>) -> Result<Self, UnusableKey> {
        let id = paserk(&Id::from(&key))?;
        Ok(Self { key, id })
    }

    /// Its name in the footer of a token, `k4.pid.…`.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn key(&self) -> &AsymmetricPublicKey<V4> {
        &self.key
    }
}

/// One key that signs and every key whose signatures are accepted, that one included.
pub struct KeyRing {
    signing: SigningKey,
    accepted: HashMap<String, PublicKey>,
}

impl KeyRing {
    /// A ring that signs with `signing` and also accepts what `others` signed.
    pub fn new(signing: SigningKey, others: impl IntoIterator<Item = PublicKey>) -> Self {
        let all = others.into_iter().chain([signing.public.clone()]);
        let accepted = all.map(|key| (key.id.clone(), key)).collect();
        Self { signing, accepted }
    }

    /// The key that signs.
    pub fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// The accepted key with this name.
    pub fn accepted(&self, id: &str) -> Option<&PublicKey> {
        self.accepted.get(id)
    }
}

/// The names of the keys; never the keys.
impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRing").field("signing", &self.signing.public.id).finish_non_exhaustive()
    }
}

fn paserk(key: &impl FormatAsPaserk) -> Result<String, UnusableKey> {
    let mut text = String::new();
    key.fmt(&mut text).map_err(|_| UnusableKey("cannot be written as text".into()))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_back_from_its_text() {
        let key = SigningKey::generate().expect("a key");
        let text = key.to_paserk().expect("its text");
        let read = SigningKey::parse(&text).expect("read back");
        assert_eq!(read.public().id(), key.public().id());
        assert!(key.public().id().starts_with("k4.pid."), "{}", key.public().id());
    }

    #[test]
    fn what_is_no_whole_key_is_refused() {
        let text = SigningKey::generate().and_then(|key| key.to_paserk()).expect("a key");
        let swapped = format!("{}{}", &text[..text.len() - 6], "AAAAAA");
        let zeros = format!("k4.secret.{}", "A".repeat(86));
        for wrong in ["", "x", "k4.secret.", &text[1..], &text[..text.len() - 2], &swapped, &zeros] {
            assert!(SigningKey::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_secret_is_not_shown_in_debug_output() {
        let key = SigningKey::generate().expect("a key");
        let text = key.to_paserk().expect("its text");
        let shown = format!("{key:?} {:?}", KeyRing::new(key.clone(), []));
        assert!(!shown.contains(&text[10..40]), "{shown}");
    }
}
