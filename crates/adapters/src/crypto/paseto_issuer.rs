//! Access tokens in PASETO v4.public, which every client can read and only the site can sign. The key id is in the footer,
//! so that keys can be rotated while tokens are valid. Verified tokens are cached: a page makes many requests with one
//! token, and a signature check takes longer than the rest of a read request. Without the cache, reading one's own account
//! takes a third more CPU time. Every request still reads the session row.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use forum_domain::accounts::{ACCESS_LIFETIME, AccessClaims, PublishedKey, TokenIssuer};
use forum_domain::shared::{Code, Fault};
use pasetors::Public;
use pasetors::token::UntrustedToken;
use pasetors::version4::{PublicToken, V4};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

use super::key_ring::KeyRing;

/// Longer tokens are refused before parsing. Issued tokens have about 400 characters.
const MAX_TOKEN_LENGTH: usize = 1_024;

/// The payload. `iat` and `exp` are RFC 3339 strings, as PASETO requires.
#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    sub: Uuid,
    sid: Uuid,
    ctr: u32,
    #[serde(with = "time::serde::rfc3339")]
    iat: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    exp: OffsetDateTime,
}

#[derive(Debug, Serialize, Deserialize)]
struct Footer {
    kid: String,
}

pub struct PasetoIssuer {
    ring: RwLock<Arc<KeyRing>>,
    verified: VerifiedTokens,
}

impl PasetoIssuer {
    pub fn new(ring: KeyRing) -> Self {
        Self { ring: RwLock::new(Arc::new(ring)), verified: VerifiedTokens::default() }
    }

    /// Replaces the ring. Returns `false` if the keys are the same.
    pub fn change_keys(&self, ring: KeyRing) -> bool {
        if *self.ring() == ring {
            return false;
        }
        let mut current = self.ring.write().unwrap_or_else(PoisonError::into_inner);
        *current = Arc::new(ring);
        // Tokens signed by a removed key are no longer valid. The cache is cleared under the lock, so that no token is
        // cached after the old ring has verified it.
        self.verified.clear();
        true
    }

    /// The lock is never poisoned: no holder panics.
    fn ring(&self) -> Arc<KeyRing> {
        self.ring.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The claims of a token with a valid signature, even if it has expired.
    fn read(ring: &KeyRing, token: &str, now: OffsetDateTime) -> Option<AccessClaims> {
        let untrusted = UntrustedToken::<Public, V4>::try_from(token).ok()?;
        let footer: Footer = serde_json::from_slice(untrusted.untrusted_footer()).ok()?;
        let key = ring.accepted(&footer.kid, now)?;
        let trusted = PublicToken::verify(key.public(), &untrusted, None, None).ok()?;
        let payload: Payload = serde_json::from_str(trusted.payload()).ok()?;
        Some(AccessClaims {
            user_id: payload.sub,
            session_id: payload.sid,
            counter: payload.ctr,
            expires_at: payload.exp,
        })
    }
}

impl TokenIssuer for PasetoIssuer {
    fn issue(&self, claims: &AccessClaims) -> Result<String, Fault> {
        let ring = self.ring();
        let issued_at = claims.expires_at - ACCESS_LIFETIME;
        let signing = ring.signing(issued_at);
        let payload = Payload {
            sub: claims.user_id,
            sid: claims.session_id,
            ctr: claims.counter,
            iat: issued_at,
            exp: claims.expires_at,
        };
        let footer = Footer { kid: signing.id().to_owned() };
        let payload = serde_json::to_vec(&payload).map_err(unsigned)?;
        let footer = serde_json::to_vec(&footer).map_err(unsigned)?;
        PublicToken::sign(signing.secret(), &payload, Some(&footer), None).map_err(unsigned)
    }

