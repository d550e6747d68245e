//! Changes to a pending application: an administrator asks for them, and the applicant edits the answers.

mod change_request;
mod change_request_store;
mod resubmission;
mod service;

pub use change_request::{
    ChangeError, ChangePlan, ChangeRequest, RequestOutcome, Revisable, SignedRequest, request_changes,
    take_back,
};
pub use change_request_store::{ChangeActor, ChangeRequestStore, ChangeState, ChangeStep, ReplacedAnswers};
pub use resubmission::{ApplicationVersion, Resubmission, resubmit};
pub use service::ChangeRequests;
