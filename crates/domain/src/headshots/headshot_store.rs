//! The rows of photos, as the use cases need them stored. A method is one whole unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::headshot::{Headshot, HeadshotRefusal, OwnHeadshot};
use super::key::HeadshotKey;
use crate::shared::{Fault, Idempotency, RecordedResponse};

/// What a change of a user's photos stores: rows by id, new or changed. The first is the one it is about.
pub type ChangeStep = Box<dyn FnOnce(&[OwnHeadshot]) -> Result<Vec<Headshot>, HeadshotRefusal> + Send>;

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// The rows as stored.
    Done(Vec<Headshot>),
    /// The same request came before; its response once more.
    Replayed(RecordedResponse),
}

/// Why nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The rule refused it.
    #[error(transparent)]
    Refused(#[from] HeadshotRefusal),
    /// The key was used with another file.
    #[error("this Idempotency-Key was used with another request")]
    KeyReused,
    /// There is no such user (any more).
    #[error("no such user")]
    UnknownUser,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The rows of photos.
#[async_trait]
pub trait HeadshotStore: Send + Sync {
    /// The response recorded under a key that was used with the same file.
    ///
    /// # Errors
    /// `KeyReused`, `Fault`.
    async fn recorded(
        &self,
        user_id: Uuid,
        key: &str,
        fingerprint: &[u8; 32],
        now: OffsetDateTime,
    ) -> Result<Option<RecordedResponse>, ChangeError>;

    /// Reads the user's photos, of every state, under lock, runs `step`, and stores all it returns together with
    /// the idempotency record (made of the first row), or nothing. MUST let the second of two callers see what
    /// the first stored, and take the same lock as submitting an application does, so that nobody submits with
    /// a photo that is just removed. A known key with the same fingerprint is replayed before `step` runs.
    async fn change(
        &self,
        user_id: Uuid,
        idempotency: Option<Idempotency<Headshot>>,
        now: OffsetDateTime,
        step: ChangeStep,
    ) -> Result<Changed, ChangeError>;

    /// Takes away a row whose file is gone; only one that is being removed.
    async fn forget(&self, id: Uuid) -> Result<(), Fault>;

    /// The stored photos of a user, in no particular order.
    async fn stored_of(&self, user_id: Uuid) -> Result<Vec<Headshot>, Fault>;

    /// The stored photo with this key.
    async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault>;

    /// Up to `limit` photos that have been uploading or removing since before `before`, longest first.
    async fn unsettled(&self, before: OffsetDateTime, limit: u32) -> Result<Vec<Headshot>, Fault>;

    /// Those of the keys that no row holds, whatever its state.
    async fn without_row(&self, keys: Vec<String>) -> Result<Vec<String>, Fault>;
}
