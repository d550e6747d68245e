//! Setting up a factor, and using one to raise the assurance of a session.

use time::OffsetDateTime;
use uuid::Uuid;

use super::service::{NAME, OwnFactors};
use crate::accounts::access::Caller;
use crate::accounts::assurance::{Proof, with_proof};
use crate::accounts::factors::{
    AccountFactors, Answer, Authenticator, Challenge, ChallengePurpose, FACTORS_MAX, Factor, FactorChange,
    FactorError, FactorKind, FactorRefused, RecoveryCodes, TotpEnrolment, Verdict, is_fresh, missed,
};
use crate::accounts::own_account::changed;
use crate::accounts::sign_in::SignedIn;
use crate::mail::MailKind;
use crate::shared::{Fault, Invalid, Text};

/// A factor that waits for its first use.
pub enum Enrolment {
    /// An authenticator app.
    Totp {
        /// The factor.
        id: Uuid,
        /// What the app is set up with.
        set_up: TotpEnrolment,
    },
    /// A passkey.
    Passkey {
        /// The factor.
        id: Uuid,
        /// What the new passkey answers.
        challenge: Challenge,
        /// What the browser is given (see [`Ceremony::options`](crate::accounts::Ceremony::options)).
        options: String,
    },
}

/// A challenge to use a factor.
pub struct FactorChallenge {
    /// What has to be answered.
    pub challenge: Challenge,
    /// For a passkey: what the browser is given (see [`Ceremony::options`](crate::accounts::Ceremony::options)).
    pub options: Option<String>,
}

/// The result of using a factor.
pub struct VerifiedFactor {
    /// The same session, with the second level of assurance.
    pub signed_in: SignedIn,
    /// The recovery codes, if this factor is the account's first.
    pub recovery_codes: Option<Vec<String>>,
}

/// The name of a factor to which its owner gives none.
const fn unnamed(kind: FactorKind) -> &'static str {
    match kind {
        FactorKind::Totp => "Authenticator app",
        FactorKind::Passkey => "Passkey",
    }
}

impl OwnFactors {
    /// Begins to enrol a factor; an earlier one of its kind that nobody used is dropped. The first factor can be enrolled
    /// in any session, further ones in a fresh one.
    ///
    /// # Errors
    /// Field errors at `/friendly_name`; in this order: `NotFresh`, `TooManyFactors`; faults.
    pub async fn enrol(
        &self,
        caller: &Caller,
        kind: FactorKind,
        name: Option<&str>,
    ) -> Result<Enrolment, FactorError> {
        let mut errors = Vec::new();
        let name = name.and_then(|name| Text::optional(name, NAME, &mut errors));
        Invalid::unless_empty(errors)?;
        let (user, id, now) = (&caller.user, self.ports.ids.new_id(), self.ports.clock.now());
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
                Ok(Enrolment::Totp { id, set_up: self.answers.enrolment(id, user.email.as_str()) })
            }
            FactorKind::Passkey => {
                let account = self.list(caller).await?;
                let ceremony = self.ports.passkeys.creation(user, &account.passkeys())?;
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
    ) -> Result<(), FactorError> {
        let fresh = is_fresh(&caller.proofs, now);
        let step = Box::new(move |account: &AccountFactors| begin(account, factor, challenge, fresh));
        self.ports.factors.change(caller.user.id, None, step).await
    }

    /// Makes a challenge to use a factor of the caller, or to finish its enrolment.
    ///
    /// # Errors
    /// `NotFound`; faults.
    pub async fn challenge(&self, caller: &Caller, factor_id: Uuid) -> Result<FactorChallenge, FactorError> {
        let account = self.list(caller).await?;
        let factor = account.factor(factor_id).ok_or(FactorRefused::NotFound)?;
        let asked = self.ask(&account, factor, self.ports.clock.now())?;
        let stored = asked.challenge.clone();
        let step = Box::new(move |account: &AccountFactors| match account.factor(factor_id) {
            Some(_) => FactorChange { challenge: Some(stored), ..FactorChange::default() }.into(),
            None => FactorRefused::NotFound.into(),
        });
        self.ports.factors.change(caller.user.id, None, step).await?;
        Ok(asked)
    }

