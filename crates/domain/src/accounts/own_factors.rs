//! Enrolling, using, renaming and removing one's own factors, and proving again who one is.

use std::sync::Arc;

use uuid::Uuid;

use super::access::Caller;
use super::assurance::{Method, Proof, with_proof};
use super::factors::{
    AccountFactors, Answer, Answers, Authenticator, Challenge, ChallengePurpose, FACTOR_NAME_MAX,
    FACTORS_MAX, Factor, FactorChange, FactorError, FactorRefused, FactorStore, RecoveryCodes, TotpCodes,
    TotpEnrolment, Verdict, is_fresh, missed,
};
use super::own_account::{changed, prove};
use super::password_hasher::{HashError, PasswordHasher};
use super::profile_store::ProfileStore;
use super::secret_deriver::SecretDeriver;
use super::sign_in::{Sessions, SignedIn};
use crate::mail::{MailKind, MailQueue};
use crate::shared::{Clock, IdSource, Invalid, Text, TextRule};

/// The ports of [`OwnFactors`].
pub struct OwnFactorsPorts {
    /// Stores factors.
    pub factors: Arc<dyn FactorStore>,
    /// Reads passwords.
    pub profiles: Arc<dyn ProfileStore>,
    /// Checks passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Derives secrets and codes.
    pub secrets: Arc<dyn SecretDeriver>,
    /// Computes the codes of apps.
    pub totp: Arc<dyn TotpCodes>,
    /// Issues tokens of the session that a factor was used in.
    pub sessions: Arc<Sessions>,
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Ids of new rows.
    pub ids: Arc<dyn IdSource>,
    /// Creates notices to the owner.
    pub mails: MailQueue,
}

/// A factor that waits for its first code.
pub struct Enrolment {
    /// The factor.
    pub id: Uuid,
    /// What the app is set up with.
    pub totp: TotpEnrolment,
}

/// The result of using a factor.
pub struct VerifiedFactor {
    /// The same session, with the second level of assurance.
    pub signed_in: SignedIn,
    /// The recovery codes, if this factor is the account's first.
    pub recovery_codes: Option<Vec<String>>,
}

/// Why somebody did not prove who they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReauthenticateError {
    /// The password is wrong.
    #[error("Invalid login credentials")]
    InvalidCredentials,
    /// Too many password checks at once.
    #[error("too many password checks at once")]
    Busy,
    /// The factor was refused, or a port failed.
    #[error(transparent)]
    Factor(#[from] FactorError),
}

impl From<HashError> for ReauthenticateError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Busy,
            HashError::Fault(fault) => Self::Factor(fault.into()),
        }
    }
}

/// One's own factors.
pub struct OwnFactors {
    ports: OwnFactorsPorts,
    answers: Answers,
}

const NAME: TextRule =
    TextRule { field: "/friendly_name", label: "Name", limit: FACTOR_NAME_MAX, multiline: false };
/// The name of an app to which its owner gives none.
const UNNAMED_APP: &str = "Authenticator app";

impl OwnFactors {
    /// Creates the use cases from their ports.
    pub fn new(ports: OwnFactorsPorts) -> Self {
        let answers = Answers::new(ports.secrets.clone(), ports.totp.clone());
        Self { ports, answers }
    }

    /// The factors and the recovery codes of the caller.
    ///
    /// # Errors
    /// `NotFound` if the account was deleted meanwhile; faults.
    pub async fn list(&self, caller: &Caller) -> Result<AccountFactors, FactorError> {
        Ok(self.ports.factors.of_user(caller.user.id).await?.ok_or(FactorRefused::NotFound)?)
    }

    /// Begins to enrol an authenticator app; an earlier one that nobody used is dropped. The first factor can be enrolled
    /// in any session, further ones in a fresh one.
    ///
    /// # Errors
    /// Field errors at `/friendly_name`; in this order: `NotFresh`, `TooManyFactors`; faults.
    pub async fn enrol(&self, caller: &Caller, name: Option<&str>) -> Result<Enrolment, FactorError> {
        let mut errors = Vec::new();
        let name = name.and_then(|name| Text::optional(name, NAME, &mut errors));
        Invalid::unless_empty(errors)?;
        let (id, now) = (self.ports.ids.new_id(), self.ports.clock.now());
        let factor = Factor {
            id,
            user_id: caller.user.id,
            friendly_name: name.unwrap_or_else(|| UNNAMED_APP.to_owned()),
            authenticator: Authenticator::Totp { last_step: None },
            created_at: now,
            verified_at: None,
            last_used_at: None,
        };
        let fresh = is_fresh(&caller.proofs, now);
        let step = Box::new(move |account: &AccountFactors| begin(account, factor, fresh));
        self.ports.factors.change(caller.user.id, None, step).await?;
        Ok(Enrolment { id, totp: self.answers.enrolment(id, caller.user.email.as_str()) })
    }

