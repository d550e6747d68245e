//! The published document, and that every documented status and code occurs.

pub(crate) mod descriptions;
pub(crate) mod docs;
pub(crate) mod every_operation;
pub(crate) mod idempotency;
pub(crate) mod lists;
pub(crate) mod published;
pub(crate) mod refusals;
pub(crate) mod schema;
