use async_trait::async_trait;
use time::OffsetDateTime;

use super::retention::ExpiringRows;
use crate::shared::Fault;

#[async_trait]
pub trait HousekeepingStore: Send + Sync {
    /// Deletes up to `limit` rows whose time (see [`ExpiringRows`]) is `cut_off` or earlier, oldest first, as one unit
    /// of work. Returns the number of deleted rows. `now` decides which links are live. MUST skip locked rows instead
    /// of waiting: several processes may call it concurrently.
    async fn remove(
        &self,
        what: ExpiringRows,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault>;

    /// Replaces the recorded changes of the application counts with their sums, and returns the number of replaced
    /// rows. The counts stay the same at every moment, and their readers and writers never wait.
    async fn fold_counts(&self) -> Result<u64, Fault>;
}
