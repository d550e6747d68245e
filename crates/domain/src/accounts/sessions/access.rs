//! Identifies the caller of a request from the access token and the session row as stored now, so that signing out and
//! role changes take effect on the next request.

use std::sync::Arc;

use uuid::Uuid;

use super::assurance::{Assurance, Proof, assurance};
use super::session::{RefreshRefused, User};
use super::store::SessionStore;
use crate::accounts::roles::Roles;
use crate::accounts::tokens::{PublishedKey, TokenIssuer, TokenRefused};
use crate::shared::{Clock, Fault};

/// A signed-in user.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The user with their current roles.
    pub user: User,
    /// The session that the access token belongs to.
    pub session_id: Uuid,
    /// How the user proved who they are in this session.
    pub proofs: Vec<Proof>,
    /// Whether they have to use a factor before they can act as an administrator.
    pub lacks_factor: bool,
}

/// Whether administrators need a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdminFactor {
    /// They may have one.
    Optional,
    /// Without one in the session they can do nothing that only administrators can do.
    Required,
}

/// Why a caller cannot act as an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAdministrator {
    /// The caller does not have the role.
    #[error("only administrators can do this")]
    Role,
    /// The session lacks a second factor.
    #[error("this needs a second factor")]
    SecondFactor,
}

impl Caller {
    /// The caller's roles.
    pub fn roles(&self) -> &Roles {
        &self.user.roles
    }

    /// Whether the caller can act as an administrator.
    ///
    /// # Errors
    /// See [`NotAdministrator`].
    pub fn check_administrator(&self) -> Result<(), NotAdministrator> {
        match (self.roles().is_admin(), self.lacks_factor) {
            (false, _) => Err(NotAdministrator::Role),
            (true, true) => Err(NotAdministrator::SecondFactor),
            (true, false) => Ok(()),
        }
    }

    /// The caller as an administrator.
    ///
    /// # Errors
    /// See [`NotAdministrator`].
    pub fn into_administrator(self) -> Result<Administrator, NotAdministrator> {
        self.check_administrator().map(|()| Administrator(self))
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

/// Why a request could not be authenticated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// The token was refused.
    #[error(transparent)]
    Token(#[from] TokenRefused),
    /// The session was ended, or the account was disabled.
    #[error("the session was ended")]
    Revoked,
    /// The session expired.
    #[error("the session has expired")]
    Expired,
    /// A port failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Authenticates every request that carries an access token.
pub struct Access {
    sessions: Arc<dyn SessionStore>,
    issuer: Arc<dyn TokenIssuer>,
    clock: Arc<dyn Clock>,
    admin_factor: AdminFactor,
}

impl Access {
    /// Creates the use case from its ports.
    pub fn new(
        sessions: Arc<dyn SessionStore>,
        issuer: Arc<dyn TokenIssuer>,
        clock: Arc<dyn Clock>,
        admin_factor: AdminFactor,
    ) -> Self {
        Self { sessions, issuer, clock, admin_factor }
    }

    /// Returns the caller that an access token belongs to.
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
        // Written once per rotation: the refresh rule must know that the client received the token.
        if !live.session.current_used && claims.counter == live.session.counter {
            self.sessions.mark_used(live.session.id, claims.counter, now).await?;
        }
        let proofs = live.proofs();
        let lacks_factor =
            self.admin_factor == AdminFactor::Required && assurance(&proofs) == Assurance::Aal1;
        Ok(Caller { user: live.user, session_id: claims.session_id, proofs, lacks_factor })
    }

    /// The keys that verify access tokens, oldest first.
    pub fn published_keys(&self) -> Result<Vec<PublishedKey>, Fault> {
        self.issuer.published_keys(self.clock.now())
    }
}

#[cfg(test)]
mod tests;
