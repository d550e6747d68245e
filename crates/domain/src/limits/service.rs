//! Takes tokens for requests. The cost and the outcome are the same whether an address exists or not.

use std::sync::Arc;

use time::Duration;
use uuid::Uuid;

use super::known_networks::{KNOWN_FOR, KnownNetworks};
use super::meter::{Measured, Meter};
use super::rate::{Rate, Taken};
use super::rate_limiter::{BucketKey, RateLimiter};
use super::table::{KeyedBy, RateLimit};
use crate::accounts::tokens::SecretDeriver;
use crate::shared::{Clock, EmailAddress, Fault};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// The bucket is empty. HTTP 429 `rate_limited`.
    #[error("too many requests; the next one is allowed in {wait}")]
    Limited { limit: &'static str, wait: Duration },
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl LimitError {
    pub(super) fn is_of(&self, of: &RateLimit) -> bool {
        matches!(self, Self::Limited { limit, .. } if *limit == of.name)
    }
}

#[derive(Clone)]
pub struct LimitsPorts {
    /// Buckets that all processes share.
    pub shared: Arc<dyn RateLimiter>,
    /// Buckets of this process alone, for [`RateLimit::REQUESTS`].
    pub local: Arc<dyn RateLimiter>,
    pub networks: Arc<dyn KnownNetworks>,
    pub secrets: Arc<dyn SecretDeriver>,
    pub clock: Arc<dyn Clock>,
}

#[derive(Clone)]
pub struct Limits {
    ports: LimitsPorts,
    factor: f64,
    pace: std::time::Duration,
    meter: Meter,
}

/// Minimum response time of a request that is limited by address: longer than the work of such a request on a machine
/// that is not overloaded.
pub const PACE: std::time::Duration = std::time::Duration::from_millis(250);

/// A bucket: a limit and its subject.
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
    pub(super) fn unmeasured(self) -> Self {
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

    pub fn of_address_in(limit: &'static RateLimit, email: &str, network: Option<&str>) -> Self {
        Self::new(limit, KeyedBy::AddressAndNetwork, &pair(email, network))
    }
}

pub(super) struct Token {
    key: BucketKey,
    rate: Rate,
    limit: &'static str,
    measured: bool,
}

const BUCKET: &str = "rate limit";
const RESERVE: &str = "rate limit, reserve";
const NETWORK: &str = "known network";

impl Limits {
    pub fn new(ports: LimitsPorts, factor: f64, pace: std::time::Duration) -> Self {
        Self { ports, factor, pace, meter: Meter::default() }
    }

    /// The limits for one request, which record the client's own buckets in `meter`.
    #[must_use]
    pub fn metered(&self, meter: Meter) -> Self {
        Self { meter, ..self.clone() }
    }

    pub const fn pace(&self) -> std::time::Duration {
        self.pace
    }

    /// Counts a request to any part of the API in this process. `None` is the shared bucket of unknown networks.
    pub async fn request(&self, network: Option<&str>) -> Result<(), LimitError> {
        let bucket = Bucket::of_network(&RateLimit::REQUESTS, network);
        self.take_from(&*self.ports.local, BUCKET, &bucket).await.map(drop)
    }

    /// Takes one token from each bucket, or none if one of them is empty.
    pub async fn count<const N: usize>(&self, buckets: [Bucket; N]) -> Result<(), LimitError> {
        self.take(&buckets).await.map(drop)
    }

    /// Takes one token from each bucket, or none if one of them is empty, so that refused attempts never empty a shared
    /// bucket.
    pub(super) async fn take(&self, buckets: &[Bucket]) -> Result<Vec<Token>, LimitError> {
        let mut taken = Vec::with_capacity(buckets.len());
        for bucket in buckets {
            match self.take_from(&*self.ports.shared, BUCKET, bucket).await {
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
    pub(super) async fn take_reserve(
        &self,
        limit: &'static RateLimit,
        email: &str,
        network: Option<&str>,
    ) -> Result<Option<Token>, Fault> {
        let subject = pair(email, network);
        let known = self.key(NETWORK, &subject);
        if !self.ports.networks.is_known(&known, self.ports.clock.now()).await? {
            return Ok(None);
        }
        match self.take_from(&*self.ports.shared, RESERVE, &Bucket { limit, subject, measured: false }).await
        {
            Ok(token) => Ok(Some(token)),
            Err(LimitError::Limited { .. }) => Ok(None),
            Err(LimitError::Fault(fault)) => Err(fault),
        }
    }

    pub(super) async fn remember(&self, email: &str, network: Option<&str>) {
        if network.is_none() {
            return;
        }
        let until = self.ports.clock.now() + KNOWN_FOR;
        self.ports.networks.remember(&self.key(NETWORK, &pair(email, network)), until).await;
    }

    pub(super) async fn give_back(&self, tokens: impl IntoIterator<Item = Token, IntoIter: Send>) {
        for Token { key, rate, limit, measured } in tokens {
            self.ports.shared.give_back(&key, rate).await;
            if measured {
                self.meter.give_back(limit);
            }
        }
    }

    async fn take_from(
        &self,
        limiter: &dyn RateLimiter,
        label: &str,
        &Bucket { limit, ref subject, measured }: &Bucket,
    ) -> Result<Token, LimitError> {
        let key = self.key(label, &[limit.name.as_bytes(), b"\0", subject].concat());
        let (rate, limit, now) = (limit.rate(self.factor), limit.name, self.ports.clock.now());
        let taken = limiter.take(&key, rate, now).await?;
        let full_at = match taken {
            Taken::Yes { full_at } => full_at,
            // The wait ends when the bucket has room for one more token.
            Taken::No { wait } => rate.latest(now) + wait - rate.cost,
        };
        if measured {
            self.meter.add(Measured::new(limit, rate, full_at, now));
        }
        match taken {
            Taken::Yes { .. } => Ok(Token { key, rate, limit, measured }),
            Taken::No { wait } => Err(LimitError::Limited { limit, wait }),
        }
    }

    fn key(&self, label: &str, message: &[u8]) -> BucketKey {
        self.ports.secrets.derive(label, Uuid::nil(), message)
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
