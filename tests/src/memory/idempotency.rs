//! `RequestRecords` in memory.

use async_trait::async_trait;
use forum_domain::idempotency::RequestRecords;
use forum_domain::shared::{Fault, RecordedResponse, RequestId, RequestRecord};
use time::OffsetDateTime;

use super::database::MemoryDatabase;
use super::state::State;
use crate::memory::seeded_bugs::SeededBug;

impl State {
    /// Adds the record of an act, if it has one.
    pub(crate) fn add_request(&mut self, record: Option<RequestRecord>) -> Result<(), Fault> {
        let Some(record) = record.filter(|_| !self.has(SeededBug::RecordForgotten)) else { return Ok(()) };
        let created_at = record.expires_at - RecordedResponse::LIFETIME;
        let known = self.requests.get(&record.id).is_some_and(|known| known.expires_at > created_at);
        if known && !self.has(SeededBug::RepeatedActs) {
            return Err(Fault::Repeated);
        }
        self.requests.insert(record.id, record);
        Ok(())
    }
}

#[async_trait]
impl RequestRecords for MemoryDatabase {
    async fn find(&self, id: &RequestId, now: OffsetDateTime) -> Result<Option<RequestRecord>, Fault> {
        self.read(|state| state.requests.get(id).filter(|record| record.expires_at > now).cloned())
    }

    async fn store(&self, record: &RequestRecord) -> Result<(), Fault> {
        self.write(|state| state.add_request(Some(record.clone())))
    }
}
