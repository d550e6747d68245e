//! What applications need from the world. A store method is one whole unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::application::{Application, ApplicationDetail, ApplicationSummary, Counts, Status};
use super::transition::{Applicant, Changes, Refusal, Submission, UnderReview};
use crate::shared::{Fault, Listing, Order, Page, RecordedResponse};

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
pub type SubmitStep = Box<dyn FnOnce(&Applicant) -> Result<Submission, Refusal> + Send>;
/// Judges a transition.
pub type TransitionStep = Box<dyn FnOnce(&UnderReview) -> Result<Changes, Refusal> + Send>;

/// Why nothing was submitted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmitError {
    /// The rule refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The key was used with another body.
    #[error("this Idempotency-Key was used with another request")]
    KeyReused,
    /// There is no such user (any more).
    #[error("no such user")]
    UnknownUser,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Why nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransitionError {
    /// There is no such application.
    #[error("no such application")]
    NotFound,
    /// The rule refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

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
    async fn transition(&self, id: Uuid, step: TransitionStep) -> Result<ApplicationDetail, TransitionError>;

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
    async fn history(&self, id: Uuid) -> Result<Vec<super::ApplicationEvent>, Fault>;
}

/// What the review list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReviewSort {
    /// When it was submitted.
    #[default]
    SubmittedAt,
    /// Last name, then first name, without regard to case.
    Name,
    /// The word of the status.
    Status,
}

/// Which applications the review list shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewFilter {
    /// Only this status.
    pub status: Option<Status>,
    /// Part of first name, last name, both with a space between, or address, without regard to case.
    pub query: Option<String>,
    /// Sorting; ties go by id.
    pub sort: ReviewSort,
    /// Newest first by default.
    pub order: Order,
    /// Which part.
    pub page: Page,
}

/// The lists of the review; may join freely.
#[async_trait]
pub trait ReviewQueue: Send + Sync {
    /// A page of the list, and the counts of all applications whatever the filter.
    async fn list(&self, filter: ReviewFilter) -> Result<(Listing<ApplicationSummary>, Counts), Fault>;
}
