//! Contracts of the audit log, limits, housekeeping and own data.

pub mod audit;
pub mod events;
pub mod housekeeping;
pub mod limits;
pub mod own_data;
pub mod requests;
