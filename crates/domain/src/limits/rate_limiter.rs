use async_trait::async_trait;
use time::OffsetDateTime;

use super::rate::{Rate, Taken};
use crate::shared::Fault;

/// Identifies a bucket: a MAC of the limit and its subject, so that it does not reveal an address.
pub type BucketKey = [u8; 32];

/// Stores token buckets. The rule is [`Rate::take`].
#[async_trait]
pub trait RateLimiter: Send + Sync {
    /// Takes one token. The second of two concurrent callers MUST see that the first has taken its token.
    async fn take(&self, key: &BucketKey, rate: Rate, now: OffsetDateTime) -> Result<Taken, Fault>;

    /// Puts one token back. No effect on a full or unknown bucket. MUST log a store fault, because the act is already
    /// complete.
    async fn give_back(&self, key: &BucketKey, rate: Rate);
}
