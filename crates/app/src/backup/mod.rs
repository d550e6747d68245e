//! Backups: database, photos and keys together in one archive, taken while the site runs and restored where there is
//! nothing yet. The command line calls `take` and `restore`; the format is `forum_adapters::backup`.
//!
//! The rows are copied first, in one snapshot of the database. A photo's row is written before its file and deleted
//! after it, so every photo that the snapshot says is stored has a file, unless its owner removed it meanwhile; and no
//! other file is needed. Keys only ever come, except long after their last use.

mod move_private;
mod restore;
mod take;

use forum_adapters::system::{RandomIds, SystemClock};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::{Clock, IdSource};
use uuid::Uuid;

pub use move_private::move_private;
pub use restore::{Restoration, check, restore};
pub use take::{Photos, take};

/// An entry of the audit log about the backup with this id, by whoever runs the command.
fn entry(action: &'static str, backup: Uuid, detail: Vec<(&'static str, String)>) -> AuditEvent {
    let (id, at) = (RandomIds.ordered_id(), SystemClock.now());
    AuditEvent { detail, ..AuditEvent::new(id, at, None, action, ("backup", backup)) }
}
