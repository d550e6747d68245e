//! Changes to a pending application: an administrator asks for them, and the applicant edits the answers.

mod change_request;
mod listed_changes;
mod remind;
mod request;
mod resubmit;
mod take_back;
mod versions;

use std::sync::Arc;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::application::{ApplicationDetail, Person};
use super::review::ReviewStore;
use crate::act::Acts;
use crate::audit::AuditLog;
use crate::headshots::HeadshotStore;
use crate::mail::OutgoingMail;
use crate::shared::{Fault, Refusal, Step};

pub use change_request::{
    ApplicationVersion, ChangeActor, ChangePlan, ChangeRequest, ChangeState, RequestOutcome, Resubmission,
    Revisable, SignedRequest,
};
pub use listed_changes::{ChangeProgress, ListedChanges};
pub use remind::reminder;
pub use request::request_changes;
pub use resubmit::resubmit;
pub use take_back::take_back;
pub use versions::ReplacedAnswers;

pub type ReminderStep = Box<dyn FnOnce(&ChangeRequest, &Person) -> OutgoingMail + Send>;

#[async_trait]
pub trait ChangeRequestStore: Send + Sync {
    /// Reads the application under the locks of [`ReviewStore::decide`], so that an edit, a decision, a withdrawal and the end
    /// of a request exclude each other. Refuses an administrator who is no longer one before it runs `step`. Stores
    /// everything that the step returns, or nothing. Returns the application and the request as stored.
    async fn change(
        &self,
        id: Uuid,
        actor: ChangeActor,
        step: Step<Revisable, ChangePlan>,
    ) -> Result<(ApplicationDetail, ChangeRequest), Refusal>;

    /// Queues the mail of `step` about the oldest open request that was made at `asked_until` or earlier and has no reminder
    /// yet. A request has at most one reminder, however many processes call this and whether or not it was closed since.
    /// Returns `false` if there is no such request.
    async fn remind(&self, asked_until: OffsetDateTime, step: ReminderStep) -> Result<bool, Fault>;

    /// The earlier answers, oldest first; empty for an unknown application.
    async fn versions(&self, id: Uuid) -> Result<Vec<ReplacedAnswers>, Fault>;
}

pub struct ChangeRequests {
    pub store: Arc<dyn ChangeRequestStore>,
    pub review: Arc<dyn ReviewStore>,
    pub headshots: Arc<dyn HeadshotStore>,
    pub audit: Arc<dyn AuditLog>,
    pub acts: Acts,
}

#[cfg(test)]
mod tests;
