//! Users, registrations, sessions, factors, identities and email address changes.

pub(crate) mod account_security;
pub(crate) mod address_rows;
pub(crate) mod email_change_rows;
pub(crate) mod email_changes;
pub(crate) mod identities;
pub(crate) mod profiles;
pub(crate) mod redeem;
pub(crate) mod sessions;
pub(crate) mod store;
pub(crate) mod token_rows;
pub(crate) mod user_rows;
