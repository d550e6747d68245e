//! The review list, decisions, export and events.

pub(crate) mod cursors;
pub(crate) mod decisions;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod undo;
