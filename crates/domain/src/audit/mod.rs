//! The audit log: entries written in the same transaction as the action they record, and never changed.

mod audit_log;
mod event;
mod former;

pub use audit_log::AuditLog;
pub use event::{AuditEntry, AuditEvent, AuditFilter, AuditSort};
pub use former::{ActError, FormerAdministrator};
