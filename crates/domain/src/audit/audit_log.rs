use async_trait::async_trait;
use time::Duration;

use super::event::{AuditEntry, AuditEvent, AuditFilter, AuditSort};
use super::former::ActError;
use crate::shared::{Fault, LogPage, PageRequest};

/// A read covers those that follow within this time: a page reads an application, its notes and its history, and again after
/// every live event.
pub const READ_COVERS: Duration = Duration::minutes(15);

/// Reads the log and records actions without other writes, such as an administrator's read. Entries for other actions
/// are stored in the transaction of the action.
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends one entry, unless its actor is no longer an administrator.
    async fn record(&self, event: AuditEvent) -> Result<(), ActError>;

    /// Appends an entry about a read, unless its actor is no longer an administrator, or the log has one with the same actor,
    /// action and target of the last [`READ_COVERS`]. Of concurrent reads one is recorded.
    async fn record_read(&self, event: AuditEvent) -> Result<(), ActError>;

    /// A page of the entries that match the filter, newest first.
    async fn list(
        &self,
        filter: AuditFilter,
        page: PageRequest<AuditSort>,
    ) -> Result<LogPage<AuditEntry>, Fault>;
}
