//! Operations on identities at external providers: sign-in and linking.

pub(crate) mod code_flow;
pub(crate) mod operations;
pub(crate) mod sessions;
