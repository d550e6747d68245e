//! Sign-in with a password, and the first step of every sign-in.

use std::sync::{Arc, OnceLock};

use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, Device, Factor, FactorVerifier, Method,
    Proof, SecurityChange, SecurityQuery, Sessions, SignInRecord, SignedIn, challenge_token, open_session,
};
use crate::act::Act;
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

#[derive(Clone)]
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
            SignInRecord::User(account) => account.password_hash.as_deref(),
            SignInRecord::Unverified(registration) => Some(registration.password_hash.as_str()),
        });
        let is_correct = self.hasher.verify(password, hash).await?;
        let seen = match record {
            Some(SignInRecord::User(account)) if is_correct => account,
            Some(SignInRecord::Unverified(_)) if is_correct => return Err(Code::EmailNotVerified.into()),
            _ => return Err(Code::InvalidCredentials.into()),
        };
        let user_id = seen.user.id;
        let holds = move |account: &AccountSecurity| account.is_unchanged_since(&seen);
        let finished = self.finish_first_step(user_id, Method::Password, device, holds).await;
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
        let (act, verifier) = (self.acts.begin(), self.verifier.clone());
        let (now, session_id) = (act.now, act.new_id());
        let query = SecurityQuery { now, challenge_id: None, opens: Some(device.clone()) };
        let required = Arc::new(OnceLock::new());
        let asked = required.clone();
        let step = Box::new(move |account: &AccountSecurity| {
            if !holds(account) {
                return Err(Code::InvalidCredentials.into());
            }
            let proof = Proof::new(method, now);
            // Also refuses a disabled account, with or without a factor.
            let opened = open_session(account, session_id, vec![proof], device, &act)?;
            let Some((challenge, request)) = request_factor(account, method, &verifier, &act)? else {
                return Ok(opened);
            };
            let _ = asked.set(request);
            Ok(SecurityChange { challenge: Some(challenge), ..SecurityChange::default() })
        });
        self.store.change(user_id, query, step).await?;
        Ok(match required.get().cloned() {
            None => SignInOutcome::SignedIn(self.tokens_of(session_id).await?),
            Some(required) => SignInOutcome::FactorRequired(required),
        })
    }
}

/// The challenge for a second factor, and what the client gets; `None` for an account without a verified factor.
fn request_factor(
    account: &AccountSecurity,
    method: Method,
    verifier: &FactorVerifier,
    act: &Act,
) -> Result<Option<(Challenge, FactorRequired)>, Refusal> {
    if !account.has_verified() {
        return Ok(None);
    }
    let (purpose, user_id, own) = (ChallengePurpose::SignIn { method }, account.user.id, account.passkeys());
    let (challenge, options) = if own.is_empty() {
        (Challenge::new(act.new_id(), user_id, purpose, act.now), None)
    } else {
        let ceremony = verifier.passkeys.request(&own)?;
        (Challenge::of_passkey(&ceremony, user_id, purpose, act.now), Some(ceremony.options))
    };
    let required = FactorRequired {
        challenge_token: challenge_token(&challenge, &verifier.secrets),
        expires_in: CHALLENGE_LIFETIME.whole_seconds(),
        factors: account.verified().cloned().collect(),
        options,
    };
    Ok(Some((challenge, required)))
}
