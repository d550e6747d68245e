//! Operations on accounts: sign-up, verification, recovery and the caller's own account, and the JSON of users and sessions.

pub(crate) mod by_email;
pub(crate) mod data_archive;
pub(crate) mod own_account;
pub(crate) mod own_data;
