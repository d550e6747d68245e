//! Contracts of the stores for applications, drafts, photos and the review list.

pub mod decisions;
pub mod drafts;
pub mod files;
pub mod folded;
pub mod headshots;
pub mod idempotency;
pub mod review;
pub mod review_reading;
pub mod submissions;
pub mod undo;
