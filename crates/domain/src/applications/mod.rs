//! Membership applications: their fields, the state machine pending → approved | rejected, drafts,
//! submission and review.

mod application;
mod application_store;
mod draft;
mod draft_store;
mod drafts;
mod export;
mod field;
mod fields;
mod review;
mod review_filter;
mod review_queue;
mod submit;
mod transition;

pub use application::{
    Application, ApplicationDetail, ApplicationSummary, Counts, OwnApplicationSummary, Person, Status,
};
pub use application_store::{ApplicationStore, DecideStep, Idempotency, SubmitStep, Submitted};
pub use draft::{
    Draft, DraftContent, DraftContext, DraftValue, DraftValues, RawDraft, SaveDraftError, save as save_draft,
    unknown_photo,
};
pub use draft_store::{DraftStore, SaveDraftStep};
pub use drafts::Drafts;
pub use export::{EXPORT_BATCH, Export, ExportRequest, ExportRows};
pub use field::{Field, FieldKind, FieldLimits, TShirtSize};
pub use fields::{ApplicationFields, RawFields};
pub use review::{ReadError, Review};
pub use review_filter::{ReviewFilter, ReviewSort};
pub use review_queue::{HistoryEntry, ReviewQueue};
pub use submit::SubmitApplication;
pub use transition::{
    Applicant, ApplicationEvent, DecideError, Decision, DecisionPlan, OwnPhoto, Submission, SubmitError,
    check_applicant, decide, submit,
};
