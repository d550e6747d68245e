//! What housekeeping needs from the world.

use async_trait::async_trait;
use time::OffsetDateTime;

use super::retention::Leftover;
use crate::shared::Fault;

/// The rows that are kept for a time only.
#[async_trait]
pub trait HousekeepingStore: Send + Sync {
    /// Removes up to `limit` rows whose instant (see [`Leftover`]) is `cut_off` or before it, oldest first, as one
    /// unit of work, and tells how many went. `now` says which links still lead anywhere. MUST NOT wait for rows
    /// that others are at work on, but pass them over: several processes may call it at once.
    async fn remove(
        &self,
        what: Leftover,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault>;
}