    /// Makes a challenge to use a factor of the caller.
    ///
    /// # Errors
    /// `NotFound`; faults.
    pub async fn challenge(&self, caller: &Caller, factor_id: Uuid) -> Result<Challenge, FactorError> {
        let purpose = ChallengePurpose::Verify { factor_id };
        let now = self.ports.clock.now();
        let challenge = Challenge::new(self.ports.ids.new_id(), caller.user.id, purpose, now);
        let stored = challenge.clone();
        let step = Box::new(move |account: &AccountFactors| match account.factor(factor_id) {
            Some(_) => FactorChange { challenge: Some(stored), ..FactorChange::default() }.into(),
            None => FactorRefused::NotFound.into(),
        });
        self.ports.factors.change(caller.user.id, None, step).await?;
        Ok(challenge)
    }

    /// Answers a challenge: ends the enrolment of its factor, and raises the caller's session to the second level.
    ///
    /// # Errors
    /// `NotFound`, `ChallengeExpired`, `CodeInvalid`; faults.
    pub async fn verify(
        &self,
        caller: &Caller,
        factor_id: Uuid,
        challenge_id: Uuid,
        code: &str,
    ) -> Result<VerifiedFactor, FactorError> {
        let (user_id, now) = (caller.user.id, self.ports.clock.now());
        let (set_id, audit_id) = (self.ports.ids.new_id(), self.ports.ids.new_id());
        let (answers, mails) = (self.answers.clone(), self.ports.mails.clone());
        let answer = Answer::Code { factor_id, code: code.to_owned() };
        let session =
            (caller.session_id, with_proof(&caller.proofs, Proof { method: Method::Totp, at: now }));
        let step = Box::new(move |account: &AccountFactors| {
            let Some(factor) = account.factor(factor_id) else { return FactorRefused::NotFound.into() };
            let asked = |challenge: &&Challenge| {
                challenge.purpose == ChallengePurpose::Verify { factor_id } && challenge.is_open(now)
            };
            let Some(challenge) = account.challenge.as_ref().filter(asked) else {
                return FactorRefused::ChallengeExpired.into();
            };
            let Some((_, used)) = answers.judge(account, &answer, true, now) else {
                return missed(challenge);
            };
            let mut change = FactorChange { answered: Some(challenge.id), proofs: Some(session), ..used };
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

    /// Renames a factor and returns it.
    ///
    /// # Errors
    /// Field errors at `/friendly_name`; `NotFresh`, `NotFound`; faults.
    pub async fn rename(&self, caller: &Caller, factor_id: Uuid, name: &str) -> Result<Factor, FactorError> {
        let mut errors = Vec::new();
        let name = Text::required(name, NAME, &mut errors);
        Invalid::unless_empty(errors)?;
        self.fresh(caller)?;
        let step = Box::new(move |account: &AccountFactors| match account.factor(factor_id) {
            Some(factor) => {
                let renamed = Factor { friendly_name: name, ..factor.clone() };
                FactorChange { put: vec![renamed], ..FactorChange::default() }.into()
            }
            None => FactorRefused::NotFound.into(),
        });
        self.ports.factors.change(caller.user.id, None, step).await?;
        Ok(self.list(caller).await?.factor(factor_id).cloned().ok_or(FactorRefused::NotFound)?)
    }

    /// Removes a factor, and with the last one that signing in asks for, the recovery codes. The owner gets a notice.
    ///
    /// # Errors
    /// `NotFresh`, `NotFound`; faults.
    pub async fn remove(&self, caller: &Caller, factor_id: Uuid) -> Result<(), FactorError> {
        self.fresh(caller)?;
        let now = self.ports.clock.now();
        let (mails, audit_id) = (self.ports.mails.clone(), self.ports.ids.new_id());
        let step = Box::new(move |account: &AccountFactors| {
            let Some(factor) = account.factor(factor_id) else { return FactorRefused::NotFound.into() };
            let mut change = FactorChange { remove: vec![factor_id], ..FactorChange::default() };
            if factor.is_verified() {
                let others = account.verified().any(|other| other.id != factor_id);
                change.recovery = (!others).then_some(None);
                let user = &account.user;
                let mail = mails.mail(MailKind::FactorRemoved, user.email.clone(), user.name.clone(), now);
                change.mail = Some(mail);
                change.audit = Some(changed(audit_id, "factor.removed", user.id, now));
            }
            change.into()
        });
        self.ports.factors.change(caller.user.id, None, step).await
    }

    /// Makes ten new recovery codes; the earlier ones stop working.
    ///
    /// # Errors
    /// `NotFresh`; `NotFound` without a verified factor; faults.
    pub async fn new_recovery_codes(&self, caller: &Caller) -> Result<Vec<String>, FactorError> {
        self.fresh(caller)?;
        let now = self.ports.clock.now();
        let (set_id, audit_id) = (self.ports.ids.new_id(), self.ports.ids.new_id());
        let step = Box::new(move |account: &AccountFactors| {
            if !account.has_verified() {
                return FactorRefused::NotFound.into();
            }
            let audit = changed(audit_id, "recovery_codes.replaced", account.user.id, now);
            let recovery = Some(Some(RecoveryCodes::new(set_id, now)));
            FactorChange { recovery, audit: Some(audit), ..FactorChange::default() }.into()
        });
        self.ports.factors.change(caller.user.id, None, step).await?;
        Ok(self.answers.recovery_codes(set_id))
    }

    /// Makes the caller's session fresh by the password.
    ///
    /// # Errors
    /// See [`ReauthenticateError`].
    pub async fn prove_by_password(
        &self,
        caller: &Caller,
        password: &str,
    ) -> Result<(), ReauthenticateError> {
        let (profiles, hasher) = (&*self.ports.profiles, &*self.ports.hasher);
        let proved = prove(profiles, hasher, caller.user.id, password).await?;
        proved.ok_or(ReauthenticateError::InvalidCredentials)?;
        let now = self.ports.clock.now();
        let proofs = with_proof(&caller.proofs, Proof { method: Method::Password, at: now });
        let change = FactorChange { proofs: Some((caller.session_id, proofs)), ..FactorChange::default() };
        let step = Box::new(move |_: &AccountFactors| change.into());
        Ok(self.ports.factors.change(caller.user.id, None, step).await?)
    }

    /// Makes the caller's session fresh by a verified factor.
    ///
    /// # Errors
    /// `CodeInvalid`; faults.
    pub async fn prove_by_factor(&self, caller: &Caller, answer: Answer) -> Result<(), FactorError> {
        let (answers, now) = (self.answers.clone(), self.ports.clock.now());
        let (session_id, proofs) = (caller.session_id, caller.proofs.clone());
        let step = Box::new(move |account: &AccountFactors| {
            let Some((method, used)) = answers.judge(account, &answer, false, now) else {
                return FactorRefused::CodeInvalid.into();
            };
            let proofs = Some((session_id, with_proof(&proofs, Proof { method, at: now })));
            FactorChange { proofs, ..used }.into()
        });
        self.ports.factors.change(caller.user.id, None, step).await
    }

    fn fresh(&self, caller: &Caller) -> Result<(), FactorRefused> {
        let fresh = is_fresh(&caller.proofs, self.ports.clock.now());
        if fresh { Ok(()) } else { Err(FactorRefused::NotFresh) }
    }
}

/// Decides on a new factor.
fn begin(account: &AccountFactors, factor: Factor, fresh: bool) -> Verdict {
    if account.has_verified() && !fresh {
        return FactorRefused::NotFresh.into();
    }
    let abandoned = |other: &&Factor| !other.is_verified() && other.kind() == factor.kind();
    let remove: Vec<Uuid> = account.factors.iter().filter(abandoned).map(|other| other.id).collect();
    if account.factors.len() - remove.len() >= FACTORS_MAX {
        return FactorRefused::TooManyFactors.into();
    }
    FactorChange { put: vec![factor], remove, ..FactorChange::default() }.into()
}
