//! Applications, drafts, photos and the review list.

pub(crate) mod application;
mod application_store;
pub(crate) mod change_requests;
pub(crate) mod drafts;
pub(crate) mod fields;
mod submit;
mod withdraw;
