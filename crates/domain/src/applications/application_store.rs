//! Port for applications. Each method is one unit of work.

use async_trait::async_trait;
use uuid::Uuid;

use super::application::{Application, ApplicationDetail, OwnApplicationSummary, Status};
use super::drafts::{Draft, DraftContext};
use super::submit::{Applicant, Submission};
use super::transition::{Decidable, DecideError, DecisionPlan};
use super::undo::{SeenDecision, UndoError, UndoPlan};
use super::withdraw::{Withdrawable, Withdrawal};
use crate::headshots::Headshot;
use crate::shared::{Fault, KeyKind, Listing, Order, Page, PageRequest, Refusal, Sorting, Step};

pub type DecideStep = Box<dyn FnOnce(&Decidable) -> Result<DecisionPlan, DecideError> + Send>;

/// Returns `None` if nothing is left to undo.
pub type UndoStep = Box<dyn FnOnce(&SeenDecision) -> Result<Option<UndoPlan>, UndoError> + Send>;

/// The order of a user's own applications: by submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnApplicationSort;

impl OwnApplicationSort {
    /// A page of a user's applications, newest first.
    pub fn page(status: Option<Status>, page: Page) -> PageRequest<Self> {
        PageRequest::new(page, Self, Order::Desc, &[status.map_or("", Status::as_str)])
    }
}

impl Sorting for OwnApplicationSort {
    const LIST: &'static str = "own_applications";

    fn name(self) -> &'static str {
        "submitted_at"
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        &[KeyKind::Instant]
    }
}

#[async_trait]
pub trait ApplicationStore: Send + Sync {
    /// Reads the user under lock, runs `step`, and stores everything it returns, or nothing. Deletes the user's draft. The
    /// second of two concurrent callers MUST see the rows of the first, so that it is refused instead of failing. Returns the
    /// application as stored.
    async fn submit(&self, user_id: Uuid, step: Step<Applicant, Submission>) -> Result<Application, Refusal>;

    /// Reads the application and its applicant under lock (user locks first, as everywhere), runs `step`, and stores
    /// everything that it returns (state, roles, event, mails, audit) or nothing. The second of two concurrent callers
    /// MUST see the rows of the first. Refuses an `actor` who is no longer an administrator before it runs the step; a
    /// concurrent demotion or disabling of the actor MUST wait. Returns the application as stored.
    async fn decide(&self, id: Uuid, actor: Uuid, step: DecideStep)
    -> Result<ApplicationDetail, DecideError>;

    /// Locks and checks like [`decide`](Self::decide), and also locks the mail about the decision. A worker that leases
    /// the mail concurrently MUST either be seen by `step` or not get the mail. Stores everything that `step` returns
    /// and removes the mail, or changes nothing. Returns the application as stored.
    async fn undo(&self, id: Uuid, actor: Uuid, step: UndoStep) -> Result<ApplicationDetail, UndoError>;

    /// Reads the application under the locks of [`decide`](Self::decide), so that of a withdrawal and a decision
    /// exactly one is stored. Runs `step`, deletes the application with its history, its requests for changes with
    /// their versions, their queued mails and the messages in sent ones, and the recorded responses about it, and stores
    /// the draft, the removed photos and the audit event, or nothing. Returns the removed photos.
    async fn withdraw(
        &self,
        id: Uuid,
        user_id: Uuid,
        step: Step<Withdrawable, Withdrawal>,
    ) -> Result<Vec<Headshot>, Refusal>;

    /// The user's draft, without a photo that was removed.
    async fn draft(&self, user_id: Uuid) -> Result<Option<Draft>, Fault>;

    /// Reads the user under lock, runs `step` and replaces the stored draft. MUST take the same lock as
    /// [`submit`](Self::submit), so that the step sees a concurrent submission.
    async fn save_draft(&self, user_id: Uuid, step: Step<DraftContext, Draft>) -> Result<Draft, Refusal>;

    async fn delete_draft(&self, user_id: Uuid) -> Result<(), Fault>;

    async fn find(&self, id: Uuid) -> Result<Option<ApplicationDetail>, Fault>;

    /// The user who submitted the application.
    async fn applicant(&self, id: Uuid) -> Result<Option<Uuid>, Fault>;

    /// A page of the user's own applications.
    async fn list_own(
        &self,
        user_id: Uuid,
        status: Option<Status>,
        page: PageRequest<OwnApplicationSort>,
    ) -> Result<Listing<OwnApplicationSummary>, Fault>;
}
