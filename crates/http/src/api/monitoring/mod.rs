//! Health and readiness for operators, and error reports from browsers.

pub(crate) mod browser_errors;
pub(crate) mod probes;
