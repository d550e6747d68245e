//! `AuditLog` in memory.

use async_trait::async_trait;
use forum_domain::audit::{AuditEvent, AuditLog};
use forum_domain::shared::Fault;

use super::database::MemoryDatabase;

pub struct MemoryAuditLog(MemoryDatabase);

impl MemoryAuditLog {
    pub fn new(database: MemoryDatabase) -> Self {
        Self(database)
    }
}

#[async_trait]
impl AuditLog for MemoryAuditLog {
    async fn record(&self, event: AuditEvent) -> Result<(), Fault> {
        self.0.write(|state| state.add_audit(event))
    }
}