    fn ask(
        &self,
        account: &AccountFactors,
        factor: &Factor,
        now: OffsetDateTime,
    ) -> Result<FactorChallenge, Fault> {
        let purpose = ChallengePurpose::Verify { factor_id: factor.id };
        let passkeys = &self.ports.passkeys;
        let ceremony = match &factor.authenticator {
            Authenticator::Totp { .. } => {
                let challenge = Challenge::new(self.ports.ids.new_id(), factor.user_id, purpose, now);
                return Ok(FactorChallenge { challenge, options: None });
            }
            Authenticator::Passkey(None) => passkeys.creation(&account.user, &account.passkeys())?,
            Authenticator::Passkey(Some(passkey)) => passkeys.request(&[passkey])?,
        };
        let challenge = Challenge::of_passkey(&ceremony, factor.user_id, purpose, now);
        Ok(FactorChallenge { challenge, options: Some(ceremony.options) })
    }

    /// Answers a challenge: ends the enrolment of its factor, and raises the caller's session to the second level.
    ///
    /// # Errors
    /// `NotFound`, `ChallengeExpired`, `CodeInvalid`, `CredentialInvalid`; faults.
    pub async fn verify(
        &self,
        caller: &Caller,
        factor_id: Uuid,
        challenge_id: Uuid,
        answer: Answer,
    ) -> Result<VerifiedFactor, FactorError> {
        let (user_id, now) = (caller.user.id, self.ports.clock.now());
        let (set_id, audit_id) = (self.ports.ids.new_id(), self.ports.ids.new_id());
        let (answers, mails) = (self.answers.clone(), self.ports.mails.clone());
        let (session_id, proofs) = (caller.session_id, caller.proofs.clone());
        let step = Box::new(move |account: &AccountFactors| {
            let Some(factor) = account.factor(factor_id) else { return FactorRefused::NotFound.into() };
            let asked = |challenge: &&Challenge| {
                challenge.purpose == ChallengePurpose::Verify { factor_id } && challenge.is_open(now)
            };
            let Some(challenge) = account.challenge.as_ref().filter(asked) else {
                return FactorRefused::ChallengeExpired.into();
            };
            let Some((method, used)) = answers.judge(account, &answer, true, now) else {
                return missed(challenge, answer.refusal());
            };
            let proofs = Some((session_id, with_proof(&proofs, Proof { method, at: now })));
            let mut change = FactorChange { answered: Some(challenge.id), proofs, ..used };
            if !factor.is_verified() {
                let set = RecoveryCodes::new(set_id, now);
                change.recovery = (!account.has_verified()).then_some(Some(set));
                let user = &account.user;
                let mail = mails.mail(MailKind::FactorAdded, user.email.clone(), user.name.clone(), now);
                change.mail = Some(mail);
                change.audit = Some(changed(audit_id, "factor.added", user_id, now));
            }
            change.into()
        });
        self.ports.factors.change(user_id, Some(challenge_id), step).await?;
        let account = self.list(caller).await?;
        let shown = account.recovery.filter(|set| set.id == set_id);
        let signed_in = self.ports.sessions.tokens_of(caller.session_id).await?;
        Ok(VerifiedFactor {
            signed_in: signed_in.ok_or(FactorRefused::NotFound)?,
            recovery_codes: shown.map(|set| self.answers.recovery_codes(set.id)),
        })
    }
}

/// Decides on a new factor.
fn begin(account: &AccountFactors, factor: Factor, challenge: Option<Challenge>, fresh: bool) -> Verdict {
    if account.has_verified() && !fresh {
        return FactorRefused::NotFresh.into();
    }
    let abandoned = |other: &&Factor| !other.is_verified() && other.kind() == factor.kind();
    let remove: Vec<Uuid> = account.factors.iter().filter(abandoned).map(|other| other.id).collect();
    if account.factors.len() - remove.len() >= FACTORS_MAX {
        return FactorRefused::TooManyFactors.into();
    }
    FactorChange { remove, challenge, ..FactorChange::from(factor) }.into()
}
