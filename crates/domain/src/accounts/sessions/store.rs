use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::session::{LiveSession, RefreshRefused, RefreshStep, Session, SessionScope, User};
use crate::mail::OutgoingMail;
use crate::shared::{Fault, Listing, Page};

pub type RotateStep = Box<dyn FnOnce(&LiveSession) -> Result<RefreshStep, RefreshRefused> + Send>;

/// The notice to the owner of a session that was revoked.
pub type StopNotice = Box<dyn FnOnce(&User) -> Option<OutgoingMail> + Send>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefreshError {
    #[error(transparent)]
    Refused(#[from] RefreshRefused),
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[async_trait]
pub trait SessionStore: Send + Sync {
    /// The session, even if it has ended, with its user and the user's current roles.
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault>;

    /// Records that a token with `counter` was accepted at `now`. No effect if the counter has changed or the use is
    /// recorded already.
    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault>;

    /// Reads the session with its user under lock, runs `step` and stores the result. If the step revokes the session,
    /// also queues the mail that `notice` returns. Returns the session as stored, with the user that `step` saw.
    async fn rotate(
        &self,
        id: Uuid,
        now: OffsetDateTime,
        step: RotateStep,
        notice: StopNotice,
    ) -> Result<LiveSession, RefreshError>;

    /// Ends sessions of a user. Ended sessions stay unchanged.
    async fn end_sessions(
        &self,
        user_id: Uuid,
        current: Uuid,
        scope: SessionScope,
        now: OffsetDateTime,
    ) -> Result<(), Fault>;

    /// Ends one session of a user. Succeeds for an ended or expired session; `false` if the user has no such session.
    async fn end_session(&self, user_id: Uuid, id: Uuid, now: OffsetDateTime) -> Result<bool, Fault>;

    /// A page of the user's sessions that are alive at `now`, last used first.
    async fn list(&self, user_id: Uuid, now: OffsetDateTime, page: Page) -> Result<Listing<Session>, Fault>;
}
