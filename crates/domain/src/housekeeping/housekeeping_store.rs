//! The port that housekeeping needs.

use async_trait::async_trait;
use time::OffsetDateTime;

use super::retention::Leftover;
use crate::shared::Fault;

/// The rows with limited retention.
#[async_trait]
pub trait HousekeepingStore: Send + Sync {
    /// Removes up to `limit` rows whose instant (see [`Leftover`]) is `cut_off` or before it, oldest first, as one
    /// unit of work, and returns how many. `now` tells which links still work. MUST skip locked rows
    /// instead of waiting for them: several processes may call it at once.
    async fn remove(
        &self,
        what: Leftover,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault>;
}
