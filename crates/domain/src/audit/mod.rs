//! The audit log: entries written in the same transaction as the action they record, and never changed.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::Fault;

/// An audit entry. Contains ids and fixed terms, and the reason that an administrator gave; no other personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    /// Its own id.
    pub id: Uuid,
    /// When the action happened.
    pub at: OffsetDateTime,
    /// The user who acted; `None` for the command line and anonymous visitors.
    pub actor_id: Option<Uuid>,
    /// The action as `noun.verb`, such as `application.decided`.
    pub action: &'static str,
    /// The type of the target, such as `application`.
    pub target_type: &'static str,
    /// Id of the target.
    pub target_id: Uuid,
    /// Facts worth recording, such as the new status.
    pub detail: Vec<(&'static str, String)>,
}

/// Records actions that write nothing else, such as an administrator's read. Entries for writes are stored with the
/// write and never go through this port.
#[async_trait::async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends one entry.
    async fn record(&self, event: AuditEvent) -> Result<(), Fault>;
}
