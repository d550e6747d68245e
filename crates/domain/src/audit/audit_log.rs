use async_trait::async_trait;

use super::event::{AuditEntry, AuditEvent, AuditFilter, AuditSort};
use super::former::ActError;
use crate::shared::{Fault, LogPage, PageRequest};

/// Reads the log, and records actions that write nothing else, such as an administrator's read. Entries for writes are
/// stored with the write and never go through this port.
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends one entry, unless its actor has ceased to be an administrator.
    async fn record(&self, event: AuditEvent) -> Result<(), ActError>;

    /// A page of the entries that match the filter, newest first.
    async fn list(
        &self,
        filter: AuditFilter,
        page: PageRequest<AuditSort>,
    ) -> Result<LogPage<AuditEntry>, Fault>;
}
