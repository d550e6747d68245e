//! Port for drafts. Each method is one unit of work.

use async_trait::async_trait;
use uuid::Uuid;

use super::draft::{Draft, DraftContext, SaveDraftError};
use crate::shared::Fault;

pub type SaveDraftStep = Box<dyn FnOnce(&DraftContext) -> Result<Draft, SaveDraftError> + Send>;

/// Stores the draft of each user, at most one. [`ApplicationStore::submit`](crate::applications::ApplicationStore::submit) deletes it.
#[async_trait]
pub trait DraftStore: Send + Sync {
    /// The user's draft. A photo that was removed is left out.
    async fn find(&self, user_id: Uuid) -> Result<Option<Draft>, Fault>;

    /// Reads the user under lock, runs `step` and stores its draft in place of the earlier one. MUST take the same lock
    /// as submitting an application, so that the step sees what a submission stored.
    async fn save(&self, user_id: Uuid, step: SaveDraftStep) -> Result<Draft, SaveDraftError>;

    async fn delete(&self, user_id: Uuid) -> Result<(), Fault>;
}
