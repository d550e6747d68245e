//! Re-authentication before sensitive acts: with the password or, for accounts without one, with a fresh session.

use time::OffsetDateTime;
use uuid::Uuid;

use super::own_account::prove;
use super::store::ProfileStore;
use crate::accounts::factors::{AccountSecurity, fresh_session};
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::sessions::{Caller, Session};
use crate::shared::{Code, Fault, Refusal};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReauthenticationRefused {
    #[error("Invalid login credentials")]
    InvalidCredentials,
    #[error("this needs a session that was proved within the last ten minutes")]
    NotFresh,
    #[error("the session was ended")]
    SessionEnded,
}

impl From<ReauthenticationRefused> for Refusal {
    fn from(refused: ReauthenticationRefused) -> Self {
        let code = match refused {
            ReauthenticationRefused::InvalidCredentials => Code::InvalidCredentials,
            ReauthenticationRefused::NotFresh => Code::ReauthenticationRequired,
            ReauthenticationRefused::SessionEnded => Code::SessionRevoked,
        };
        code.into()
    }
}

/// A proof of re-authentication, which is checked again under the lock on the user.
#[derive(Debug, Clone)]
pub struct Reauthentication {
    pub session_id: Uuid,
    /// The hash that the given password matched; `None` without a password.
    pub password_hash: Option<String>,
}

impl Reauthentication {
    /// Verifies the password if one is given.
    ///
    /// # Errors
    /// Faults; the inner error is `InvalidCredentials`.
    pub async fn of(
        caller: &Caller,
        password: Option<&str>,
        profiles: &dyn ProfileStore,
        hasher: &dyn PasswordHasher,
    ) -> Result<Result<Self, ReauthenticationRefused>, Fault> {
        let session_id = caller.session_id;
        let Some(password) = password else { return Ok(Ok(Self { session_id, password_hash: None })) };
        let proved = prove(profiles, hasher, caller.user.id, password).await?;
        let password_hash = proved.and_then(|account| account.password_hash);
        Ok(match password_hash {
            Some(_) => Ok(Self { session_id, password_hash }),
            None => Err(ReauthenticationRefused::InvalidCredentials),
        })
    }

    /// The caller's session, if the proof is still valid.
    pub fn check<'a>(
        &self,
        account: &'a AccountSecurity,
        now: OffsetDateTime,
    ) -> Result<&'a Session, ReauthenticationRefused> {
        let session = match &self.password_hash {
            Some(_) if self.password_hash != account.password_hash => {
                return Err(ReauthenticationRefused::InvalidCredentials);
            }
            Some(_) => account.session(self.session_id),
            None => fresh_session(account, self.session_id, now),
        };
        session.map_err(|refused| match refused {
            Code::ReauthenticationRequired => ReauthenticationRefused::NotFresh,
            _ => ReauthenticationRefused::SessionEnded,
        })
    }
}

#[cfg(test)]
mod tests;
