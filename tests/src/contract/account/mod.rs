//! Contracts of the stores for users, sessions, factors and identities.

pub mod account_security;
pub mod accounts;
pub mod directory;
pub mod email_changes;
pub mod identities;
pub mod profiles;
pub mod recovery;
pub mod registrations;
pub mod sessions;
pub mod sign_in_flows;
pub mod users;
