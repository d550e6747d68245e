//! Operations on the caller's own second factors, and their JSON.

pub(crate) mod operations;
pub(crate) mod views;
pub(crate) mod web_authn;
