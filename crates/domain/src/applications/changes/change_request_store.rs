//! Port for requests for changes and earlier versions. Each method is one unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::change_request::{
    ApplicationVersion, ChangeError, ChangePlan, ChangeRequest, Revisable, SignedRequest,
};
use crate::applications::application::{ApplicationDetail, Person};
use crate::mail::OutgoingMail;
use crate::shared::Fault;

pub type ChangeStep = Box<dyn FnOnce(&Revisable) -> Result<ChangePlan, ChangeError> + Send>;

pub type ReminderStep = Box<dyn FnOnce(&ChangeRequest, &Person) -> OutgoingMail + Send>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeActor {
    Administrator(Uuid),
    Applicant(Uuid),
}

/// What a reader of an application needs in order to edit it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeState {
    pub version: u32,
    /// The open request.
    pub open: Option<SignedRequest>,
}

/// Earlier answers, with the request that led to the edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacedAnswers {
    pub version: ApplicationVersion,
    pub request: SignedRequest,
}

#[async_trait]
pub trait ChangeRequestStore: Send + Sync {
    /// Reads the application under the locks of [`ApplicationStore::decide`], so that an edit, a decision, a withdrawal and
    /// the end of a request exclude each other. Refuses an administrator who is no longer one before it runs `step`. Stores
    /// everything that the step returns, or nothing. Returns the application and the request as stored.
    ///
    /// [`ApplicationStore::decide`]: crate::applications::ApplicationStore::decide
    async fn change(
        &self,
        id: Uuid,
        actor: ChangeActor,
        step: ChangeStep,
    ) -> Result<(ApplicationDetail, ChangeRequest), ChangeError>;

    /// Queues the mail of `step` about the oldest open request that was made at `asked_until` or earlier and has no reminder
    /// yet. A request has at most one reminder, however many processes call this and whether or not it was closed since.
    /// Returns `false` if there is no such request.
    async fn remind(&self, asked_until: OffsetDateTime, step: ReminderStep) -> Result<bool, Fault>;

    /// The application with its version and open request, from one snapshot.
    async fn read(&self, id: Uuid) -> Result<Option<(ApplicationDetail, ChangeState)>, Fault>;

    /// The earlier answers, oldest first; empty for an unknown application.
    async fn versions(&self, id: Uuid) -> Result<Vec<ReplacedAnswers>, Fault>;
}
