//! Sign-in with a password, and the first step of every sign-in.

use std::sync::{Arc, OnceLock};

use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, Device, Factor, Method, Proof,
    SecurityChange, SecurityQuery, Sessions, SignInRecord, SignedIn, challenge_token, open_session,
};
use crate::shared::{Code, EmailAddress, Refusal};

pub enum SignInOutcome {
    SignedIn(SignedIn),
    FactorRequired(FactorRequired),
}

impl SignInOutcome {
    /// The address of the user, once they are signed in.
    pub const fn address(&self) -> Option<&EmailAddress> {
        match self {
            Self::SignedIn(signed_in) => Some(&signed_in.user.email),
            Self::FactorRequired(_) => None,
        }
    }
}

pub struct FactorRequired {
    pub challenge_token: String,
    pub expires_in: i64,
    pub factors: Vec<Factor>,
    /// Options for the browser if passkeys are among the factors.
    pub options: Option<String>,
}

impl Sessions {
    /// Opens a session or asks for a second factor. Computes exactly one hash for every address.
    ///
    /// # Errors
    /// `invalid_credentials` for an unknown address or a wrong password: callers cannot tell which. Only those who know
    /// the password get `email_not_verified` or `account_disabled`.
    pub async fn sign_in(
        &self,
        email: &str,
        password: &str,
        device: Device,
    ) -> Result<SignInOutcome, Refusal> {
        let email = EmailAddress::parse(email, "/email").ok();
        let record = match &email {
            Some(email) => self.accounts.sign_in_record(email).await?,
            None => None,
        };
        let hash = record.as_ref().and_then(|record| match record {
            SignInRecord::User { password_hash, .. } => password_hash.as_deref(),
            SignInRecord::Unverified { registration } => Some(registration.password_hash.as_str()),
        });
        let is_correct = self.hasher.verify(password, hash).await?;
        let hash = hash.map(str::to_owned);
        let user = match record {
            Some(SignInRecord::User { user, .. }) if is_correct => user,
            Some(SignInRecord::Unverified { .. }) if is_correct => return Err(Code::EmailNotVerified.into()),
            _ => return Err(Code::InvalidCredentials.into()),
        };
        let email = user.email.clone();
        let holds = move |account: &AccountSecurity| {
            account.password_hash == hash && account.user.email.key() == email.key()
        };
        let finished = self.finish_first_step(user.id, Method::Password, device, holds).await;
        finished.map_err(|refusal| refusal.shown_as(Code::InvalidCredentials, &[Code::NotFound]))
    }

    /// Opens a session for a user who has proved their identity by one method, or asks for a factor if the account has
    /// one. `holds` checks under the lock on the user that the account has not changed since that proof.
    ///
    /// # Errors
    /// `invalid_credentials` if the account has changed, `account_disabled`, `not_found` for a deleted user.
    pub(crate) async fn finish_first_step(
        &self,
        user_id: Uuid,
        method: Method,
        device: Device,
        holds: impl FnOnce(&AccountSecurity) -> bool + Send + 'static,
    ) -> Result<SignInOutcome, Refusal> {
        let (act, passkeys) = (self.acts.begin(), self.verifier.passkeys.clone());
        let (now, session_id) = (act.now, act.new_id());
        let query = SecurityQuery { now, challenge_id: None, opens: Some(device.clone()) };
        let required = Arc::new(OnceLock::new());
        let asked = required.clone();
        let step = Box::new(move |account: &AccountSecurity| {
            if !holds(account) {
                return Err(Code::InvalidCredentials.into());
            }
            // Also refuses a disabled account, with or without a factor.
            let opened = open_session(account, session_id, vec![Proof::new(method, now)], device, &act)?;
            if !account.has_verified() {
                return Ok(opened);
            }
            let (purpose, own) = (ChallengePurpose::SignIn { method }, account.passkeys());
            let (challenge, options) = if own.is_empty() {
                (Challenge::new(act.new_id(), user_id, purpose, now), None)
            } else {
                let ceremony = passkeys.request(&own)?;
                (Challenge::of_passkey(&ceremony, user_id, purpose, now), Some(ceremony.options))
            };
            let _ = asked.set((challenge.clone(), account.verified().cloned().collect(), options));
            Ok(SecurityChange { challenge: Some(challenge), ..SecurityChange::default() })
        });
        self.store.change(user_id, query, step).await?;
        Ok(match required.get() {
            None => SignInOutcome::SignedIn(self.tokens_of(session_id).await?),
            Some((challenge, factors, options)) => SignInOutcome::FactorRequired(FactorRequired {
                challenge_token: challenge_token(challenge, &*self.secrets),
                expires_in: CHALLENGE_LIFETIME.whole_seconds(),
                factors: Vec::clone(factors),
                options: Option::clone(options),
            }),
        })
    }
}
