//! The audit log and the events that are read from it.

pub(crate) mod actors;
pub(crate) mod audit_log;
pub(crate) mod consequences;
pub(crate) mod events;
