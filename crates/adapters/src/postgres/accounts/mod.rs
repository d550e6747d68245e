//! Users, registrations, sessions, factors, identities and email address changes.

pub(crate) mod account_security;
mod account_store;
pub(crate) mod address_rows;
pub(crate) mod email_change;
pub(crate) mod identities;
mod redeem_verification;
pub(crate) mod sessions;
mod set_recovery_password;
pub(crate) mod token_rows;
pub(crate) mod user_rows;
