//! Operations on the caller's own photos.

pub(crate) mod operations;
pub(crate) mod upload_form;
pub(crate) mod upload_limits;
