//! Backups: database, photos and keys in one archive. A backup is taken while the site runs and restored into an empty
//! installation. The command line calls `take` and `restore`; the format is `forum_adapters::backup`.
//!
//! The database is dumped first. A photo's row is written before its file and deleted after it, and the file never changes,
//! so every photo that is stored in the snapshot of the dump has its file, unless its owner has removed it since. No other
//! file is needed. Keys are only added, and deleted long after their last use.

mod restore;
mod take;

use forum_adapters::backup::Manifest;
use forum_adapters::postgres::{ConnectionPool, PgAuditLog};
use forum_adapters::system::{RandomIds, SystemClock};
use forum_domain::audit::{AuditEvent, AuditLog};
use forum_domain::shared::{Clock, IdSource};
use uuid::Uuid;

pub use restore::{check, restore};
pub use take::take;

/// Records that the archive is complete, for the metric of the newest backup's age. A failure does not invalidate the
/// archive.
pub async fn record_finished(pool: &ConnectionPool, manifest: &Manifest) {
    let event = entry("backup.finished", manifest.id, Vec::new());
    if let Err(fault) = PgAuditLog::new(pool.clone()).record(event).await {
        tracing::warn!(%fault, "the backup is complete but not recorded, so its age will not be measured");
    }
}

/// An audit event about the backup with this id. Its actor is the operator.
fn entry(action: &'static str, backup: Uuid, detail: Vec<(&'static str, String)>) -> AuditEvent {
    let (id, at) = (RandomIds.ordered_id(), SystemClock.now());
    AuditEvent { detail, ..AuditEvent::new(id, at, None, action, ("backup", backup)) }
}
