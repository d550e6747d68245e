//! Applications, as the use cases need them stored. A method is one whole unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::application::{Application, ApplicationDetail, Status};
use super::transition::{
    Applicant, ApplicationEvent, Changes, DecideError, Submission, SubmitError, UnderReview,
};
use crate::shared::{Fault, Listing, Page, RecordedResponse};

/// A submission that may be sent again.
pub type Idempotency = crate::shared::Idempotency<Application>;

/// What came of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submitted {
    /// A new pending application.
    Created(Box<Application>),
    /// The same request came before; its response once more.
    Replayed(RecordedResponse),
}

/// Judges a submission.
pub type SubmitStep = Box<dyn FnOnce(&Applicant) -> Result<Submission, SubmitError> + Send>;
/// Judges a transition.
pub type TransitionStep = Box<dyn FnOnce(&UnderReview) -> Result<Changes, DecideError> + Send>;

/// Applications.
#[async_trait]
pub trait ApplicationStore: Send + Sync {
    /// Reads the user under lock, runs `step`, and stores all it returns together with the idempotency record,
    /// or nothing. MUST let the second of two callers see what the first stored, so that it is refused and not
    /// failed. A known key with the same fingerprint is replayed before `step` runs.
    async fn submit(
        &self,
        user_id: Uuid,
        idempotency: Option<Idempotency>,
        now: OffsetDateTime,
        step: SubmitStep,
    ) -> Result<Submitted, SubmitError>;

    /// Reads the application and its applicant under lock, runs `step`, and stores all it returns (state,
    /// roles, event, mails, audit) or nothing. MUST let the second of two callers see what the first stored.
    /// Answers with the application as stored, so that nobody needs to read it once more.
    async fn transition(&self, id: Uuid, step: TransitionStep) -> Result<ApplicationDetail, DecideError>;

    /// One application with its applicant's profile.
    async fn find(&self, id: Uuid) -> Result<Option<ApplicationDetail>, Fault>;

    /// The user's own applications, newest first.
    async fn of_user(
        &self,
        user_id: Uuid,
        status: Option<Status>,
        page: Page,
    ) -> Result<Listing<Application>, Fault>;

    /// The history of an application, oldest first.
    async fn history(&self, id: Uuid) -> Result<Vec<ApplicationEvent>, Fault>;
}
