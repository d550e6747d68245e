//! Who did what to whom: entries written in the transaction of the act and never changed.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::shared::Fault;

/// One entry of the audit log. Holds ids and words of ours, never personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    /// Its own id.
    pub id: Uuid,
    /// When the act happened.
    pub at: OffsetDateTime,
    /// The user who acted; `None` for the command line and for strangers.
    pub actor_id: Option<Uuid>,
    /// What was done, `noun.verb`, such as `application.decided`.
    pub action: &'static str,
    /// The kind of thing it was done to, such as `application`.
    pub target_type: &'static str,
    /// Which one.
    pub target_id: Uuid,
    /// Facts worth keeping, such as the new status.
    pub detail: Vec<(&'static str, String)>,
}

/// Writes entries that belong to no other write, such as an administrator's reading.
/// Entries of writes travel with the write itself and never through here.
#[async_trait::async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends one entry.
    async fn record(&self, event: AuditEvent) -> Result<(), Fault>;
}
