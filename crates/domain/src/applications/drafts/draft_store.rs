//! Port for drafts. Each method is one unit of work.

use async_trait::async_trait;
use uuid::Uuid;

use super::draft::{Draft, DraftContext, SaveDraftError};
use crate::shared::Fault;

pub type SaveDraftStep = Box<dyn FnOnce(&DraftContext) -> Result<Draft, SaveDraftError> + Send>;

/// Each user has at most one draft. [`ApplicationStore::submit`](crate::applications::ApplicationStore::submit) deletes
/// it.
#[async_trait]
pub trait DraftStore: Send + Sync {
    /// The user's draft, without a photo that was removed.
    async fn find(&self, user_id: Uuid) -> Result<Option<Draft>, Fault>;

    /// Reads the user under lock, runs `step` and replaces the stored draft. MUST take the same lock as submitting an
    /// application, so that the step sees a concurrent submission.
    async fn save(&self, user_id: Uuid, step: SaveDraftStep) -> Result<Draft, SaveDraftError>;

    async fn delete(&self, user_id: Uuid) -> Result<(), Fault>;
}
