use std::sync::Arc;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::assurance::Proof;
use super::refresh::RefreshToken;
use super::session::{LiveSession, User};
use super::store::SessionStore;
use crate::accounts::factors::FactorVerifier;
use crate::accounts::identities::IdentityStore;
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::registration::AccountStore;
use crate::accounts::tokens::{AccessClaims, SecretDeriver, TokenIssuer};
use crate::act::Acts;
use crate::shared::{Code, Fault, Refusal};

pub const ACCESS_LIFETIME: Duration = Duration::minutes(15);

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
