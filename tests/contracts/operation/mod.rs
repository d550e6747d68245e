//! Contracts of the audit log, limits, housekeeping and own data.

pub(crate) mod events;
pub(crate) mod housekeeping;
pub(crate) mod limits;
pub(crate) mod own_data;
pub(crate) mod requests;
