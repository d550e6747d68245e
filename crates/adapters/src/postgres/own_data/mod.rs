//! The copy and the erasure of everything about one user.

pub(crate) mod rows;
pub(crate) mod store;
