//! What operations return: bodies, problems and their codes, files.

pub(crate) mod api_error;
pub(crate) mod code;
pub(crate) mod conditional;
pub(crate) mod downloads;
pub(crate) mod problem;
pub(crate) mod responses;
pub(crate) mod schema_types;
pub(crate) mod words;
