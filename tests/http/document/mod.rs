//! The published document, and that every documented status and code occurs.

pub(crate) mod descriptions;
pub(crate) mod docs;
pub(crate) mod documented;
pub(crate) mod idempotency;
pub(crate) mod lists;
pub(crate) mod problems;
pub(crate) mod published;
pub(crate) mod schema;
pub(crate) mod shared;
pub(crate) mod statuses;
