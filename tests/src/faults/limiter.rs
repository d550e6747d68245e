//! A rate limiter without tokens.

use async_trait::async_trait;
use forum_domain::limits::{BucketKey, Rate, RateLimiter, Taken};
use forum_domain::shared::Fault;
use time::OffsetDateTime;

#[derive(Debug, Clone, Copy, Default)]
pub struct ExhaustedLimiter;

#[async_trait]
impl RateLimiter for ExhaustedLimiter {
    async fn take(&self, _key: &BucketKey, rate: Rate, _now: OffsetDateTime) -> Result<Taken, Fault> {
        Ok(Err(rate.cost))
    }

    async fn give_back(&self, _key: &BucketKey, _rate: Rate) {}

    async fn is_known(&self, _key: &BucketKey, _now: OffsetDateTime) -> Result<bool, Fault> {
        Ok(false)
    }

    async fn remember(&self, _key: &BucketKey, _until: OffsetDateTime) {}
}
