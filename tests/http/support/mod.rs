//! Requests and helpers that several tests share.

pub(crate) mod dump;
pub(crate) mod mailed;
pub(crate) mod networks;
pub(crate) mod requests;
pub(crate) mod sign_in_methods;
