use std::sync::{Arc, OnceLock};

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::open_session::open_session;
use crate::accounts::factors::{
    AccountSecurity, AccountSecurityStore, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, ChallengeTokens,
    Factor, Passkeys, SecurityChange, SecurityDecision, SecurityError, SecurityQuery, SecurityRefused,
};
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::registration::{AccountStore, SignInRecord};
use crate::accounts::sessions::{
    Device, LiveSession, Method, Proof, RefreshError, RefreshRefused, Session, SessionScope, SessionSort,
    SessionStore, User, check_refresh,
};
use crate::accounts::tokens::{AccessClaims, RefreshToken, SecretDeriver, TokenIssuer};
use crate::act::Acts;
use crate::mail::MailKind;
use crate::shared::{EmailAddress, Fault, Listing, PageRequest};

pub const ACCESS_LIFETIME: Duration = Duration::minutes(15);

pub const KEY_SET_MAX_AGE: Duration = Duration::minutes(10);

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

pub enum SignInOutcome {
    SignedIn(SignedIn),
    FactorRequired(FactorRequired),
}

pub struct FactorRequired {
    pub challenge_token: String,
    pub expires_in: i64,
    pub factors: Vec<Factor>,
    /// Options for the browser if passkeys are among the factors.
    pub options: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// Unknown address or wrong password. Callers cannot tell which.
    #[error("Invalid login credentials")]
    InvalidCredentials,
    #[error("Email not confirmed")]
    EmailNotVerified,
    #[error("This account is disabled")]
    AccountDisabled,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<SecurityError> for SignInError {
    fn from(error: SecurityError) -> Self {
        match error {
            SecurityError::Refused(SecurityRefused::AccountDisabled) => Self::AccountDisabled,
            SecurityError::Refused(_) | SecurityError::Invalid(_) => Self::InvalidCredentials,
            SecurityError::Fault(fault) => Self::Fault(fault),
        }
    }
}

pub struct SessionsPorts {
    pub accounts: Arc<dyn AccountStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub security: Arc<dyn AccountSecurityStore>,
    pub passkeys: Arc<dyn Passkeys>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub issuer: Arc<dyn TokenIssuer>,
    /// Derives the MACs of refresh tokens.
    pub secrets: Arc<dyn SecretDeriver>,
    pub acts: Acts,
}

pub struct Sessions(SessionsPorts, ChallengeTokens);

impl Sessions {
    pub fn new(ports: SessionsPorts) -> Self {
        let challenges = ChallengeTokens::new(ports.secrets.clone());
        Self(ports, challenges)
    }

    /// Opens a session or asks for a second factor. Computes exactly one hash for every address.
    ///
    /// # Errors
    /// See [`SignInError`]. Only callers who know the password get `EmailNotVerified` or `AccountDisabled`.
    pub async fn sign_in(
        &self,
        email: &str,
        password: &str,
        device: Device,
    ) -> Result<SignInOutcome, SignInError> {
        let email = EmailAddress::parse(email, "/email").ok();
        let record = match &email {
            Some(email) => self.0.accounts.sign_in_record(email).await?,
            None => None,
        };
        let hash = record.as_ref().and_then(|record| match record {
            SignInRecord::User { password_hash, .. } => password_hash.as_deref(),
            SignInRecord::Unverified { registration } => Some(registration.password_hash.as_str()),
        });
        let is_correct = self.0.hasher.verify(password, hash).await?;
        let hash = hash.map(str::to_owned);
        let user = match record {
            Some(SignInRecord::User { user, .. }) if is_correct => user,
            Some(SignInRecord::Unverified { .. }) if is_correct => return Err(SignInError::EmailNotVerified),
            _ => return Err(SignInError::InvalidCredentials),
        };
        let email = user.email.clone();
        let holds = move |account: &AccountSecurity| {
            account.password_hash == hash && account.user.email.key() == email.key()
        };
        Ok(self.finish_first_step(user.id, Method::Password, device, holds).await?)
    }

