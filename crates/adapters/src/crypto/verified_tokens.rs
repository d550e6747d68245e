//! A cache of verified access tokens: a page makes many requests with one token, and a signature check takes longer than
//! the rest of a read request. Without the cache, reading one's own account takes a third more CPU time. Only the issuer
//! uses it. Every request still reads the session row.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use forum_domain::accounts::AccessClaims;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

/// Maximum number of cached tokens (about 100 bytes each).
const CAPACITY: usize = 10_000;

/// Keyed by SHA-256, so that no usable token stays in memory after its request.
#[derive(Default)]
pub(super) struct VerifiedTokens {
    known: Mutex<HashMap<[u8; 32], AccessClaims>>,
}

impl VerifiedTokens {
    /// The claims of `token` from the cache, or from `read`. Invalid and expired tokens are not cached.
    pub(super) fn get_or(
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

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// A poisoned lock is harmless: every change to the map is one call.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<[u8; 32], AccessClaims>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn claims(counter: u32) -> AccessClaims {
        AccessClaims {
            user_id: Uuid::nil(),
            session_id: Uuid::nil(),
            counter,
            expires_at: NOW + Duration::minutes(1),
        }
    }

    #[test]
    fn a_valid_token_is_verified_once_and_an_invalid_one_every_time() {
        let tokens = VerifiedTokens::default();
        assert_eq!(tokens.get_or("token", NOW, || None), None);
        assert_eq!(tokens.get_or("token", NOW, || Some(claims(1))), Some(claims(1)));
        assert_eq!(tokens.get_or("token", NOW, || panic!("read twice")), Some(claims(1)));
    }

    #[test]
    fn an_expired_token_is_not_cached() {
        let tokens = VerifiedTokens::default();
        let end = NOW + Duration::minutes(1);
        assert_eq!(tokens.get_or("a", end, || Some(claims(1))), Some(claims(1)));
        assert_eq!(tokens.get_or("a", end, || Some(claims(2))), Some(claims(2)));
    }

    #[test]
    fn the_cache_stays_bounded() {
        let tokens = VerifiedTokens::default();
        for number in 0..=CAPACITY {
            tokens.get_or(&number.to_string(), NOW, || Some(claims(1)));
        }
        assert!(tokens.lock().len() <= CAPACITY);
    }
}
