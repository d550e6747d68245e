//! The review list, decisions, export and events.

pub(crate) mod change_requests;
pub(crate) mod context;
pub(crate) mod cursors;
pub(crate) mod decisions;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod notes;
pub(crate) mod undo;
pub(crate) mod workbooks;
