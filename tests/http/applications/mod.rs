//! Applications and drafts of applicants.

pub(crate) mod applications;
pub(crate) mod drafts;
pub(crate) mod idempotency;
