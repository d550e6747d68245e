use time::OffsetDateTime;
use uuid::Uuid;

use super::service::{NAME, OwnFactors};
use crate::accounts::factors::{
    AccountSecurity, Authenticator, Challenge, ChallengePurpose, FACTORS_MAX, Factor, FactorKind,
    FactorResponse, RecoveryCodes, SecurityChange, SecurityError, SecurityQuery, SecurityRefused,
    TotpEnrolment, fresh_session, wrong_answer,
};
use crate::accounts::sessions::{Caller, Session, with_proof};
use crate::accounts::sign_in::SignedIn;
use crate::act::Act;
use crate::mail::MailKind;
use crate::shared::Fault;

pub enum Enrolment {
    Totp {
        id: Uuid,
        set_up: TotpEnrolment,
    },
    Passkey {
        id: Uuid,
        challenge: Challenge,
        /// Options for the browser (see [`Ceremony::options`](crate::accounts::factors::Ceremony::options)).
        options: String,
    },
}

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

const fn unnamed(kind: FactorKind) -> &'static str {
    match kind {
        FactorKind::Totp => "Authenticator app",
        FactorKind::Passkey => "Passkey",
    }
}

impl OwnFactors {
    /// Begins to enrol a factor in a fresh session. An unverified factor of the same kind is deleted.
    ///
    /// # Errors
    /// Field errors at `/friendly_name`; in this order: `NotFresh`, `TooManyFactors`; faults.
    pub async fn enrol(
        &self,
        caller: &Caller,
        kind: FactorKind,
        name: Option<&str>,
    ) -> Result<Enrolment, SecurityError> {
        let name = NAME.parse_optional(name)?;
        let act = self.acts.begin();
        let (user, id, now) = (&caller.user, act.new_id(), act.now);
        let factor = |authenticator| Factor {
            id,
            user_id: user.id,
            friendly_name: name.unwrap_or_else(|| unnamed(kind).to_owned()),
            authenticator,
            created_at: now,
            verified_at: None,
            last_used_at: None,
        };
        match kind {
            FactorKind::Totp => {
                let factor = factor(Authenticator::Totp { last_step: None });
                self.begin(caller, factor, None, now).await?;
                Ok(Enrolment::Totp { id, set_up: self.verifier.enrolment(id, user.email.as_str()) })
            }
            FactorKind::Passkey => {
                let account = self.list(caller).await?;
                let ceremony = self.passkeys.creation(user, &account.passkeys())?;
                let purpose = ChallengePurpose::Verify { factor_id: id };
                let challenge = Challenge::of_passkey(&ceremony, user.id, purpose, now);
                let factor = factor(Authenticator::Passkey(None));
                self.begin(caller, factor, Some(challenge.clone()), now).await?;
                Ok(Enrolment::Passkey { id, challenge, options: ceremony.options })
            }
        }
    }

    async fn begin(
        &self,
        caller: &Caller,
        factor: Factor,
        challenge: Option<Challenge>,
        now: OffsetDateTime,
    ) -> Result<(), SecurityError> {
        let step = move |account: &AccountSecurity| begin(account, factor, challenge);
        self.change_freshly(caller, now, step).await
    }

    /// Creates a challenge to use one of the caller's factors or to complete its enrolment.
    ///
    /// # Errors
    /// `NotFound`; faults.
    pub async fn challenge(
        &self,
        caller: &Caller,
        factor_id: Uuid,
    ) -> Result<FactorChallenge, SecurityError> {
        let account = self.list(caller).await?;
        let factor = account.factor(factor_id).ok_or(SecurityRefused::NotFound)?;
        let act = self.acts.begin();
        let now = act.now;
        let asked = self.ask(&account, factor, &act)?;
        let stored = asked.challenge.clone();
        let step = Box::new(move |account: &AccountSecurity| match account.factor(factor_id) {
            Some(_) => SecurityChange { challenge: Some(stored), ..SecurityChange::default() }.into(),
            None => SecurityRefused::NotFound.into(),
        });
        self.security.change(caller.user.id, SecurityQuery::at(now), step).await?;
        Ok(asked)
    }

