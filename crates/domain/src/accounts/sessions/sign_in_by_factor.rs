use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, Challenge, ChallengePurpose, Device, FactorAnswer, Method, Proof, SecurityChange,
    SecurityQuery, Sessions, SignedIn, open_session, read_challenge_token, wrong_answer,
};
use crate::mail::MailKind;
use crate::shared::{Code, Refusal};

impl Sessions {
    /// The user that a challenge token belongs to, even if the challenge is used or expired.
    ///
    /// # Errors
    /// `challenge_expired` for a token that was never issued.
    pub fn user_of(&self, challenge_token: &str) -> Result<Uuid, Refusal> {
        let (_, user_id) =
            read_challenge_token(challenge_token, &self.secrets).ok_or(Code::ChallengeExpired)?;
        Ok(user_id)
    }

    /// Opens a session for a user who has finished the first step and answers the challenge of the second.
    ///
    /// # Errors
    /// `challenge_expired`, including if the password was changed after the first step; `account_disabled`;
    /// `code_invalid`, `credential_invalid`.
    pub async fn sign_in_by_factor(
        &self,
        challenge_token: &str,
        answer: FactorAnswer,
        device: Device,
    ) -> Result<SignedIn, Refusal> {
        let (id, user_id) =
            read_challenge_token(challenge_token, &self.secrets).ok_or(Code::ChallengeExpired)?;
        let (act, verifier) = (self.acts.begin(), self.verifier.clone());
        let (now, session_id) = (act.now, act.new_id());
        let query = SecurityQuery { now, challenge_id: Some(id), opens: Some(device.clone()) };
        let step = Box::new(move |account: &AccountSecurity| {
            let (challenge, first) = open_challenge(account, now)?;
            match verifier.verify(account, &answer, false, now) {
                None => Ok(wrong_answer(challenge, &answer)),
                Some((proof, used)) => {
                    let mut change = open_session(account, session_id, vec![first, proof], device, &act)?;
                    if proof.method == Method::RecoveryCode {
                        let user = &account.user;
                        change.mails.push(act.mail(MailKind::RecoveryCodeUsed, &user.email, &user.name));
                        change.audit = Some(act.audit_own("recovery_code.used", user.id));
                    }
                    let (put, recovery) = (used.put, used.recovery);
                    Ok(SecurityChange { answered: Some(challenge.id), put, recovery, ..change })
                }
            }
        });
        let gone = |refusal: Refusal| refusal.shown_as(Code::ChallengeExpired, &[Code::NotFound]);
        self.store.change(user_id, query, step).await.map_err(gone)?;
        self.tokens_of(session_id).await.map_err(gone)
    }
}

/// The open challenge and the proof from the first step. Setting a password deletes earlier challenges.
fn open_challenge(account: &AccountSecurity, now: OffsetDateTime) -> Result<(&Challenge, Proof), Refusal> {
    let challenge = account.challenge.as_ref().filter(|challenge| challenge.is_open(now));
    let challenge = challenge.ok_or(Code::ChallengeExpired)?;
    let ChallengePurpose::SignIn { method } = challenge.purpose else {
        return Err(Code::ChallengeExpired.into());
    };
    if account.user.is_disabled() {
        return Err(Code::AccountDisabled.into());
    }
    Ok((challenge, Proof::new(method, challenge.created_at)))
}
