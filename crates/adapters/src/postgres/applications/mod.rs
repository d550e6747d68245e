//! Applications, drafts, photos and the review list.

pub(crate) mod application_rows;
pub(crate) mod change_requests;
pub(crate) mod context;
pub(crate) mod decision_rows;
pub(crate) mod drafts;
pub(crate) mod export;
pub(crate) mod review;
pub(crate) mod review_filter;
pub(crate) mod store;
pub(crate) mod submission_rows;
pub(crate) mod undo_rows;
pub(crate) mod viewers;
mod withdrawal_rows;