    /// No leeway: a token is invalid from the instant of `exp`.
    fn verify(&self, token: &str, now: OffsetDateTime) -> Result<AccessClaims, Code> {
        if token.len() > MAX_TOKEN_LENGTH {
            return Err(Code::InvalidToken);
        }
        let ring = self.ring.read().unwrap_or_else(PoisonError::into_inner);
        let claims = self.verified.get_or(token, now, || Self::read(&ring, token, now));
        drop(ring);
        let claims = claims.ok_or(Code::InvalidToken)?;
        if now >= claims.expires_at {
            return Err(Code::TokenExpired);
        }
        Ok(claims)
    }

    fn published_keys(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, Fault> {
        self.ring().published(now).map_err(|error| Fault::Bug(format!("a public key {error}")))
    }
}

fn unsigned(error: impl std::fmt::Display) -> Fault {
    Fault::Bug(format!("cannot sign an access token: {error}"))
}

/// Maximum number of cached tokens (about 100 bytes each).
const CAPACITY: usize = 10_000;

/// Keyed by SHA-256, so that no usable token stays in memory after its request.
#[derive(Default)]
struct VerifiedTokens {
    known: Mutex<HashMap<[u8; 32], AccessClaims>>,
}

impl VerifiedTokens {
    /// The claims of `token` from the cache, or from `read`. Invalid and expired tokens are not cached.
    fn get_or(
        &self,
        token: &str,
        now: OffsetDateTime,
        read: impl FnOnce() -> Option<AccessClaims>,
    ) -> Option<AccessClaims> {
        let digest: [u8; 32] = Sha256::digest(token).into();
        if let Some(claims) = self.lock().get(&digest) {
            return Some(*claims);
        }
        let claims = read()?;
        if now < claims.expires_at {
            let mut known = self.lock();
            if known.len() >= CAPACITY {
                known.retain(|_, claims| now < claims.expires_at);
            }
            // All entries are still valid. Clearing the map is cheaper than a search for the oldest entry.
            if known.len() >= CAPACITY {
                known.clear();
            }
            known.insert(digest, claims);
        }
        Some(claims)
    }

    fn clear(&self) {
        self.lock().clear();
    }

    /// A poisoned lock is harmless: every change to the map is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<[u8; 32], AccessClaims>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;

    use super::*;
    use crate::crypto::key_ring::{ScheduledKey, SigningKey};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn key() -> SigningKey {
        SigningKey::generate().expect("a key")
    }

    fn claims() -> AccessClaims {
        AccessClaims {
            user_id: Uuid::from_u128(1),
            session_id: Uuid::from_u128(2),
            counter: 3,
            expires_at: NOW + ACCESS_LIFETIME,
        }
    }

    #[test]
    fn a_token_is_valid_exactly_until_it_expires() {
        let issuer = PasetoIssuer::new(KeyRing::only(key()));
        let token = issuer.issue(&claims()).expect("a signed token");
        assert!(token.starts_with("v4.public."), "{token}");
        assert!(token.len() < MAX_TOKEN_LENGTH / 2, "{}", token.len());
        // The second result comes from the cache of verified tokens.
        for _ in 0..2 {
            assert_eq!(issuer.verify(&token, NOW), Ok(claims()));
            let end = NOW + ACCESS_LIFETIME;
            assert_eq!(issuer.verify(&token, end - Duration::microseconds(1)), Ok(claims()));
            assert_eq!(issuer.verify(&token, end), Err(Code::TokenExpired));
        }
    }

    #[test]
    fn payload_and_footer_have_the_specified_members() {
        let signing = key();
        let kid = signing.id().to_owned();
        let token = PasetoIssuer::new(KeyRing::only(signing)).issue(&claims()).expect("a signed token");
        let parsed = UntrustedToken::<Public, V4>::try_from(token.as_str()).expect("a token");
        let payload: serde_json::Value = serde_json::from_slice(parsed.untrusted_payload()).expect("JSON");
        assert_eq!(
            payload,
            serde_json::json!({
                "sub": "00000000-0000-0000-0000-000000000001",
                "sid": "00000000-0000-0000-0000-000000000002",
                "ctr": 3,
                "iat": "1970-01-01T00:00:00Z",
                "exp": "1970-01-01T00:15:00Z",
            })
        );
        let footer: serde_json::Value = serde_json::from_slice(parsed.untrusted_footer()).expect("JSON");
        assert_eq!(footer, serde_json::json!({ "kid": kid }));
    }

