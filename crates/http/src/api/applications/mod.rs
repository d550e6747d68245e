//! Operations for applicants on their application and its draft.

pub(crate) mod change_views;
pub(crate) mod draft_views;
pub(crate) mod drafts;
pub(crate) mod operations;
pub(crate) mod views;
