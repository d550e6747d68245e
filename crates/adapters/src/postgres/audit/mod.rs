//! The audit log and live events.

pub(crate) mod actors;
pub(crate) mod audit_log;
pub(crate) mod consequences;
