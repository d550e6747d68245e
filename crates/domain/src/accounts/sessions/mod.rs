//! Users and their sessions (docs/product.md, 3.4): how sessions are opened, refreshed, listed and ended, their assurance
//! level, and the caller that an access token identifies.

mod access;
mod assurance;
mod open_session;
mod refresh;
mod sign_in;
mod sign_in_by_code;
mod sign_in_by_factor;
mod sign_in_by_passkey;

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use self::refresh::refresh_token;
use crate::accounts::{
    AccountSecurity, AccountStore, FactorVerifier, IdentityStore, PasswordHasher, Roles, Secrets,
    SecurityChange, SecurityQuery,
};
use crate::act::Acts;
use crate::shared::{
    Code, EmailAddress, Fault, KeyKind, Listing, Order, Page, PageRequest, PersonName, Refusal, Sorting, Step,
};

pub use access::{
    Access, AccessClaims, AdminFactor, Administrator, Caller, Holder, KEY_SET_MAX_AGE, PublishedKey, Reader,
    TokenIssuer,
};
pub use assurance::{Assurance, Method, Proof, assurance, with_proof};
pub use open_session::{DEVICE_REMEMBERED, EarlierSignIns, open_session};
pub use refresh::{RefreshStep, check_refresh};
pub use sign_in::{FactorRequired, SignInOutcome};

pub const ACCESS_LIFETIME: Duration = Duration::minutes(15);
/// A session expires when it has not been refreshed for this long.
pub const SESSION_IDLE: Duration = Duration::days(30);
/// A session expires this long after signing in, however active it is.
pub const SESSION_MAX: Duration = Duration::days(90);

/// A user whose address is confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub id: Uuid,
    pub email: EmailAddress,
    pub name: PersonName,
    pub roles: Roles,
    pub created_at: OffsetDateTime,
    /// When an administrator disabled the account; `None` if it is enabled.
    pub disabled_at: Option<OffsetDateTime>,
}

