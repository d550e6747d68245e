//! Rate limits.

pub(crate) mod limit_headers;
pub(crate) mod rate_limits;
