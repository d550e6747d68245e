//! Operations that open, refresh, list and end sessions.

pub(crate) mod by_code;
pub(crate) mod by_factor;
pub(crate) mod by_passkey;
pub(crate) mod device;
pub(crate) mod keys;
pub(crate) mod operations;
pub(crate) mod sign_in_response;
