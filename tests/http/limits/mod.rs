//! Rate limits, and bounds on what an account can store.

pub(crate) mod bounded;
pub(crate) mod limit_headers;
pub(crate) mod rate_limits;