    #[test]
    fn keys_can_change_while_tokens_are_valid_and_tokens_from_a_removed_key_are_refused() {
        let (old, new) = (key(), key());
        let issuer = PasetoIssuer::new(KeyRing::only(old.clone()));
        let token = issuer.issue(&claims()).expect("a signed token");
        assert_eq!(issuer.verify(&token, NOW), Ok(claims()));
        assert!(!issuer.change_keys(KeyRing::only(old.clone())), "the same keys");
        let first = ScheduledKey { key: old, not_before: NOW - Duration::DAY };
        let both = KeyRing::new(first, [ScheduledKey { key: new.clone(), not_before: NOW }]);
        assert!(issuer.change_keys(both));
        assert_eq!(issuer.verify(&token, NOW), Ok(claims()), "the key signs no longer, but is accepted");
        let fresh = issuer.issue(&claims()).expect("a signed token");
        assert!(issuer.change_keys(KeyRing::only(new)));
        assert_eq!(issuer.verify(&token, NOW), Err(Code::InvalidToken));
        assert_eq!(issuer.verify(&fresh, NOW), Ok(claims()), "the new key had signed it");
    }

    proptest! {
        #[test]
        fn claims_round_trip_and_a_token_with_one_character_changed_is_refused(
            user in any::<u128>(), session in any::<u128>(), counter in any::<u32>(), seconds in 0_i64..4_000_000_000,
            at in any::<prop::sample::Index>(), other in "[A-Za-z0-9_.=-]", junk in "(?s)v4\\.public\\.[A-Za-z0-9_.-]{0,90}|.{0,40}|v{5000}",
        ) {
            let issuer = PasetoIssuer::new(KeyRing::only(key()));
            let expires_at = NOW + ACCESS_LIFETIME + Duration::seconds(seconds);
            let claims =
                AccessClaims { user_id: Uuid::from_u128(user), session_id: Uuid::from_u128(session), counter, expires_at };
            let token = issuer.issue(&claims).expect("a signed token");
            let now = expires_at - Duration::seconds(1);
            prop_assert_eq!(issuer.verify(&token, now), Ok(claims));
            let at = at.index(token.len());
            let changed = format!("{}{other}{}", &token[..at], &token[at + 1..]);
            prop_assert_eq!(issuer.verify(&changed, now).is_ok(), changed == token, "{}", changed);
            prop_assert!(issuer.verify(&junk, now).is_err());
        }
    }

    #[test]
    fn a_valid_token_is_verified_once_and_an_invalid_one_every_time() {
        let tokens = VerifiedTokens::default();
        assert_eq!(tokens.get_or("token", NOW, || None), None);
        assert_eq!(tokens.get_or("token", NOW, || Some(claims())), Some(claims()));
        assert_eq!(tokens.get_or("token", NOW, || panic!("read twice")), Some(claims()));
    }

    #[test]
    fn an_expired_token_is_not_cached() {
        let tokens = VerifiedTokens::default();
        let (end, other) = (NOW + ACCESS_LIFETIME, AccessClaims { counter: 4, ..claims() });
        assert_eq!(tokens.get_or("a", end, || Some(claims())), Some(claims()));
        assert_eq!(tokens.get_or("a", end, || Some(other)), Some(other));
    }

    #[test]
    fn the_cache_stays_bounded() {
        let tokens = VerifiedTokens::default();
        for number in 0..=CAPACITY {
            tokens.get_or(&number.to_string(), NOW, || Some(claims()));
        }
        assert!(tokens.lock().len() <= CAPACITY);
    }
}
