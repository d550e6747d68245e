//! The keys for access tokens: the key that signs and the keys whose signatures are accepted. Keys are identified by
//! their PASERK id (`k4.pid.…`), which is in the footer of a token.

use std::fmt;

use forum_domain::accounts::{ACCESS_LIFETIME, KEY_SET_MAX_AGE, PublishedKey};

use pasetors::keys::{AsymmetricKeyPair, AsymmetricPublicKey, AsymmetricSecretKey, Generate};
use pasetors::paserk::{FormatAsPaserk, Id};
use pasetors::version4::V4;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// Tolerated clock skew between processes and third parties, including the reload interval of changed keys.
const CLOCK_SKEW: Duration = Duration::minutes(5);
/// Time between the publication of a new key and its first signature: by then every cached key set contains it.
pub(super) const PUBLICATION_LEAD: Duration =
    Duration::seconds(KEY_SET_MAX_AGE.whole_seconds() + CLOCK_SKEW.whole_seconds());
/// The end of a key that has no successor. RFC 5280 uses the same value for certificates.
const NO_END: OffsetDateTime = datetime!(9999-12-31 23:59:59 UTC);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnusableKey(pub String);

/// An Ed25519 key pair and its PASERK id.
#[derive(Debug, Clone)]
pub struct SigningKey {
    secret: AsymmetricSecretKey<V4>,
    public: AsymmetricPublicKey<V4>,
    id: String,
}

impl SigningKey {
    const PREFIX: &'static str = "k4.secret.";

    pub fn generate() -> Result<Self, UnusableKey> {
        let pair = AsymmetricKeyPair::<V4>::generate().map_err(|error| UnusableKey(error.to_string()))?;
        Self::new(pair.secret)
    }

    pub fn parse(text: &str) -> Result<Self, UnusableKey> {
        let encoded = text.strip_prefix(Self::PREFIX);
        let encoded = encoded.ok_or_else(|| UnusableKey(format!("does not begin with {}", Self::PREFIX)))?;
        // The library panics on a seed of 32 zero bytes, and a disk failure can zero a file.
        if encoded.starts_with(&"A".repeat(42)) {
            return Err(UnusableKey("is all zeros".into()));
        }
        let secret = AsymmetricSecretKey::<V4>::try_from(text);
        Self::new(secret.map_err(|_| UnusableKey("is not a complete Ed25519 secret key".into()))?)
    }

    fn new(secret: AsymmetricSecretKey<V4>) -> Result<Self, UnusableKey> {
        let public = AsymmetricPublicKey::<V4>::try_from(&secret).map_err(|e| UnusableKey(e.to_string()))?;
        let id = paserk(&Id::from(&public))?;
        Ok(Self { secret, public, id })
    }

    pub fn to_paserk(&self) -> Result<String, UnusableKey> {
        paserk(&self.secret)
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn public(&self) -> &AsymmetricPublicKey<V4> {
        &self.public
    }

    pub(super) fn secret(&self) -> &AsymmetricSecretKey<V4> {
        &self.secret
    }
}

#[derive(Debug, Clone)]
pub struct ScheduledKey {
    pub key: SigningKey,
    /// When it starts to sign. For the first key of a site, this is the Unix epoch.
    pub not_before: OffsetDateTime,
}

/// The signing keys of a site in chronological order. Their times alone determine which key signs and which keys are
/// accepted, so processes that read the same keys agree without communication.
pub struct KeyRing {
    /// Sorted by `not_before` and never empty.
    keys: Vec<ScheduledKey>,
}

impl KeyRing {
    pub fn new(first: ScheduledKey, others: impl IntoIterator<Item = ScheduledKey>) -> Self {
        let mut keys: Vec<ScheduledKey> = others.into_iter().chain([first]).collect();
        keys.sort_by(|a, b| (a.not_before, a.key.id()).cmp(&(b.not_before, b.key.id())));
        Self { keys }
    }

    pub fn only(key: SigningKey) -> Self {
        Self::new(ScheduledKey { key, not_before: OffsetDateTime::UNIX_EPOCH }, [])
    }

    /// The key that signs at `now`: the last one that has started.
    pub fn signing(&self, now: OffsetDateTime) -> &SigningKey {
        let started = self.keys.partition_point(|scheduled| scheduled.not_before <= now);
        // If the clock was set back before the start of the first key, that key signs.
        &self.keys[started.saturating_sub(1)].key
    }

    /// The key with this id, if its signatures are accepted at `now`. A key that does not sign yet is accepted, because the
    /// clock of the signing process may be ahead.
    pub fn accepted(&self, id: &str, now: OffsetDateTime) -> Option<&SigningKey> {
        let index = self.keys.iter().position(|scheduled| scheduled.key.id() == id)?;
        (now < self.not_after(index)).then(|| &self.keys[index].key)
    }

    /// The keys that are published at `now`: those that are or will be accepted.
    pub fn published(&self, now: OffsetDateTime) -> Result<Vec<PublishedKey>, UnusableKey> {
        let published = self.keys.iter().enumerate().filter(|(index, _)| now < self.not_after(*index));
        published
            .map(|(index, scheduled)| {
                Ok(PublishedKey {
                    id: scheduled.key.id().to_owned(),
                    paserk: paserk(scheduled.key.public())?,
                    not_before: scheduled.not_before,
                    not_after: self.not_after(index),
                })
            })
            .collect()
    }

