//! Contracts of the stores for applications, drafts, photos and the review list.

pub mod change_requests;
pub mod context;
pub mod decisions;
pub mod drafts;
pub mod files;
pub mod headshots;
pub(crate) mod names;
pub mod notes;
pub mod review;
pub mod review_reading;
pub mod submissions;
pub mod undo;
pub mod viewers;
pub mod withdrawals;
