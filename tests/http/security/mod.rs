//! The role matrix, and secrets in the database.

pub(crate) mod roles;
pub(crate) mod secrets_at_rest;
