//! Operations for administrators who review applications.

pub(crate) mod change_requests;
pub(crate) mod decisions;
pub(crate) mod event_hub;
pub(crate) mod event_stream;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod list;
pub(crate) mod viewers;
