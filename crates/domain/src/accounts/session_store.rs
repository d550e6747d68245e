//! Sessions, as the use cases need them stored.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::session::{LiveSession, RefreshRefused, RefreshStep, Session, SessionScope};
use crate::shared::{Fault, Listing, Page};

/// Judges a presented refresh token.
pub type RotateStep = Box<dyn FnOnce(&Session) -> Result<RefreshStep, RefreshRefused> + Send>;

/// Why a refresh gave no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefreshError {
    /// The rule refused it (unknown sessions are `Invalid`, a revoking step is `Reused`).
    #[error(transparent)]
    Refused(#[from] RefreshRefused),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Sessions.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Stores a new session.
    async fn open(&self, session: Session) -> Result<(), Fault>;

    /// The session with its user and the user's roles of this moment, ended ones too.
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault>;

    /// Notes that a token of `counter` was accepted `now`; no effect when the counter has moved on or its use is
    /// noted already.
    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault>;

    /// Loads the session under lock, runs `step`, stores what it returns.
    async fn rotate(&self, id: Uuid, now: OffsetDateTime, step: RotateStep) -> Result<Session, RefreshError>;

    /// Ends sessions of a user; ended ones stay as they are.
    async fn end(
        &self,
        user_id: Uuid,
        current: Uuid,
        scope: SessionScope,
        now: OffsetDateTime,
    ) -> Result<(), Fault>;

    /// Ends one session of a user, ended or run out before or not; `false` when the user has no such session.
    async fn end_one(&self, user_id: Uuid, id: Uuid, now: OffsetDateTime) -> Result<bool, Fault>;

    /// A page of the sessions of a user that live at `now`, those used last first.
    async fn live(&self, user_id: Uuid, now: OffsetDateTime, page: Page) -> Result<Listing<Session>, Fault>;
}
