//! Identifies the caller of a request from the access token and the current session row, so that sign-out and role
//! changes take effect on the next request.

use std::sync::Arc;

use derive_more::Constructor;
use time::OffsetDateTime;
use uuid::Uuid;

use super::assurance::{Assurance, Proof, assurance};
use super::session::{LiveSession, RefreshRefused, User};
use super::store::SessionStore;
use crate::accounts::roles::Roles;
use crate::accounts::tokens::{PublishedKey, TokenIssuer, TokenRefused};
use crate::shared::{Clock, Fault, words};

#[derive(Debug, Clone)]
pub struct Caller {
    pub user: User,
    pub session_id: Uuid,
    pub proofs: Vec<Proof>,
    /// Whether the caller must use a factor before acting as an administrator.
    pub lacks_factor: bool,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AdminFactor {
        Optional = "optional",
        /// Every administrative act requires a second factor in the session.
        Required = "required",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAdministrator {
    #[error("only administrators can do this")]
    Role,
    #[error("this needs a second factor")]
    SecondFactor,
}

impl Caller {
    pub fn roles(&self) -> &Roles {
        &self.user.roles
    }

    pub fn check_administrator(&self) -> Result<(), NotAdministrator> {
        match (self.roles().is_admin(), self.lacks_factor) {
            (false, _) => Err(NotAdministrator::Role),
            (true, true) => Err(NotAdministrator::SecondFactor),
            (true, false) => Ok(()),
        }
    }

    pub fn into_administrator(self) -> Result<Administrator, NotAdministrator> {
        self.check_administrator().map(|()| Administrator(self))
    }
}

/// A caller who is an administrator. Use cases for administrators require one, so that the check cannot be forgotten.
#[derive(Debug, Clone)]
pub struct Administrator(Caller);

impl Administrator {
    pub fn caller(&self) -> &Caller {
        &self.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    #[error(transparent)]
    Token(#[from] TokenRefused),
    #[error("the session was ended")]
    Revoked,
    #[error("the session has expired")]
    Expired,
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Authenticates every request that carries an access token.
#[derive(Constructor)]
pub struct Access {
    sessions: Arc<dyn SessionStore>,
    issuer: Arc<dyn TokenIssuer>,
    clock: Arc<dyn Clock>,
    admin_factor: AdminFactor,
}

impl Access {
    pub async fn caller(&self, access_token: &str) -> Result<Caller, AccessError> {
        let now = self.clock.now();
        let claims = self.issuer.verify(access_token, now)?;
        let live = self.live(claims.session_id, now).await?;
        // Written once per rotation, because the refresh rule must know that the client received the token.
        if !live.session.current_used && claims.counter == live.session.counter {
            self.sessions.mark_used(live.session.id, claims.counter, now).await?;
        }
        Ok(self.caller_of(live))
    }

    /// The caller of a session now. A long response may outlast the access token with which it was requested, but not the
    /// session.
    pub async fn still(&self, session_id: Uuid) -> Result<Caller, AccessError> {
        Ok(self.caller_of(self.live(session_id, self.clock.now()).await?))
    }

    async fn live(&self, session_id: Uuid, now: OffsetDateTime) -> Result<LiveSession, AccessError> {
        let live = self.sessions.find(session_id).await?.ok_or(AccessError::Revoked)?;
        live.check_alive(now).map_err(|refused| match refused {
            RefreshRefused::Expired => AccessError::Expired,
            _ => AccessError::Revoked,
        })?;
        Ok(live)
    }

    fn caller_of(&self, live: LiveSession) -> Caller {
        let proofs = live.proofs();
        let lacks_factor =
            self.admin_factor == AdminFactor::Required && assurance(&proofs) == Assurance::Aal1;
        Caller { session_id: live.session.id, user: live.user, proofs, lacks_factor }
    }

    /// The keys that verify access tokens, oldest first.
    pub fn published_keys(&self) -> Result<Vec<PublishedKey>, Fault> {
        self.issuer.published_keys(self.clock.now())
    }
}

#[cfg(test)]
mod tests;
