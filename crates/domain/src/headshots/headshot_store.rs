//! Port for the rows of photos. Each method is one unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::headshot::{Headshot, HeadshotRefusal, OwnHeadshot};
use super::key::HeadshotKey;
use crate::idempotency::KeyedRequest;
use crate::shared::Fault;

/// Returns the new or changed rows of a user's photos. The first row is the subject of the change.
pub type HeadshotStep = Box<dyn FnOnce(&[OwnHeadshot]) -> Result<Vec<Headshot>, HeadshotRefusal> + Send>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeadshotChangeError {
    #[error(transparent)]
    Refused(#[from] HeadshotRefusal),
    #[error("no such user")]
    UnknownUser,
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[async_trait]
pub trait HeadshotStore: Send + Sync {
    /// Reads the user's photos in every state under lock, runs `step`, and stores its rows with the record of the
    /// request, which answers with the first row, or nothing. The second of two concurrent callers MUST see the rows of the first. MUST take the
    /// same lock as submitting an application, so that a photo cannot be submitted while it is removed.
    async fn change(
        &self,
        user_id: Uuid,
        keyed: Option<KeyedRequest<Headshot>>,
        step: HeadshotStep,
    ) -> Result<Vec<Headshot>, HeadshotChangeError>;

    /// Deletes the row of a photo whose file was deleted. No effect unless its state is `removing`.
    async fn forget(&self, id: Uuid) -> Result<(), Fault>;

    /// The stored photos of a user, in no particular order.
    async fn stored_of(&self, user_id: Uuid) -> Result<Vec<Headshot>, Fault>;

    /// All photos of a user with their uses, in no particular order.
    async fn own(&self, user_id: Uuid) -> Result<Vec<OwnHeadshot>, Fault>;

    async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault>;

    /// Up to `limit` photos in state `uploading` or `removing` since before `before`, oldest first.
    async fn unsettled(&self, before: OffsetDateTime, limit: u32) -> Result<Vec<Headshot>, Fault>;

    /// The photos with these keys that [`remove_unshown`](super::remove_unshown) would remove, in no particular order.
    async fn unshown(&self, keys: Vec<String>, until: OffsetDateTime) -> Result<Vec<Headshot>, Fault>;

    /// The keys without a row in any state.
    async fn without_row(&self, keys: Vec<String>) -> Result<Vec<String>, Fault>;
}
