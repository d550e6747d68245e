//! Port for sessions.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::new_device::EarlierSignIns;
use super::session::{LiveSession, RefreshRefused, RefreshStep, Session, SessionScope, User};
use crate::mail::OutgoingMail;
use crate::shared::{Fault, Listing, Page};

/// Decides what happens to a presented refresh token.
pub type RotateStep = Box<dyn FnOnce(&LiveSession) -> Result<RefreshStep, RefreshRefused> + Send>;

/// Decides whether the owner gets a notice of a new session.
pub type NoticeStep = Box<dyn FnOnce(&EarlierSignIns) -> Option<OutgoingMail> + Send>;

/// The notice to the owner of a session that was revoked.
pub type StopNotice = Box<dyn FnOnce(&User) -> Option<OutgoingMail> + Send>;

/// Why a refresh returned no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefreshError {
    /// The rule refused it (an unknown session is `Invalid`, a step that revokes is `Reused`).
    #[error(transparent)]
    Refused(#[from] RefreshRefused),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Stores sessions.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Inserts a new session and the mail that `notice` returns, or nothing. `notice` sees the user's other sessions
    /// that are still stored, with those last used after `since` as remembered.
    ///
    /// # Errors
    /// `Unavailable` for an unknown or disabled user, who was deleted or disabled while signing in.
    async fn open_with_notice(
        &self,
        session: Session,
        since: OffsetDateTime,
        notice: NoticeStep,
    ) -> Result<(), Fault>;

    /// Inserts a new session of which nobody needs to hear.
    async fn open(&self, session: Session) -> Result<(), Fault> {
        let since = session.created_at;
        self.open_with_notice(session, since, Box::new(|_| None)).await
    }

    /// The session, even if it has ended, with its user and the user's current roles.
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault>;

    /// Records that a token with `counter` was accepted at `now`; no effect if the counter has changed since or its use
    /// is recorded already.
    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault>;

    /// Reads the session with its user under lock, runs `step` and stores the result; if the step revokes the session,
    /// with the mail that `notice` returns. Returns the session as stored, with the user that `step` saw.
    async fn rotate_with_notice(
        &self,
        id: Uuid,
        now: OffsetDateTime,
        step: RotateStep,
        notice: StopNotice,
    ) -> Result<LiveSession, RefreshError>;

    /// The same without a mail.
    async fn rotate(
        &self,
        id: Uuid,
        now: OffsetDateTime,
        step: RotateStep,
    ) -> Result<LiveSession, RefreshError> {
        self.rotate_with_notice(id, now, step, Box::new(|_| None)).await
    }

    /// Ends sessions of a user; sessions that have ended already stay unchanged.
    async fn end(
        &self,
        user_id: Uuid,
        current: Uuid,
        scope: SessionScope,
        now: OffsetDateTime,
    ) -> Result<(), Fault>;

    /// Ends one session of a user, even one that has ended or expired; `false` if the user has no such session.
    async fn end_one(&self, user_id: Uuid, id: Uuid, now: OffsetDateTime) -> Result<bool, Fault>;

    /// A page of the user's sessions that are alive at `now`, last used first.
    async fn live(&self, user_id: Uuid, now: OffsetDateTime, page: Page) -> Result<Listing<Session>, Fault>;
}
