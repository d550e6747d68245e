//! Sign-in, refresh and the end of sessions, and signing keys.

pub(crate) mod keys;
pub(crate) mod lock_out;
pub(crate) mod revocation;
pub(crate) mod sign_in;
pub(crate) mod stale_sessions;
