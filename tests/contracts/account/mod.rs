//! Contracts of the stores for users, sessions, factors and identities.

pub(crate) mod account_security;
pub(crate) mod email_changes;
pub(crate) mod identities;
pub(crate) mod recovery;
pub(crate) mod registrations;
pub(crate) mod sessions;
