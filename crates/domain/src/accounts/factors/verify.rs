use time::OffsetDateTime;
use uuid::Uuid;

use super::recovery_codes::recovery_codes;
use crate::accounts::{
    AccountSecurity, Authenticator, Caller, Challenge, ChallengePurpose, Factor, FactorAnswer, RecoveryCodes,
    SecurityChange, SecurityQuery, Session, Sessions, SignedIn, fresh_session, with_proof, wrong_answer,
};
use crate::act::Act;
use crate::mail::MailKind;
use crate::shared::{Code, Fault, Refusal};

pub struct FactorChallenge {
    pub challenge: Challenge,
    /// Options for the browser if the factor is a passkey.
    pub options: Option<String>,
}

pub struct VerifiedFactor {
    /// The same session, with the second level of assurance.
    pub signed_in: SignedIn,
    /// The recovery codes, if this factor is the account's first.
    pub recovery_codes: Option<Vec<String>>,
}

impl Sessions {
    /// Creates a challenge to use one of the caller's factors or to complete its enrolment.
    pub async fn challenge_factor(
        &self,
        caller: &Caller,
        factor_id: Uuid,
    ) -> Result<FactorChallenge, Refusal> {
        let account = self.list_factors(caller).await?;
        let factor = account.factor(factor_id).ok_or(Code::NotFound)?;
        let act = self.acts.begin();
        let now = act.now;
        let asked = self.ask(&account, factor, &act)?;
        let stored = asked.challenge.clone();
        let step = Box::new(move |account: &AccountSecurity| {
            account.factor(factor_id).ok_or(Code::NotFound)?;
            Ok(SecurityChange { challenge: Some(stored), ..SecurityChange::default() })
        });
        self.store.change(caller.user.id, SecurityQuery::at(now), step).await?;
        Ok(asked)
    }

    fn ask(&self, account: &AccountSecurity, factor: &Factor, act: &Act) -> Result<FactorChallenge, Fault> {
        let purpose = ChallengePurpose::Verify { factor_id: factor.id };
        let passkeys = &self.verifier.passkeys;
        let ceremony = match &factor.authenticator {
            Authenticator::Totp { .. } => {
                let challenge = Challenge::new(act.new_id(), factor.user_id, purpose, act.now);
                return Ok(FactorChallenge { challenge, options: None });
            }
            Authenticator::Passkey(None) => passkeys.creation(&account.user, &account.passkeys())?,
            Authenticator::Passkey(Some(passkey)) => passkeys.request(&[passkey])?,
        };
        let challenge = Challenge::of_passkey(&ceremony, factor.user_id, purpose, act.now);
        Ok(FactorChallenge { challenge, options: Some(ceremony.options) })
    }

    /// Answers a challenge. This completes the enrolment of an unverified factor, which requires a fresh session, and
    /// raises the caller's session to the second level. The first factor of an account deletes other unverified factors
    /// and ends the account's other sessions, which have not used it.
    pub async fn verify_factor(
        &self,
        caller: &Caller,
        factor_id: Uuid,
        challenge_id: Uuid,
        answer: FactorAnswer,
    ) -> Result<VerifiedFactor, Refusal> {
        let (user_id, session_id) = (caller.user.id, caller.session_id);
        let (act, verifier) = (self.acts.begin(), self.verifier.clone());
        let (now, set_id) = (act.now, act.new_id());
        let step = Box::new(move |account: &AccountSecurity| {
            let (factor, challenge, session) = challenge_of_factor(account, factor_id, session_id, now)?;
            let Some((proof, used)) = verifier.verify(account, &answer, true, now) else {
                return Ok(wrong_answer(challenge, &answer));
            };
            let proofs = Some((session_id, with_proof(&session.proofs, proof)));
            let mut change = SecurityChange { answered: Some(challenge.id), proofs, ..used };
            if !factor.is_verified() {
                let user = &account.user;
                change.mails = vec![act.mail(MailKind::FactorAdded, &user.email, &user.name)];
                change.audit = Some(act.audit_own("factor.added", user_id));
                if !account.has_verified() {
                    change.recovery = Some(Some(RecoveryCodes::new(set_id, now)));
                    let begun = account.factors.iter().filter(|other| other.id != factor_id);
                    change.remove = begun.map(|other| other.id).collect();
                    let others = account.sessions.iter().filter(|other| other.id != session_id);
                    change.end = others.map(|other| other.id).collect();
                }
            }
            Ok(change)
        });
        let query = SecurityQuery { challenge_id: Some(challenge_id), ..SecurityQuery::at(now) };
        self.store.change(user_id, query, step).await?;
        let shown = self.list_factors(caller).await?.recovery.filter(|set| set.id == set_id);
        Ok(VerifiedFactor {
            signed_in: self.tokens_of(session_id).await?,
            recovery_codes: shown.map(|set| recovery_codes(set.id, &self.secrets)),
        })
    }
}

/// The factor, the open challenge to use it, and the session that its answer raises. Completing an enrolment requires a
/// session as fresh as beginning it, because the account may have gained its first factor since.
fn challenge_of_factor(
    account: &AccountSecurity,
    factor_id: Uuid,
    session_id: Uuid,
    now: OffsetDateTime,
) -> Result<(&Factor, &Challenge, &Session), Code> {
    let factor = account.factor(factor_id).ok_or(Code::NotFound)?;
    let open = |challenge: &&Challenge| {
        challenge.purpose == ChallengePurpose::Verify { factor_id } && challenge.is_open(now)
    };
    let challenge = account.challenge.as_ref().filter(open).ok_or(Code::ChallengeExpired)?;
    let session = match factor.is_verified() {
        true => account.session(session_id)?,
        false => fresh_session(account, session_id, now)?,
    };
    Ok((factor, challenge, session))
}
