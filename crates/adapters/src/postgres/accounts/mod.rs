//! Users, registrations, sessions, factors, identities and email address changes.

pub(crate) mod account_security;
mod account_store;
pub(crate) mod address;
pub(crate) mod change_email;
pub(crate) mod identities;
mod machine_tokens;
mod redeem_verification;
pub(crate) mod sessions;
pub(crate) mod token;
pub(crate) mod user;
