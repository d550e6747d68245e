//! Stores for users, sessions and factors.

mod account_security;
mod email_changes;
mod profiles;
mod sessions;
mod store;
