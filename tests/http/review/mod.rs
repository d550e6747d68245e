//! The review list, decisions, export and events.

pub(crate) mod cursors;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod review;