    fn ask(&self, account: &AccountSecurity, factor: &Factor, act: &Act) -> Result<FactorChallenge, Fault> {
        let purpose = ChallengePurpose::Verify { factor_id: factor.id };
        let passkeys = &self.passkeys;
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
    ///
    /// # Errors
    /// `NotFound`, `ChallengeExpired`, `SessionEnded`, `NotFresh`, `CodeInvalid`, `CredentialInvalid`; faults.
    pub async fn verify(
        &self,
        caller: &Caller,
        factor_id: Uuid,
        challenge_id: Uuid,
        answer: FactorResponse,
    ) -> Result<VerifiedFactor, SecurityError> {
        let (user_id, session_id) = (caller.user.id, caller.session_id);
        let (act, verifier) = (self.acts.begin(), self.verifier.clone());
        let (now, set_id) = (act.now, act.new_id());
        let step = Box::new(move |account: &AccountSecurity| {
            let open = match open_challenge(account, factor_id, session_id, now) {
                Ok(open) => open,
                Err(refused) => return refused.into(),
            };
            let Some((proof, used)) = verifier.verify(account, &answer, true, now) else {
                return wrong_answer(open.challenge, answer.refusal());
            };
            let proofs = Some((session_id, with_proof(&open.session.proofs, proof)));
            let mut change = SecurityChange { answered: Some(open.challenge.id), proofs, ..used };
            if !open.factor.is_verified() {
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
            change.into()
        });
        let query = SecurityQuery::answering(now, Some(challenge_id));
        self.security.change(user_id, query, step).await?;
        let account = self.list(caller).await?;
        let shown = account.recovery.filter(|set| set.id == set_id);
        let signed_in = self.sessions.tokens_of(caller.session_id).await?;
        Ok(VerifiedFactor {
            signed_in: signed_in.ok_or(SecurityRefused::NotFound)?,
            recovery_codes: shown.map(|set| self.verifier.recovery_codes(set.id)),
        })
    }
}

/// An open challenge to use a factor, and the session that its answer raises.
struct OpenChallenge<'a> {
    factor: &'a Factor,
    challenge: &'a Challenge,
    session: &'a Session,
}

/// Finds the open challenge. Completing an enrolment requires a session as fresh as beginning it, because the account
/// may have gained its first factor since.
fn open_challenge(
    account: &AccountSecurity,
    factor_id: Uuid,
    session_id: Uuid,
    now: OffsetDateTime,
) -> Result<OpenChallenge<'_>, SecurityRefused> {
    let factor = account.factor(factor_id).ok_or(SecurityRefused::NotFound)?;
    let open = |challenge: &&Challenge| {
        challenge.purpose == ChallengePurpose::Verify { factor_id } && challenge.is_open(now)
    };
    let challenge = account.challenge.as_ref().filter(open).ok_or(SecurityRefused::ChallengeExpired)?;
    let session = match factor.is_verified() {
        true => account.session(session_id)?,
        false => fresh_session(account, session_id, now)?,
    };
    Ok(OpenChallenge { factor, challenge, session })
}

fn begin(
    account: &AccountSecurity,
    factor: Factor,
    challenge: Option<Challenge>,
) -> Result<SecurityChange, SecurityError> {
    let abandoned = |other: &&Factor| !other.is_verified() && other.kind() == factor.kind();
    let remove: Vec<Uuid> = account.factors.iter().filter(abandoned).map(|other| other.id).collect();
    if account.factors.len() - remove.len() >= FACTORS_MAX {
        return Err(SecurityRefused::TooManyFactors.into());
    }
    Ok(SecurityChange { remove, challenge, ..SecurityChange::from(factor) })
}
