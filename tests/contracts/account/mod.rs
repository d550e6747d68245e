//! Contracts of the stores for users, sessions, factors and identities.

pub(crate) mod account_security;
pub(crate) mod directory;
pub(crate) mod email_changes;
pub(crate) mod identities;
pub(crate) mod passwords;
pub(crate) mod recovery;
pub(crate) mod registrations;
pub(crate) mod sessions;
pub(crate) mod sign_in_flows;
pub(crate) mod users;
