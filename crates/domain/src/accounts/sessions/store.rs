use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, LiveSession, RefreshStep, SecurityChange, SecurityQuery, Session, SessionScope,
};
use crate::shared::{Fault, KeyKind, Listing, Order, Page, PageRequest, Refusal, Sorting, Step};

/// The order of a user's sessions: by last use, then by sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionSort;

impl SessionSort {
    pub fn page(page: Page) -> PageRequest<Self> {
        PageRequest::new(page, Self, Order::Desc, &[])
    }
}

impl Sorting for SessionSort {
    const LIST: &'static str = "sessions";

    fn name(self) -> &'static str {
        "last_used_at"
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        &[KeyKind::Instant, KeyKind::Instant]
    }
}

/// Stores sessions, and what decides who may open one: factors, recovery codes, identities and challenges.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// The session, even if it has ended, with its user and the user's current roles.
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault>;

    /// Records that a token with `counter` was accepted at `now`. No effect if the counter has changed or the use is
    /// recorded already.
    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault>;

    /// Reads the session with its user under lock, runs `step` and stores the result. Returns the session as stored,
    /// with the user that `step` saw.
    ///
    /// # Errors
    /// The refusal of the step; `refresh_token_invalid` for an unknown session; `refresh_token_reused` if the step ends
    /// the session.
    async fn rotate(
        &self,
        id: Uuid,
        now: OffsetDateTime,
        step: Step<LiveSession, RefreshStep>,
    ) -> Result<LiveSession, Refusal>;

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

    /// A page of the user's sessions that are alive at `now`.
    async fn list(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        page: PageRequest<SessionSort>,
    ) -> Result<Listing<Session>, Fault>;

    /// The account at `now`, without a challenge.
    ///
    /// # Errors
    /// `not_found` for an unknown or deleted user.
    async fn security(&self, user_id: Uuid, now: OffsetDateTime) -> Result<AccountSecurity, Refusal>;

    /// Reads the account under lock, including the challenge with that id if the user has one, runs `step`, and stores
    /// its whole change or nothing. The second of two concurrent callers MUST see the rows of the first.
    ///
    /// # Errors
    /// The refusal of the step; the one in its change, which is stored nevertheless; `not_found` for an unknown or
    /// deleted user; `credential_invalid` for a passkey and `identity_taken` for an identity of another account.
    async fn change(
        &self,
        user_id: Uuid,
        query: SecurityQuery,
        step: Step<AccountSecurity, SecurityChange>,
    ) -> Result<(), Refusal>;
}
