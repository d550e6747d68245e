use std::sync::Arc;

use derive_more::Constructor;
use time::OffsetDateTime;
use uuid::Uuid;

use super::open_session::open_session;
use super::sessions::{Sessions, SignedIn};
use crate::accounts::factors::{
    AccountSecurity, AccountSecurityStore, Challenge, ChallengePurpose, ChallengeTokens, FactorResponse,
    FactorVerifier, SecurityChange, SecurityDecision, SecurityError, SecurityQuery, SecurityRefused,
    wrong_answer,
};
use crate::accounts::sessions::{Device, Method, Proof};
use crate::act::Acts;
use crate::mail::MailKind;

#[derive(Constructor)]
pub struct FactorSignIn {
    security: Arc<dyn AccountSecurityStore>,
    sessions: Arc<Sessions>,
    verifier: FactorVerifier,
    tokens: ChallengeTokens,
    acts: Acts,
}

impl FactorSignIn {
    /// The user that a challenge token belongs to, even if the challenge is used or expired.
    ///
    /// # Errors
    /// `ChallengeExpired` for a token that was never issued.
    pub fn user_of(&self, challenge_token: &str) -> Result<Uuid, SecurityRefused> {
        let (_, user_id) = self.tokens.read(challenge_token).ok_or(SecurityRefused::ChallengeExpired)?;
        Ok(user_id)
    }

    /// Opens a session for a user who has finished the first step and answers the challenge of the second.
    ///
    /// # Errors
    /// `ChallengeExpired`, including if the password was changed after the first step; `AccountDisabled`;
    /// `CodeInvalid`, `CredentialInvalid`; faults.
    pub async fn sign_in(
        &self,
        challenge_token: &str,
        answer: FactorResponse,
        device: Device,
    ) -> Result<SignedIn, SecurityError> {
        let (id, user_id) = self.tokens.read(challenge_token).ok_or(SecurityRefused::ChallengeExpired)?;
        let (act, verifier) = (self.acts.begin(), self.verifier.clone());
        let (now, session_id) = (act.now, act.new_id());
        let query = SecurityQuery { now, challenge_id: Some(id), opens: Some(device.clone()) };
        let step = Box::new(move |account: &AccountSecurity| {
            let (challenge, first) = match open_challenge(account, now) {
                Ok(open) => open,
                Err(refused) => return refused.into(),
            };
            let Some((proof, used)) = verifier.verify(account, &answer, false, now) else {
                return wrong_answer(challenge, answer.refusal());
            };
            let opened = match open_session(account, session_id, vec![first, proof], device, &act) {
                Ok(opened) => opened,
                Err(refused) => return refused.into(),
            };
            let mut change = SecurityChange { answered: Some(challenge.id), ..opened };
            (change.put, change.recovery) = (used.put, used.recovery);
            if proof.method == Method::RecoveryCode {
                let user = &account.user;
                change.mails.push(act.mail(MailKind::RecoveryCodeUsed, &user.email, &user.name));
                change.audit = Some(act.audit_own("recovery_code.used", user.id));
            }
            SecurityDecision::from(change)
        });
        self.security.change(user_id, query, step).await.map_err(|error| match error {
            SecurityError::Refused(SecurityRefused::NotFound) => SecurityRefused::ChallengeExpired.into(),
            other => other,
        })?;
        let signed_in = self.sessions.tokens_of(session_id).await?;
        Ok(signed_in.ok_or(SecurityRefused::ChallengeExpired)?)
    }
}

/// The open challenge and the proof from the first step. Setting a password deletes earlier challenges.
fn open_challenge(
    account: &AccountSecurity,
    now: OffsetDateTime,
) -> Result<(&Challenge, Proof), SecurityRefused> {
    let challenge = account.challenge.as_ref().filter(|challenge| challenge.is_open(now));
    let challenge = challenge.ok_or(SecurityRefused::ChallengeExpired)?;
    let ChallengePurpose::SignIn { method } = challenge.purpose else {
        return Err(SecurityRefused::ChallengeExpired);
    };
    if account.user.is_disabled() {
        return Err(SecurityRefused::AccountDisabled);
    }
    Ok((challenge, Proof::new(method, challenge.created_at)))
}
