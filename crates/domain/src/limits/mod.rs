//! Rate limits against guessing and flooding: the table of limits (`table`), token buckets (`rate`), and use cases whose
//! outcome decides what is counted (`rate_limited`). Each address, network or user has a separate bucket for each limit.
//! Buckets refill, so no lock-out is permanent. The cost and the outcome are the same whether an address exists or not.

mod meter;
mod rate;
mod rate_limited;
mod table;

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Secrets;
use crate::shared::{Clock, Code, EmailAddress, Extension, Fault, Refusal};

pub use meter::{Measured, Meter};
pub use rate::{LocalBuckets, Rate, Taken};
pub use rate_limited::MailSupply;
pub use table::{KeyedBy, MailLimits, RateLimit};

/// Identifies a bucket: a MAC of the limit and its subject, so that it does not reveal an address.
pub type BucketKey = [u8; 32];

pub const KNOWN_FOR: Duration = Duration::days(90);

/// Token buckets and known networks that all processes share.
#[async_trait]
pub trait RateLimiter: Send + Sync {
    /// Takes one token by [`Rate::take`]. The second of two concurrent callers MUST see that the first has taken its token.
    async fn take(&self, key: &BucketKey, rate: Rate, now: OffsetDateTime) -> Result<Taken, Fault>;

    /// Puts one token back. No effect on a full or unknown bucket. MUST log a store fault, because the act is already
    /// complete.
    async fn give_back(&self, key: &BucketKey, rate: Rate);

    /// Whether a pair of address and network, as a MAC, is remembered at `now`.
    async fn is_known(&self, key: &BucketKey, now: OffsetDateTime) -> Result<bool, Fault>;

    /// Remembers the pair until `until`, or longer if it is remembered longer already. MUST log a store fault, because
    /// the sign-in has already succeeded.
    async fn remember(&self, key: &BucketKey, until: OffsetDateTime);
}

#[derive(Clone)]
pub struct Limits {
    pub shared: Arc<dyn RateLimiter>,
    /// Buckets of this process alone, for [`RateLimit::REQUESTS`].
    pub local: Arc<LocalBuckets>,
    pub secrets: Secrets,
    pub clock: Arc<dyn Clock>,
    /// Multiplies every limit.
    pub factor: f64,
    /// Minimum response time of a refusal by address.
    pub pace: std::time::Duration,
    pub meter: Meter,
}

/// Minimum response time of a request that is limited by address: longer than the work of such a request on a machine
/// that is not overloaded.
pub const PACE: std::time::Duration = std::time::Duration::from_millis(250);

pub struct Bucket {
    limit: &'static RateLimit,
    subject: Vec<u8>,
    /// Whether the client may learn its state.
    measured: bool,
}

impl Bucket {
    fn new(limit: &'static RateLimit, by: KeyedBy, subject: &[u8]) -> Self {
        debug_assert_eq!(limit.by, by, "{}", limit.name);
        let measured = matches!(by, KeyedBy::Network | KeyedBy::User);
        Self { limit, subject: subject.to_vec(), measured }
    }

    /// Keeps the state of the bucket out of the response: it would reveal what other clients did with the user or address.
    #[must_use]
    fn unmeasured(self) -> Self {
        Self { measured: false, ..self }
    }

    pub fn of_user(limit: &'static RateLimit, user_id: Uuid) -> Self {
        Self::new(limit, KeyedBy::User, user_id.as_bytes())
    }

    /// `None` is the shared bucket of unknown networks.
    pub fn of_network(limit: &'static RateLimit, network: Option<&str>) -> Self {
        Self::new(limit, KeyedBy::Network, network.unwrap_or_default().as_bytes())
    }

    pub fn of_address(limit: &'static RateLimit, email: &str) -> Self {
        Self::new(limit, KeyedBy::Address, &pair(email, None))
    }

    pub fn of_site(limit: &'static RateLimit) -> Self {
        Self::new(limit, KeyedBy::Site, &[])
    }

    pub fn of_address_in(limit: &'static RateLimit, email: &str, network: Option<&str>) -> Self {
        Self::new(limit, KeyedBy::AddressAndNetwork, &pair(email, network))
    }
}

struct Token {
    key: BucketKey,
    rate: Rate,
    limit: &'static str,
    measured: bool,
}

const BUCKET: &str = "rate limit";
const RESERVE: &str = "rate limit, reserve";
const NETWORK: &str = "known network";

impl Limits {
    /// The limits for one request, which record the client's own buckets in `meter`.
    pub fn metered(&self, meter: Meter) -> Self {
        Self { meter, ..self.clone() }
    }

