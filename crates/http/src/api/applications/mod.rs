//! Applications and drafts of applicants.

pub(crate) mod application;
pub(crate) mod change_request;
pub(crate) mod detail;
pub(crate) mod drafts;
pub(crate) mod form;
