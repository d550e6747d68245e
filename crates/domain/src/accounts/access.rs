//! Who makes a request: an access token plus the session row of this moment, so that signing out and changes
//! of roles are felt by the next request.

use std::sync::Arc;

use uuid::Uuid;

use super::roles::Roles;
use super::session::{RefreshRefused, User};
use super::session_store::SessionStore;
use super::token_issuer::{PublishedKey, TokenIssuer, TokenRefused};
use crate::shared::{Clock, Fault};

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The user with the roles of this moment.
    pub user: User,
    /// The session the request came under.
    pub session_id: Uuid,
}

impl Caller {
    /// The caller's roles.
    pub fn roles(&self) -> &Roles {
        &self.user.roles
    }

    /// The caller as an administrator; `None` for everybody else.
    pub fn into_administrator(self) -> Option<Administrator> {
        self.roles().is_admin().then_some(Administrator(self))
    }
}

/// A caller who is an administrator. Use cases for administrators ask for one, so that none can forget the check.
#[derive(Debug, Clone)]
pub struct Administrator(Caller);

impl Administrator {
    /// The person.
    pub fn caller(&self) -> &Caller {
        &self.0
    }
}

/// Why a request has no caller.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// The token itself.
    #[error(transparent)]
    Token(#[from] TokenRefused),
    /// The session was ended, or its account disabled.
    #[error("the session was ended")]
    Revoked,
    /// The session ran out.
    #[error("the session has expired")]
    Expired,
    /// A port failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The use case behind every request with a token.
pub struct Access {
    sessions: Arc<dyn SessionStore>,
    issuer: Arc<dyn TokenIssuer>,
    clock: Arc<dyn Clock>,
}

impl Access {
    /// Wires the use case.
    pub fn new(sessions: Arc<dyn SessionStore>, issuer: Arc<dyn TokenIssuer>, clock: Arc<dyn Clock>) -> Self {
        Self { sessions, issuer, clock }
    }

    /// The caller behind an access token.
    ///
    /// # Errors
    /// See [`AccessError`].
    pub async fn caller(&self, access_token: &str) -> Result<Caller, AccessError> {
        let now = self.clock.now();
        let claims = self.issuer.verify(access_token, now)?;
        let live = self.sessions.find(claims.session_id).await?.ok_or(AccessError::Revoked)?;
        live.check_alive(now).map_err(|refused| match refused {
            RefreshRefused::Expired => AccessError::Expired,
            _ => AccessError::Revoked,
        })?;
        // Once a rotation: the refresh rule must know that its answer arrived.
        if !live.session.current_used && claims.counter == live.session.counter {
            self.sessions.mark_used(live.session.id, claims.counter, now).await?;
        }
        Ok(Caller { user: live.user, session_id: claims.session_id })
    }

    /// The keys with which anybody can check access tokens, oldest first.
    pub fn published_keys(&self) -> Result<Vec<PublishedKey>, Fault> {
        self.issuer.published_keys(self.clock.now())
    }
}

#[cfg(test)]
mod tests;
