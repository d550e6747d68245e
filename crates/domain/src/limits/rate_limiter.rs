use async_trait::async_trait;
use time::OffsetDateTime;

use super::rate::{Rate, Taken};
use crate::shared::Fault;

/// Identifies a bucket: a MAC of the limit and of what it is keyed by, so that no address can be read from it.
pub type BucketKey = [u8; 32];

/// Stores token buckets. The rule is [`Rate::take`].
#[async_trait]
pub trait RateLimiter: Send + Sync {
    /// Takes one token. Of two concurrent callers, the second MUST see what the first took.
    async fn take(&self, key: &BucketKey, rate: Rate, now: OffsetDateTime) -> Result<Taken, Fault>;

    /// Puts one token back; no effect on a bucket that is full or unknown. MUST log a fault of the store: the act has
    /// been done, and its outcome stands.
    async fn give_back(&self, key: &BucketKey, rate: Rate);
}
