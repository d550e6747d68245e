//! Changes to a pending application: an administrator asks for them, and the applicant edits the answers.

mod change_request;
mod change_request_store;
mod listed_changes;
mod resubmission;
mod service;

pub use change_request::{
    ApplicationVersion, ChangeError, ChangePlan, ChangeRequest, RequestOutcome, Resubmission, Revisable,
    SignedRequest, reminder, request_changes, take_back,
};
pub use change_request_store::{
    ChangeActor, ChangeRequestStore, ChangeState, ChangeStep, ReminderStep, ReplacedAnswers,
};
pub use listed_changes::{ChangeProgress, ListedChanges};
pub use resubmission::resubmit;
pub use service::ChangeRequests;

#[cfg(test)]
mod tests;
