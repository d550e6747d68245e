//! The audit log: entries are written in the transaction of their action and never changed.

mod audit_log;
mod event;
mod former;

pub use audit_log::{AuditLog, READ_COVERS};
pub use event::{AuditEntry, AuditEvent, AuditFilter, AuditSort};
pub use former::{ActError, FormerAdministrator};
