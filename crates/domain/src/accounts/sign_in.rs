//! Signing in, refreshing, signing out, and listing one's own sessions.

use std::sync::Arc;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account_store::AccountStore;
use super::assurance::{Method, Proof};
use super::factors::{
    AccountFactors, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, ChallengeTokens, Factor, FactorChange,
    FactorError, FactorStore, Passkeys,
};
use super::new_device::{DEVICE_REMEMBERED, EarlierSignIns, is_new_device};
use super::password_hasher::{HashError, PasswordHasher};
use super::refresh_token::RefreshToken;
use super::secret_deriver::SecretDeriver;
use super::session::{Device, LiveSession, RefreshRefused, Session, SessionScope, User, judge_refresh};
use super::session_store::{RefreshError, SessionStore};
use super::sign_in_record::SignInRecord;
use super::token_issuer::{AccessClaims, TokenIssuer};
use crate::mail::{MailKind, MailQueue};
use crate::shared::{Clock, EmailAddress, Fault, IdSource, Listing, Page};

/// How long an access token is accepted.
pub const ACCESS_LIFETIME: Duration = Duration::minutes(15);

/// How long third parties may cache the key set.
pub const KEY_SET_MAX_AGE: Duration = Duration::minutes(10);

/// The result of signing in or refreshing.
#[derive(Clone)]
pub struct SignedIn {
    /// PASETO v4.public.
    pub access_token: String,
    /// Session id, counter and MAC.
    pub refresh_token: String,
    /// Seconds until the access token expires.
    pub expires_in: i64,
    /// When the access token expires.
    pub expires_at: OffsetDateTime,
    /// The user with their current roles.
    pub user: User,
    /// How the user proved who they are.
    pub proofs: Vec<Proof>,
}

/// Where somebody stands who has proved who they are.
pub enum Entry {
    /// Signed in.
    SignedIn(SignedIn),
    /// The account has a factor, which has to be used as well.
    FactorRequired(FactorRequired),
}

/// What somebody needs for the second step of signing in.
pub struct FactorRequired {
    /// Stands for the first step.
    pub challenge_token: String,
    /// Seconds until it expires.
    pub expires_in: i64,
    /// The factors to choose from.
    pub factors: Vec<Factor>,
    /// For the passkeys among them: what the browser is given.
    pub options: Option<String>,
}

/// Why nobody was signed in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// Unknown address or wrong password; callers cannot tell which.
    #[error("Invalid login credentials")]
    InvalidCredentials,
    /// The password is right, but the address is not confirmed.
    #[error("Email not confirmed")]
    EmailNotVerified,
    /// The password is right, but the account is disabled.
    #[error("This account is disabled")]
    AccountDisabled,
    /// Too many password checks at once.
    #[error("too many password checks at once")]
    Busy,
    /// A port failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<HashError> for SignInError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Busy,
            HashError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// The ports of [`Sessions`].
pub struct SessionsPorts {
    /// Users and their password hashes.
    pub accounts: Arc<dyn AccountStore>,
    /// Stores the sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Knows who needs a second step.
    pub factors: Arc<dyn FactorStore>,
    /// Asks for passkeys in that step.
    pub passkeys: Arc<dyn Passkeys>,
    /// Checks passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Signs access tokens.
    pub issuer: Arc<dyn TokenIssuer>,
    /// Derives the MACs of refresh tokens.
    pub secrets: Arc<dyn SecretDeriver>,
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Ids of new sessions.
    pub ids: Arc<dyn IdSource>,
    /// Creates notices to the owners of accounts.
    pub mails: MailQueue,
}

/// Signing in and managing one's sessions.
pub struct Sessions(SessionsPorts, ChallengeTokens);

impl Sessions {
    /// Creates the use cases from their ports.
    pub fn new(ports: SessionsPorts) -> Self {
        let challenges = ChallengeTokens::new(ports.secrets.clone());
        Self(ports, challenges)
    }