    pub fn waiting(&self, now: OffsetDateTime) -> Option<&ScheduledKey> {
        self.keys.last().filter(|last| last.not_before > now)
    }

    /// When the key at `index` is no longer accepted, because its last token has expired.
    fn not_after(&self, index: usize) -> OffsetDateTime {
        self.keys.get(index + 1).map_or(NO_END, |successor| overlap_end(successor.not_before))
    }
}

pub(super) fn overlap_end(successor: OffsetDateTime) -> OffsetDateTime {
    successor + ACCESS_LIFETIME + CLOCK_SKEW
}

impl PartialEq for KeyRing {
    fn eq(&self, other: &Self) -> bool {
        fn names(ring: &KeyRing) -> impl Iterator<Item = (&str, OffsetDateTime)> {
            ring.keys.iter().map(|scheduled| (scheduled.key.id(), scheduled.not_before))
        }
        names(self).eq(names(other))
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.keys.iter().map(|scheduled| (scheduled.key.id(), scheduled.not_before));
        f.debug_map().entries(names).finish()
    }
}

fn paserk(key: &impl FormatAsPaserk) -> Result<String, UnusableKey> {
    let mut text = String::new();
    key.fmt(&mut text).map_err(|_| UnusableKey("cannot be formatted".into()))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_complete_key_is_parsed_from_its_text_and_its_secret_is_not_shown() {
        let key = SigningKey::generate().expect("a key");
        let text = key.to_paserk().expect("the PASERK text");
        let read = SigningKey::parse(&text).expect("a parsed key");
        assert_eq!(read.id(), key.id());
        assert!(key.id().starts_with("k4.pid."), "{}", key.id());
        let swapped = format!("{}{}", &text[..text.len() - 6], "AAAAAA");
        let zeros = format!("k4.secret.{}", "A".repeat(86));
        for wrong in ["", "x", "k4.secret.", &text[1..], &text[..text.len() - 2], &swapped, &zeros] {
            assert!(SigningKey::parse(wrong).is_err(), "{wrong:?}");
        }
        let shown = format!("{key:?} {:?}", KeyRing::only(key.clone()));
        assert!(!shown.contains(&text[10..40]), "{shown}");
    }

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

    fn changing() -> (KeyRing, String, String) {
        let [old, new] = [(); 2].map(|()| SigningKey::generate().expect("a key"));
        let names = (old.id().to_owned(), new.id().to_owned());
        let new = ScheduledKey { key: new, not_before: NOW };
        let ring = KeyRing::new(new, [ScheduledKey { key: old, not_before: OffsetDateTime::UNIX_EPOCH }]);
        (ring, names.0, names.1)
    }

    #[test]
    fn a_key_signs_from_its_start_and_its_predecessor_until_then() {
        let (ring, old, new) = changing();
        let moment = Duration::microseconds(1);
        for (now, expected) in
            [(NOW - Duration::DAY, &old), (NOW - moment, &old), (NOW, &new), (NOW + moment, &new)]
        {
            assert_eq!(ring.signing(now).id(), expected, "{now}");
        }
        // If the clock was set back, no key has started yet. The site must still work.
        let early = KeyRing::new(ring.keys[1].clone(), []);
        assert_eq!(early.signing(NOW - Duration::DAY).id(), new);
        assert_eq!(ring.waiting(NOW - moment).map(|waiting| waiting.key.id()), Some(&*new));
        assert!(ring.waiting(NOW).is_none());
    }

    #[test]
    fn a_key_is_accepted_and_published_until_its_last_token_has_expired_everywhere() {
        let (ring, old, new) = changing();
        assert_eq!(PUBLICATION_LEAD, Duration::minutes(10 + 5));
        let end = NOW + Duration::minutes(20);
        let published = |now| {
            let keys = ring.published(now).expect("published keys");
            keys.into_iter().map(|key| (key.id, key.not_before, key.not_after)).collect::<Vec<_>>()
        };
        let both = [(old.clone(), OffsetDateTime::UNIX_EPOCH, end), (new.clone(), NOW, NO_END)];
        for now in [NOW - PUBLICATION_LEAD, NOW, end - Duration::microseconds(1)] {
            assert_eq!(published(now), both, "{now}");
            assert!(ring.accepted(&old, now).is_some() && ring.accepted(&new, now).is_some());
        }
        assert_eq!(published(end), both[1..]);
        assert!(ring.accepted(&old, end).is_none() && ring.accepted(&new, end).is_some());
        assert!(ring.accepted("k4.pid.unknown", NOW).is_none());
        let key = ring.published(NOW).expect("published keys").pop().expect("the new key");
        let read = AsymmetricPublicKey::<V4>::try_from(key.paserk.as_str()).expect("a public key");
        assert_eq!(paserk(&Id::from(&read)).expect("a key id"), new);
    }

    #[test]
    fn rings_are_equal_if_keys_and_times_are() {
        let (ring, ..) = changing();
        let [old, new] = [0_usize, 1].map(|index| ring.keys[index].clone());
        let later = ScheduledKey { not_before: NOW + Duration::SECOND, ..new.clone() };
        let table = [
            (KeyRing::new(new.clone(), [old.clone()]), true),
            (KeyRing::new(old.clone(), [new.clone()]), true),
            (KeyRing::new(old.clone(), [later]), false),
            (KeyRing::new(old, []), false),
            (KeyRing::new(new, []), false),
        ];
        for (other, equal) in table {
            assert_eq!(ring == other, equal, "{other:?}");
        }
    }
}
