use async_trait::async_trait;
use time::{Duration, OffsetDateTime};

use super::rate_limiter::BucketKey;
use crate::shared::Fault;

pub const KNOWN_FOR: Duration = Duration::days(90);

/// Remembers pairs of address and network, each as a MAC.
#[async_trait]
pub trait KnownNetworks: Send + Sync {
    /// Whether the pair is remembered at `now`.
    async fn is_known(&self, key: &BucketKey, now: OffsetDateTime) -> Result<bool, Fault>;

    /// Remembers the pair until `until`, or longer if it is remembered longer already. MUST log a store fault, because
    /// the sign-in has already succeeded.
    async fn remember(&self, key: &BucketKey, until: OffsetDateTime);
}
