//! Membership applications: their fields, the state machine pending → approved | rejected, submitting and
//! reviewing.

mod application;
mod fields;
mod ports;
mod review;
mod submit;
mod transition;

pub use application::{Application, ApplicationDetail, ApplicationSummary, Counts, Status};
pub use fields::{ApplicationFields, FieldLimits, RawFields, TShirtSize};
pub use ports::{
    ApplicationStore, Idempotency, ReviewFilter, ReviewQueue, ReviewSort, SubmitError, SubmitStep, Submitted,
    TransitionError, TransitionStep,
};
pub use review::{DecideError, ReadError, Review, ReviewPorts};
pub use submit::{SubmitApplication, SubmitPorts, SubmitRefused};
pub use transition::{
    Applicant, ApplicationEvent, Changes, Decision, DecisionIds, Refusal, Submission, SubmissionIds,
    UnderReview, decide, submit,
};
