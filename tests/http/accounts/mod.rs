//! Sign-up, recovery, and the caller's own account.

pub(crate) mod deleted_concurrently;
pub(crate) mod email_change;
pub(crate) mod mailed_links;
pub(crate) mod own_account;
pub(crate) mod own_data;
pub(crate) mod recovery;
pub(crate) mod sign_up;
