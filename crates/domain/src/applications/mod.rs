//! Membership applications: their fields, the state machine pending → approved | rejected, drafts,
//! submission and review.

mod application;
mod application_store;
mod draft;
mod draft_store;
mod drafts;
mod field;
mod fields;
mod review;
mod review_queue;
mod submit;
mod transition;

pub use application::{Application, ApplicationDetail, ApplicationSummary, Counts, Person, Status};
pub use application_store::{ApplicationStore, Idempotency, SubmitStep, Submitted, TransitionStep};
pub use draft::{
    Draft, DraftContent, DraftValue, DraftValues, Drafter, RawDraft, SaveDraftError, save as save_draft,
    unknown_photo,
};
pub use draft_store::{DraftStore, SaveDraftStep};
pub use drafts::Drafts;
pub use field::{Field, FieldKind, FieldLimits, TShirtSize};
pub use fields::{ApplicationFields, RawFields};
pub use review::{ReadError, Review, ReviewPorts};
pub use review_queue::{ReviewFilter, ReviewQueue, ReviewSort};
pub use submit::{SubmitApplication, SubmitPorts};
pub use transition::{
    Applicant, ApplicationEvent, Changes, DecideError, Decision, DecisionIds, Submission, SubmissionIds,
    SubmitError, UnderReview, check_applicant, decide, submit,
};
