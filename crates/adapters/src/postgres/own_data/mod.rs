//! The copy and the erasure of all data of one user.

pub(crate) mod rows;
pub(crate) mod store;
