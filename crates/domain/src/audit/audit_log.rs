//! Port for the audit log.

use async_trait::async_trait;

use super::event::{AuditEntry, AuditEvent, AuditFilter, AuditSort};
use crate::shared::{Fault, LogPage, PageRequest};

/// Reads the log, and records actions that write nothing else, such as an administrator's read. Entries for writes are
/// stored with the write and never go through this port.
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends one entry.
    async fn record(&self, event: AuditEvent) -> Result<(), Fault>;

    /// A page of the entries that match the filter, newest first.
    async fn list(
        &self,
        filter: AuditFilter,
        page: PageRequest<AuditSort>,
    ) -> Result<LogPage<AuditEntry>, Fault>;
}
