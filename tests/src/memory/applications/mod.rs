//! Stores for applications, drafts, photos and the review list.

pub(crate) mod change_requests;
pub(crate) mod context;
pub(crate) mod drafts;
pub(crate) mod headshots;
pub(crate) mod notes;
pub(crate) mod review;
pub(crate) mod searched;
pub(crate) mod store;