    /// Counts a request to any part of the API in this process. `None` is the shared bucket of unknown networks.
    pub fn request(&self, network: Option<&str>) -> Result<(), Refusal> {
        let bucket = Bucket::of_network(&RateLimit::REQUESTS, network);
        let key = self.key_of(BUCKET, &bucket);
        let (rate, now) = (bucket.limit.rate(self.factor), self.clock.now());
        self.settle(&bucket, key, now, self.local.take(key, rate, now)).map(drop)
    }

    pub async fn count<const N: usize>(&self, buckets: [Bucket; N]) -> Result<(), Refusal> {
        self.take(&buckets).await.map(drop)
    }

    /// Takes one token from each bucket, or none if one of them is empty, so that refused attempts never empty a shared
    /// bucket.
    async fn take(&self, buckets: &[Bucket]) -> Result<Vec<Token>, Refusal> {
        let mut taken = Vec::with_capacity(buckets.len());
        for bucket in buckets {
            match self.take_from(BUCKET, bucket).await {
                Ok(token) => taken.push(token),
                Err(error) => {
                    self.give_back(taken).await;
                    return Err(error);
                }
            }
        }
        Ok(taken)
    }

    /// Takes a token from the address's reserve for this known network, after attackers have emptied the bucket `limit`
    /// of the address or the network. The response MUST be the same as without it, because it would reveal to others in
    /// that network that the owner signs in there.
    async fn take_reserve(
        &self,
        limit: &'static RateLimit,
        email: &str,
        network: Option<&str>,
    ) -> Result<Option<Token>, Refusal> {
        let subject = pair(email, network);
        let known = self.key(NETWORK, &subject);
        if !self.shared.is_known(&known, self.clock.now()).await? {
            return Ok(None);
        }
        match self.take_from(RESERVE, &Bucket { limit, subject, measured: false }).await {
            Err(refused) if refused.code == Code::RateLimited => Ok(None),
            taken => taken.map(Some),
        }
    }

    async fn remember(&self, email: &str, network: Option<&str>) {
        if network.is_none() {
            return;
        }
        let until = self.clock.now() + KNOWN_FOR;
        self.shared.remember(&self.key(NETWORK, &pair(email, network)), until).await;
    }

    async fn give_back(&self, tokens: impl IntoIterator<Item = Token, IntoIter: Send>) {
        for Token { key, rate, limit, measured } in tokens {
            self.shared.give_back(&key, rate).await;
            if measured {
                self.meter.give_back(limit);
            }
        }
    }

    async fn take_from(&self, label: &str, bucket: &Bucket) -> Result<Token, Refusal> {
        let key = self.key_of(label, bucket);
        let (rate, now) = (bucket.limit.rate(self.factor), self.clock.now());
        self.settle(bucket, key, now, self.shared.take(&key, rate, now).await?)
    }

    /// What a bucket gave at `now`, which the meter records.
    fn settle(
        &self,
        bucket: &Bucket,
        key: BucketKey,
        now: OffsetDateTime,
        taken: Taken,
    ) -> Result<Token, Refusal> {
        let (rate, limit, measured) = (bucket.limit.rate(self.factor), bucket.limit.name, bucket.measured);
        // The wait ends when the bucket has room for one more token.
        let full_at = taken.unwrap_or_else(|wait| rate.latest(now) + wait - rate.cost);
        if measured {
            self.meter.add(Measured { limit, rate, full_at, now });
        }
        let refused = |wait| Refusal::from(Code::RateLimited).with(Extension::Limited { limit, wait });
        taken.map(|_| Token { key, rate, limit, measured }).map_err(refused)
    }

    fn key_of(&self, label: &str, Bucket { limit, subject, .. }: &Bucket) -> BucketKey {
        self.key(label, &[limit.name.as_bytes(), b"\0", subject].concat())
    }

    fn key(&self, label: &str, message: &[u8]) -> BucketKey {
        self.secrets.derive(label, Uuid::nil(), message)
    }
}

/// The normalised address and a network. Neither contains the separator. A malformed address with a control character
/// is refused later, and shares its bucket with similar ones.
fn pair(email: &str, network: Option<&str>) -> Vec<u8> {
    let email =
        EmailAddress::parse(email, "").map_or_else(|_| email.trim().to_lowercase(), |email| email.key());
    [email.as_bytes(), b"\0", network.unwrap_or_default().as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_an_address_has_the_same_bucket() {
        let plain = pair("lehrer@xn--mnchen-3ya.example", Some("10.0.0.0/24"));
        for spelling in [
            " Lehrer@münchen.example",
            "lehrer@MÜNCHEN.example.",
            "lehrer@münchen。ｅxample",
            "lehrer@xn--mnchen-3ya.example.",
        ] {
            assert_eq!(pair(spelling, Some("10.0.0.0/24")), plain, "{spelling}");
        }
        assert_ne!(pair("lehrer@munchen.example", Some("10.0.0.0/24")), plain);
        assert_eq!(pair(" No Address ", None), b"no address\0");
    }
}