    /// Opens a session, or the second step of signing in. Exactly one hash is computed for every address.
    ///
    /// # Errors
    /// See [`SignInError`]; only callers who know the password see the reasons `EmailNotConfirmed` and `Disabled`.
    pub async fn sign_in(&self, email: &str, password: &str, device: Device) -> Result<Entry, SignInError> {
        let email = EmailAddress::parse(email, "/email").ok();
        let record = match &email {
            Some(email) => self.0.accounts.sign_in_record(email).await?,
            None => None,
        };
        let hash = record.as_ref().and_then(|record| match record {
            SignInRecord::User { password_hash, .. } => password_hash.as_deref(),
            SignInRecord::Unverified { registration } => Some(registration.password_hash.as_str()),
        });
        let right = self.0.hasher.verify(password, hash).await?;
        let hash = hash.map(str::to_owned);
        let (email, user) = match (email, record) {
            (Some(email), Some(SignInRecord::User { user, .. })) if right => (email, *user),
            (_, Some(SignInRecord::Unverified { .. })) if right => return Err(SignInError::EmailNotVerified),
            _ => return Err(SignInError::InvalidCredentials),
        };
        if user.is_disabled() {
            return Err(SignInError::AccountDisabled);
        }
        let same = |now: &SignInRecord| matches!(now, SignInRecord::User { password_hash, .. } if *password_hash == hash);
        let entered = self.enter(user, Method::Password, device, &email, same).await?;
        entered.ok_or(SignInError::InvalidCredentials)
    }

    /// Opens a session of a user who has proved by one method who they are, or asks for a factor if they have one. `None`
    /// as [`open_while`](Self::open_while).
    pub(super) async fn enter(
        &self,
        user: User,
        method: Method,
        device: Device,
        email: &EmailAddress,
        holds: impl FnOnce(&SignInRecord) -> bool + Send,
    ) -> Result<Option<Entry>, Fault> {
        let now = self.0.clock.now();
        let account = self.0.factors.of_user(user.id).await?;
        if let Some(account) = account.filter(AccountFactors::has_verified) {
            return self.ask_for_factor(account, method).await.map(Some);
        }
        let opened = self.open_while(user, vec![Proof { method, at: now }], device, email, holds).await?;
        Ok(opened.map(Entry::SignedIn))
    }

    async fn ask_for_factor(&self, account: AccountFactors, method: Method) -> Result<Entry, Fault> {
        let purpose = ChallengePurpose::SignIn { method };
        let (user_id, now, passkeys) = (account.user.id, self.0.clock.now(), account.passkeys());
        let ceremony = match passkeys.is_empty() {
            true => None,
            false => Some(self.0.passkeys.request(&passkeys)?),
        };
        let challenge = match &ceremony {
            None => Challenge::new(self.0.ids.new_id(), user_id, purpose, now),
            Some(ceremony) => Challenge::of_passkey(ceremony, user_id, purpose, now),
        };
        let change = FactorChange { challenge: Some(challenge.clone()), ..FactorChange::default() };
        let step = Box::new(move |_: &AccountFactors| change.into());
        self.0.factors.change(user_id, None, step).await.map_err(|error| match error {
            FactorError::Fault(fault) => fault,
            gone => Fault::Unavailable(gone.to_string()),
        })?;
        Ok(Entry::FactorRequired(FactorRequired {
            challenge_token: self.1.write(&challenge),
            expires_in: CHALLENGE_LIFETIME.whole_seconds(),
            factors: account.verified().cloned().collect(),
            options: ceremony.map(|ceremony| ceremony.options),
        }))
    }

    /// Opens a session, and ends it again unless `holds` is true of the address afterwards: while it was being checked who
    /// somebody is, the password may have been replaced or the address put back, and all sessions ended.
    pub(super) async fn open_while(
        &self,
        user: User,
        proofs: Vec<Proof>,
        device: Device,
        email: &EmailAddress,
        holds: impl FnOnce(&SignInRecord) -> bool + Send,
    ) -> Result<Option<SignedIn>, Fault> {
        let signed_in = self.open(user, proofs, device).await?;
        if self.0.accounts.sign_in_record(email).await?.as_ref().is_some_and(holds) {
            return Ok(Some(signed_in));
        }
        if let Some(token) = RefreshToken::read(&signed_in.refresh_token, &*self.0.secrets) {
            self.end(signed_in.user.id, token.session_id).await?;
        }
        Ok(None)
    }

