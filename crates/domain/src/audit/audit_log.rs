use async_trait::async_trait;

use super::event::{AuditEntry, AuditEvent, AuditFilter, AuditSort};
use super::former::ActError;
use crate::shared::{Fault, LogPage, PageRequest};

/// Reads the log and records actions without other writes, such as an administrator's read. Entries for other actions
/// are stored in the transaction of the action.
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends one entry, unless its actor is no longer an administrator.
    async fn record(&self, event: AuditEvent) -> Result<(), ActError>;

    /// A page of the entries that match the filter, newest first.
    async fn list(
        &self,
        filter: AuditFilter,
        page: PageRequest<AuditSort>,
    ) -> Result<LogPage<AuditEntry>, Fault>;
}
