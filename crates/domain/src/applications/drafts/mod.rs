//! Drafts of applications: one per user, saved while the applicant fills in the form.

mod draft;
mod draft_store;
mod service;

pub use draft::{
    Draft, DraftContent, DraftContext, DraftValue, DraftValues, OwnDraftError, RawDraft, SaveDraftError,
    save as save_draft, unknown_photo,
};
pub use draft_store::{DraftStore, SaveDraftStep};
pub use service::Drafts;
