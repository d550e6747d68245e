//! The published description of the API.

pub(crate) mod document;
pub(crate) mod endpoints;
pub(crate) mod methods;
pub(crate) mod problem_pages;
