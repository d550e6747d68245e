//! Users and their sessions (docs/product.md, 3.4).

use std::sync::Arc;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::refresh::RefreshToken;
use crate::accounts::{
    AccessClaims, AccountStore, FactorVerifier, IdentityStore, PasswordHasher, Proof, Roles, SecretDeriver,
    SessionStore, TokenIssuer,
};
use crate::act::Acts;
use crate::shared::{Code, EmailAddress, Fault, PersonName, Refusal};

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
    pub secrets: Arc<dyn SecretDeriver>,
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
            refresh_token: RefreshToken { session_id, counter }.write(&*self.secrets),
            expires_in: ACCESS_LIFETIME.whole_seconds(),
            expires_at,
            user,
            proofs,
        })
    }
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
