//! Contracts of the stores for applications, drafts, photos and the review list.

pub(crate) mod change_requests;
pub(crate) mod context;
pub(crate) mod headshots;
mod lists;
mod names;
pub(crate) mod notes;
pub(crate) mod review_reading;
pub(crate) mod submissions;
pub(crate) mod undo;
pub(crate) mod withdrawals;