impl User {
    /// A disabled account cannot sign in, and its sessions are invalid.
    pub fn is_disabled(&self) -> bool {
        self.disabled_at.is_some()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Device {
    /// Network prefix of its IP address (IPv4 /24, IPv6 /48).
    pub ip_prefix: Option<String>,
    /// Its `User-Agent`, truncated to 200 characters.
    pub user_agent: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: Uuid,
    pub user_id: Uuid,
    pub counter: u32,
    pub current_used: bool,
    pub rotated_at: OffsetDateTime,
    pub created_at: OffsetDateTime,
    /// Time of the sign-in, the last refresh, or the first request after either. Accurate to the lifetime of an access
    /// token.
    pub last_used_at: OffsetDateTime,
    /// When it expires unless it is refreshed.
    pub expires_at: OffsetDateTime,
    /// When it was ended; `None` if it was not.
    pub revoked_at: Option<OffsetDateTime>,
    pub device: Device,
    /// The proofs of the user's identity, first proof first. Empty for a session from before they were recorded.
    pub proofs: Vec<Proof>,
}

impl Session {
    pub fn open(id: Uuid, user_id: Uuid, proofs: Vec<Proof>, device: Device, now: OffsetDateTime) -> Self {
        Self {
            id,
            user_id,
            counter: 1,
            current_used: false,
            rotated_at: now,
            created_at: now,
            last_used_at: now,
            expires_at: now + SESSION_IDLE,
            revoked_at: None,
            device,
            proofs,
        }
    }

    pub fn check_alive(&self, now: OffsetDateTime) -> Result<(), Code> {
        if self.revoked_at.is_some() {
            return Err(Code::SessionRevoked);
        }
        if now >= self.expires_at {
            return Err(Code::SessionExpired);
        }
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveSession {
    pub session: Session,
    pub user: User,
    pub has_factor: bool,
    /// Whether the first sign-in of the account opened it.
    pub is_first: bool,
}

impl LiveSession {
    /// The proofs that are still valid: without a verified factor the account has no second level of assurance, even if
    /// the session was opened with one.
    pub fn proofs(&self) -> Vec<Proof> {
        let counts = |proof: &&Proof| self.has_factor || !proof.method.is_second_factor();
        self.session.proofs.iter().filter(counts).copied().collect()
    }

    /// Checks whether requests may still use the session. A disabled account ends it.
    pub fn check_alive(&self, now: OffsetDateTime) -> Result<(), Code> {
        self.session.check_alive(now)?;
        if self.user.is_disabled() { Err(Code::SessionRevoked) } else { Ok(()) }
    }
}

/// Opens sessions by password, mailed code, second factor or passkey; refreshes and ends them.
pub struct Sessions {
    pub store: Arc<dyn SessionStore>,
    pub accounts: Arc<dyn AccountStore>,
    /// Has the challenges for passkeys.
    pub identities: Arc<dyn IdentityStore>,
    pub verifier: FactorVerifier,
    pub hasher: Arc<dyn PasswordHasher>,
    pub issuer: Arc<dyn TokenIssuer>,
    pub secrets: Secrets,
    /// Whether the pages greet new users.
    pub greets: bool,
    pub acts: Acts,
}

#[derive(Clone)]
pub struct SignedIn {
    /// PASETO v4.public.
    pub access_token: String,
    /// Session id, counter and MAC.
    pub refresh_token: String,
    /// Seconds until the access token expires.
    pub expires_in: i64,
    pub expires_at: OffsetDateTime,
    pub user: User,
    pub proofs: Vec<Proof>,
    /// Whether the pages greet a new user.
    pub is_first: bool,
}

impl Sessions {
    /// The current tokens of a session.
    ///
    /// # Errors
    /// `not_found` if it no longer exists.
    pub(crate) async fn tokens_of(&self, session_id: Uuid) -> Result<SignedIn, Refusal> {
        let live = self.store.find(session_id).await?.ok_or(Code::NotFound)?;
        Ok(self.tokens(live)?)
    }

    pub(super) fn tokens(&self, live: LiveSession) -> Result<SignedIn, Fault> {
        let now = self.acts.now();
        // The token itself stores whole seconds.
        let expires_at = (now + ACCESS_LIFETIME).replace_nanosecond(0).unwrap_or(now);
        let proofs = live.proofs();
        let (session_id, counter, user) = (live.session.id, live.session.counter, live.user);
        let claims = AccessClaims { user_id: user.id, session_id, counter, expires_at };
        Ok(SignedIn {
            access_token: self.issuer.issue(&claims)?,
            refresh_token: refresh_token(session_id, counter, &self.secrets),
            expires_in: ACCESS_LIFETIME.whole_seconds(),
            expires_at,
            user,
            proofs,
            is_first: self.greets && live.is_first,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SessionScope {
    #[default]
    Global,
    Local,
    Others,
}

impl Sessions {
    /// The user's live sessions.
    pub async fn list(
        &self,
        user_id: Uuid,
        page: PageRequest<SessionSort>,
    ) -> Result<Listing<Session>, Fault> {
        self.store.list(user_id, self.acts.now(), page).await
    }

    /// Succeeds for sessions that have ended already.
    pub async fn end_sessions(&self, user_id: Uuid, current: Uuid, scope: SessionScope) -> Result<(), Fault> {
        self.store.end_sessions(user_id, current, scope, self.acts.now()).await
    }

    /// Ends the current or another session of the user. Succeeds for an ended session.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn end_session(&self, user_id: Uuid, id: Uuid) -> Result<(), Refusal> {
        let found = self.store.end_session(user_id, id, self.acts.now()).await?;
        if found { Ok(()) } else { Err(Code::NotFound.into()) }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_alive_until_the_instant_it_expires() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let opened = Session::open(Uuid::nil(), Uuid::nil(), Vec::new(), Device::default(), now);
        let end = now + Duration::days(30);
        let ended = Session { revoked_at: Some(now), ..opened.clone() };
        let table = [
            (&opened, end - Duration::microseconds(1), Ok(())),
            (&opened, end, Err(Code::SessionExpired)),
            (&ended, now, Err(Code::SessionRevoked)),
            (&ended, end, Err(Code::SessionRevoked)),
        ];
        for (session, now, expected) in table {
            assert_eq!(session.check_alive(now), expected, "{now}");
        }
    }
}
