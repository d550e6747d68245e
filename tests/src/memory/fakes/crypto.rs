//! Fake implementations of password hashing, access tokens and derived secrets: fast, readable and not secure.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use forum_domain::accounts::{
    AccessClaims, PasswordHasher, PublishedKey, SecretDeriver, TokenIssuer, composed_password,
};
use forum_domain::shared::{Code, Fault};
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

/// Stores the password in plain text and counts its calls, so that a test can check that two requests cost the same.
#[derive(Debug, Default)]
pub struct PlainHasher(AtomicUsize);

impl PlainHasher {
    /// The number of hashes computed and verified so far, including verifications without a stored hash.
    pub fn calls(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl PasswordHasher for PlainHasher {
    async fn hash(&self, password: &str) -> Result<String, Fault> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(format!("$plain${}", composed_password(password)))
    }

    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        self.0.fetch_add(1, Ordering::SeqCst);
        let password = composed_password(password);
        Ok(hash.is_some_and(|hash| hash.strip_prefix("$plain$") == Some(&*password)))
    }
}

/// Claims in plain text with a checksum, `plain.<user>.<session>.<counter>.<expiry>.<checksum>`.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainTokenIssuer;

impl TokenIssuer for PlainTokenIssuer {
    fn issue(&self, claims: &AccessClaims) -> Result<String, Fault> {
        let AccessClaims { user_id, session_id, counter, expires_at } = claims;
        let clear = format!("plain.{user_id}.{session_id}.{counter}.{}", expires_at.unix_timestamp());
        let sum = checksum(&clear);
        Ok(format!("{clear}.{sum:016x}"))
    }

    fn verify(&self, token: &str, now: OffsetDateTime) -> Result<AccessClaims, Code> {
        let claims = read(token).ok_or(Code::InvalidToken)?;
        if now >= claims.expires_at { Err(Code::TokenExpired) } else { Ok(claims) }
    }

    fn published_keys(&self, _now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault> {
        let (not_before, not_after) = (datetime!(1970-01-01 00:00 UTC), datetime!(9999-12-31 23:59:59 UTC));
        let (id, paserk) = ("k4.pid.plain".into(), "k4.public.plain".into());
        Ok(vec![PublishedKey { id, paserk, not_before, not_after }])
    }
}

fn read(token: &str) -> Option<AccessClaims> {
    let (clear, sum) = token.rsplit_once('.')?;
    if format!("{:016x}", checksum(clear)) != sum {
        return None;
    }
    let mut parts = clear.strip_prefix("plain.")?.split('.');
    let mut next = || parts.next();
    Some(AccessClaims {
        user_id: next()?.parse().ok()?,
        session_id: next()?.parse().ok()?,
        counter: next()?.parse().ok()?,
        expires_at: OffsetDateTime::from_unix_timestamp(next()?.parse().ok()?).ok()?,
    })
}

fn checksum(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// 256 bits built from checksums, different for each secret.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainSecretDeriver(u64);

impl PlainSecretDeriver {
    pub fn new(secret: u64) -> Self {
        Self(secret)
    }
}

impl SecretDeriver for PlainSecretDeriver {
    fn derive(&self, label: &str, id: Uuid, message: &[u8]) -> [u8; 32] {
        let mut bits = [0; 32];
        for (part, bytes) in bits.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&checksum((self.0, part, label, id, message)).to_be_bytes());
        }
        bits
    }

    fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool {
        self.derive(label, id, message) == *presented
    }
}
