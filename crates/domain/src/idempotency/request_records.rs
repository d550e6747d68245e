use async_trait::async_trait;
use time::OffsetDateTime;

use crate::shared::{Fault, RequestId, RequestRecord};

/// Stores the responses of requests. Stores of acts write records in their transactions by the same rule as
/// [`store`](Self::store).
#[async_trait]
pub trait RequestRecords: Send + Sync {
    /// The record of a request, unless it has expired at `now`.
    async fn find(&self, id: &RequestId, now: OffsetDateTime) -> Result<Option<RequestRecord>, Fault>;

    /// Stores the record of a request that has no other effect. MUST wait for a concurrent transaction that stores the
    /// same id. Replaces an expired record.
    ///
    /// # Errors
    /// `Repeated` if a record with this id has not expired when the new one was created.
    async fn store(&self, record: &RequestRecord) -> Result<(), Fault>;
}
