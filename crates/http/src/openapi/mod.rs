//! The published description of the API.

pub(crate) mod document;
pub(crate) mod endpoints;
