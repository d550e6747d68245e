//! Backup and restore of the whole database, and the check value of the site's keys.

pub(crate) mod restore;
pub(crate) mod site_keys;
pub(crate) mod snapshot;
