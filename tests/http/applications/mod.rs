//! Applications and drafts of applicants.

pub(crate) mod drafts;
pub(crate) mod idempotency;
pub(crate) mod submissions;
pub(crate) mod withdrawals;
