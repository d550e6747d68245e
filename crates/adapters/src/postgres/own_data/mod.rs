//! Copying and erasing all data of one user.

pub(crate) mod rows;
pub(crate) mod store;