    /// Opens a session of a user who has proved who they are, and queues a notice if they did so from somewhere new.
    async fn open(&self, user: User, proofs: Vec<Proof>, device: Device) -> Result<SignedIn, Fault> {
        let now = self.0.clock.now();
        let session = Session::open(self.0.ids.new_id(), user.id, proofs, device.clone(), now);
        let mail = self.0.mails.mail(MailKind::NewDevice, user.email.clone(), user.name.clone(), now);
        let notice =
            Box::new(move |earlier: &EarlierSignIns| is_new_device(&device, earlier).then_some(mail));
        self.0.sessions.open_with_notice(session.clone(), now - DEVICE_REMEMBERED, notice).await?;
        self.tokens(&session, user)
    }

    /// Returns new tokens for a refresh token, following the table in the API contract. The owner gets a notice when a
    /// reused token ends the session.
    ///
    /// # Errors
    /// See [`RefreshRefused`].
    pub async fn refresh(&self, refresh_token: &str) -> Result<SignedIn, RefreshError> {
        let presented = RefreshToken::read(refresh_token, &*self.0.secrets).ok_or(RefreshRefused::Invalid)?;
        let RefreshToken { session_id, counter } = presented;
        let now = self.0.clock.now();
        let step = Box::new(move |live: &LiveSession| judge_refresh(live, counter, now));
        let mails = self.0.mails.clone();
        let notice = Box::new(move |user: &User| {
            Some(mails.mail(MailKind::SessionStopped, user.email.clone(), user.name.clone(), now))
        });
        let LiveSession { session, user } =
            self.0.sessions.rotate_with_notice(session_id, now, step, notice).await?;
        Ok(self.tokens(&session, user)?)
    }

    /// Ends sessions; it is no error if they have ended already.
    pub async fn sign_out(&self, user_id: Uuid, current: Uuid, scope: SessionScope) -> Result<(), Fault> {
        self.0.sessions.end(user_id, current, scope, self.0.clock.now()).await
    }

    /// Ends one of the user's sessions, the current or another one. It is no error if it has ended already; `false` if
    /// the user has no such session.
    pub async fn end(&self, user_id: Uuid, id: Uuid) -> Result<bool, Fault> {
        self.0.sessions.end_one(user_id, id, self.0.clock.now()).await
    }

    /// The user's sessions that are alive, last used first.
    pub async fn own(&self, user_id: Uuid, page: Page) -> Result<Listing<Session>, Fault> {
        self.0.sessions.live(user_id, self.0.clock.now(), page).await
    }

    /// The present tokens of a session; `None` if it is gone.
    pub(super) async fn tokens_of(&self, session_id: Uuid) -> Result<Option<SignedIn>, Fault> {
        let live = self.0.sessions.find(session_id).await?;
        live.map(|LiveSession { session, user }| self.tokens(&session, user)).transpose()
    }

    fn tokens(&self, session: &Session, user: User) -> Result<SignedIn, Fault> {
        let now = self.0.clock.now();
        // The token itself stores whole seconds.
        let expires_at = (now + ACCESS_LIFETIME).replace_nanosecond(0).unwrap_or(now);
        let (session_id, counter) = (session.id, session.counter);
        let claims = AccessClaims { user_id: user.id, session_id, counter, expires_at };
        Ok(SignedIn {
            access_token: self.0.issuer.issue(&claims)?,
            refresh_token: RefreshToken { session_id, counter }.write(&*self.0.secrets),
            expires_in: ACCESS_LIFETIME.whole_seconds(),
            expires_at,
            user,
            proofs: session.proofs.clone(),
        })
    }
}
