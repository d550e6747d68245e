//! Membership applications: their fields, the state machine pending → approved | rejected, submission and review.

mod application;
mod application_store;
mod export;
mod field;
mod fields;
mod review;
mod review_history;
mod review_queue;
mod submit;
mod transition;

pub use application::{Application, ApplicationDetail, ApplicationSummary, Counts, Person, Status};
pub use application_store::{ApplicationStore, Idempotency, SubmitStep, Submitted, TransitionStep};
pub use export::{EXPORT_BATCH, Export, ExportRequest, ExportRows};
pub use field::{Field, FieldKind, FieldLimits, TShirtSize};
pub use fields::{ApplicationFields, RawFields};
pub use review::{ReadError, Review, ReviewPorts};
pub use review_history::HistoryEntry;
pub use review_queue::{ReviewFilter, ReviewQueue, ReviewSort};
pub use submit::{SubmitApplication, SubmitPorts};
pub use transition::{
    Applicant, ApplicationEvent, Changes, DecideError, Decision, DecisionIds, Submission, SubmissionIds,
    SubmitError, UnderReview, check_applicant, decide, submit,
};
