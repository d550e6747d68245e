//! Applications, drafts, photos and the review list.

pub(crate) mod application;
mod application_store;
pub(crate) mod change_requests;
pub(crate) mod context;
pub(crate) mod decision_rows;
pub(crate) mod drafts;
pub(crate) mod export;
pub(crate) mod fields;
pub(crate) mod review;
pub(crate) mod review_filter;
mod submit;
pub(crate) mod undo_rows;
pub(crate) mod viewers;
mod withdraw;
