//! Copying the whole database and restoring it, and what it knows of the site's keys.

pub(crate) mod restore;
pub(crate) mod site_keys;
pub(crate) mod snapshot;
