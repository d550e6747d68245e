//! The published document, and that every documented status and code occurs.

pub(crate) mod deprecations;
pub(crate) mod docs;
pub(crate) mod documented;
pub(crate) mod lists;
pub(crate) mod published;
pub(crate) mod schema;
pub(crate) mod statuses;