    /// Opens a session for a user who has proved their identity by one method, or asks for a factor if the account has
    /// one. `holds` checks under the lock on the user that the account has not changed since that proof.
    ///
    /// # Errors
    /// `Outdated` if the account has changed, `AccountDisabled`, `NotFound` for a deleted user; faults.
    pub(super) async fn finish_first_step(
        &self,
        user_id: Uuid,
        method: Method,
        device: Device,
        holds: impl FnOnce(&AccountSecurity) -> bool + Send + 'static,
    ) -> Result<SignInOutcome, SecurityError> {
        let (act, passkeys) = (self.0.acts.begin(), self.0.passkeys.clone());
        let (now, session_id) = (act.now, act.new_id());
        let query = SecurityQuery { now, challenge_id: None, opens: Some(device.clone()) };
        let required = Arc::new(OnceLock::new());
        let asked = required.clone();
        let step = Box::new(move |account: &AccountSecurity| {
            SecurityDecision::of(|| {
                if !holds(account) {
                    return Err(SecurityRefused::Outdated.into());
                }
                let proofs = vec![Proof::new(method, now)];
                let opened = open_session(account, session_id, proofs, device, &act)?;
                if !account.has_verified() {
                    return Ok(opened);
                }
                let purpose = ChallengePurpose::SignIn { method };
                let (challenge, options) = ask_for_factor(account, act.new_id(), purpose, &*passkeys, now)?;
                let _ = asked.set((challenge.clone(), account.verified().cloned().collect(), options));
                Ok(SecurityChange { challenge: Some(challenge), ..SecurityChange::default() })
            })
        });
        self.0.security.change(user_id, query, step).await?;
        Ok(match required.get() {
            None => {
                SignInOutcome::SignedIn(self.tokens_of(session_id).await?.ok_or(SecurityRefused::NotFound)?)
            }
            Some((challenge, factors, options)) => SignInOutcome::FactorRequired(FactorRequired {
                challenge_token: self.1.write(challenge),
                expires_in: CHALLENGE_LIFETIME.whole_seconds(),
                factors: Vec::clone(factors),
                options: Option::clone(options),
            }),
        })
    }

    /// Returns new tokens for a refresh token (docs/product.md, 3.5). The owner gets a notice when a reused token ends
    /// the session.
    pub async fn refresh(&self, refresh_token: &str) -> Result<SignedIn, RefreshError> {
        let presented = RefreshToken::read(refresh_token, &*self.0.secrets).ok_or(RefreshRefused::Invalid)?;
        let RefreshToken { session_id, counter } = presented;
        let act = self.0.acts.begin();
        let now = act.now;
        let step = Box::new(move |live: &LiveSession| check_refresh(live, counter, now));
        let notice =
            Box::new(move |user: &User| Some(act.mail(MailKind::SessionStopped, &user.email, &user.name)));
        let live = self.0.sessions.rotate(session_id, now, step, notice).await?;
        Ok(self.tokens(live)?)
    }

    /// Succeeds for sessions that have ended already.
    pub async fn end_sessions(&self, user_id: Uuid, current: Uuid, scope: SessionScope) -> Result<(), Fault> {
        self.0.sessions.end_sessions(user_id, current, scope, self.0.acts.now()).await
    }

    /// Ends the current or another session of the user. Succeeds for an ended session; `false` if the user has no such
    /// session.
    pub async fn end_session(&self, user_id: Uuid, id: Uuid) -> Result<bool, Fault> {
        self.0.sessions.end_session(user_id, id, self.0.acts.now()).await
    }

    /// The user's live sessions.
    pub async fn list(
        &self,
        user_id: Uuid,
        page: PageRequest<SessionSort>,
    ) -> Result<Listing<Session>, Fault> {
        self.0.sessions.list(user_id, self.0.acts.now(), page).await
    }

    /// The current tokens of a session; `None` if it no longer exists.
    pub(crate) async fn tokens_of(&self, session_id: Uuid) -> Result<Option<SignedIn>, Fault> {
        let live = self.0.sessions.find(session_id).await?;
        live.map(|live| self.tokens(live)).transpose()
    }

    fn tokens(&self, live: LiveSession) -> Result<SignedIn, Fault> {
        let now = self.0.acts.now();
        // The token itself stores whole seconds.
        let expires_at = (now + ACCESS_LIFETIME).replace_nanosecond(0).unwrap_or(now);
        let proofs = live.proofs();
        let LiveSession { session: Session { id: session_id, counter, .. }, user, .. } = live;
        let claims = AccessClaims { user_id: user.id, session_id, counter, expires_at };
        Ok(SignedIn {
            access_token: self.0.issuer.issue(&claims)?,
            refresh_token: RefreshToken { session_id, counter }.write(&*self.0.secrets),
            expires_in: ACCESS_LIFETIME.whole_seconds(),
            expires_at,
            user,
            proofs,
        })
    }
}

/// The challenge of the second step, with options for the browser if the account has passkeys.
fn ask_for_factor(
    account: &AccountSecurity,
    id: Uuid,
    purpose: ChallengePurpose,
    passkeys: &dyn Passkeys,
    now: OffsetDateTime,
) -> Result<(Challenge, Option<String>), Fault> {
    let (user_id, own) = (account.user.id, account.passkeys());
    if own.is_empty() {
        return Ok((Challenge::new(id, user_id, purpose, now), None));
    }
    let ceremony = passkeys.request(&own)?;
    Ok((Challenge::of_passkey(&ceremony, user_id, purpose, now), Some(ceremony.options)))
}
