//! Takes tokens for requests. The cost and the outcome are the same whether an address exists or not.

use std::sync::Arc;

use time::Duration;
use uuid::Uuid;

use super::known_networks::{KNOWN_FOR, KnownNetworks};
use super::rate::{Rate, Taken};
use super::rate_limiter::{BucketKey, RateLimiter};
use super::table::{KeyedBy, RateLimit};
use crate::accounts::SecretDeriver;
use crate::shared::{Clock, Fault};

/// Why a request may not go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// The bucket is empty. HTTP 429 `rate_limited`.
    #[error("too many requests; the next one is allowed in {wait}")]
    Limited {
        /// [`RateLimit::name`].
        limit: &'static str,
        /// Time until the next token.
        wait: Duration,
    },
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The ports of [`Limits`].
pub struct LimitsPorts {
    /// Buckets that all processes share.
    pub shared: Arc<dyn RateLimiter>,
    /// Buckets of this process alone, for [`RateLimit::REQUESTS`].
    pub local: Arc<dyn RateLimiter>,
    /// Where the owners of addresses sign in.
    pub networks: Arc<dyn KnownNetworks>,
    /// Derives the keys of buckets.
    pub secrets: Arc<dyn SecretDeriver>,
    /// Current time.
    pub clock: Arc<dyn Clock>,
}

/// The limits of one installation.
pub struct Limits {
    ports: LimitsPorts,
    factor: f64,
}

/// A token that was taken and can be given back.
pub(super) struct Token {
    key: BucketKey,
    rate: Rate,
}

const BUCKET: &str = "rate limit";
const NETWORK: &str = "known network";

impl Limits {
    /// Creates the use case; `factor` multiplies every limit.
    pub fn new(ports: LimitsPorts, factor: f64) -> Self {
        Self { ports, factor }
    }

    /// Counts a request from a network (`None`: unknown, all of them together) to any part of the API, in this process
    /// alone.
    ///
    /// # Errors
    /// See [`LimitError`].
    pub async fn request(&self, network: Option<&str>) -> Result<(), LimitError> {
        let limit = &RateLimit::REQUESTS;
        self.take(&*self.ports.local, limit, network.unwrap_or_default().as_bytes()).await.map(drop)
    }

    /// Counts an act of a network (`None`: unknown, all of them together).
    ///
    /// # Errors
    /// See [`LimitError`].
    pub async fn network(&self, limit: &RateLimit, network: Option<&str>) -> Result<(), LimitError> {
        self.of_network(limit, network).await.map(drop)
    }

    /// Counts an act of a signed-in user.
    ///
    /// # Errors
    /// See [`LimitError`].
    pub async fn user(&self, limit: &RateLimit, user_id: Uuid) -> Result<(), LimitError> {
        self.of_user(limit, user_id).await.map(drop)
    }

    /// Counts a request for a mail: against `limit` of its network, then against the mails to its address.
    ///
    /// # Errors
    /// See [`LimitError`].
    pub async fn mail(
        &self,
        limit: &RateLimit,
        email: &str,
        network: Option<&str>,
    ) -> Result<(), LimitError> {
        self.network(limit, network).await?;
        self.mail_to(email, network).await
    }

    /// Counts a mail to a submitted address.
    ///
    /// # Errors
    /// See [`LimitError`].
    pub async fn mail_to(&self, email: &str, network: Option<&str>) -> Result<(), LimitError> {
        self.of_address(&RateLimit::MAILS_TO_ADDRESS, email, network).await.map(drop)
    }

    /// Remembers that the owner of the address signed in from this network.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn remember(&self, email: &str, network: Option<&str>) -> Result<(), Fault> {
        let Some(network) = network else { return Ok(()) };
        let until = self.ports.clock.now() + KNOWN_FOR;
        self.ports.networks.remember(&self.key(NETWORK, &pair(email, network)), until).await
    }

    pub(super) async fn of_user(&self, limit: &RateLimit, user_id: Uuid) -> Result<Token, LimitError> {
        debug_assert_eq!(limit.by, KeyedBy::User);
        self.take(&*self.ports.shared, limit, user_id.as_bytes()).await
    }

    pub(super) async fn of_network(
        &self,
        limit: &RateLimit,
        network: Option<&str>,
    ) -> Result<Token, LimitError> {
        debug_assert_eq!(limit.by, KeyedBy::Network);
        self.take(&*self.ports.shared, limit, network.unwrap_or_default().as_bytes()).await
    }

    /// A network from which the owner signs in has a bucket of its own.
    pub(super) async fn of_address(
        &self,
        limit: &RateLimit,
        email: &str,
        network: Option<&str>,
    ) -> Result<Token, LimitError> {
        debug_assert_eq!(limit.by, KeyedBy::Address);
        let own = pair(email, network.unwrap_or_default());
        let known = self.key(NETWORK, &own);
        let is_known = self.ports.networks.is_known(&known, self.ports.clock.now()).await?;
        let subject = if is_known { own } else { pair(email, "") };
        self.take(&*self.ports.shared, limit, &subject).await
    }

    pub(super) async fn give_back<const N: usize>(&self, tokens: [Token; N]) -> Result<(), Fault> {
        for Token { key, rate } in tokens {
            self.ports.shared.give_back(&key, rate).await?;
        }
        Ok(())
    }

    async fn take(
        &self,
        limiter: &dyn RateLimiter,
        limit: &RateLimit,
        subject: &[u8],
    ) -> Result<Token, LimitError> {
        let key = self.key(BUCKET, &[limit.name.as_bytes(), b"\0", subject].concat());
        let rate = limit.rate(self.factor);
        match limiter.take(&key, rate, self.ports.clock.now()).await? {
            Taken::Yes => Ok(Token { key, rate }),
            Taken::No { wait } => Err(LimitError::Limited { limit: limit.name, wait }),
        }
    }

    fn key(&self, label: &str, message: &[u8]) -> BucketKey {
        self.ports.secrets.derive(label, Uuid::nil(), message)
    }
}

/// The address as it is compared, and a network. Neither contains the separator: an address with a control character is
/// refused, and this one would only get a bucket that it shares with others like it.
fn pair(email: &str, network: &str) -> Vec<u8> {
    [email.trim().to_lowercase().as_bytes(), b"\0", network.as_bytes()].concat()
}
