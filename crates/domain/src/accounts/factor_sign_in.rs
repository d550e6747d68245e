//! The second step of signing in, for accounts with a verified factor.

use std::sync::{Arc, OnceLock};

use time::OffsetDateTime;
use uuid::Uuid;

use super::assurance::{Method, Proof};
use super::factors::{
    AccountFactors, Answer, Answers, Challenge, ChallengePurpose, ChallengeTokens, FactorChange, FactorError,
    FactorRefused, FactorStore, Passkeys, TotpCodes, Verdict, missed,
};
use super::own_account::changed;
use super::secret_deriver::SecretDeriver;
use super::session::Device;
use super::sign_in::{Sessions, SignedIn};
use super::sign_in_record::SignInRecord;
use crate::mail::{MailKind, MailQueue};
use crate::shared::{Clock, IdSource};

/// The ports of [`FactorSignIn`].
pub struct FactorSignInPorts {
    /// Stores factors and challenges.
    pub factors: Arc<dyn FactorStore>,
    /// Opens the session.
    pub sessions: Arc<Sessions>,
    /// Derives secrets and codes.
    pub secrets: Arc<dyn SecretDeriver>,
    /// Computes the codes of apps.
    pub totp: Arc<dyn TotpCodes>,
    /// Checks passkeys.
    pub passkeys: Arc<dyn Passkeys>,
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Ids of new rows.
    pub ids: Arc<dyn IdSource>,
    /// Creates notices to the owner.
    pub mails: MailQueue,
}

/// Signing in with a second factor.
pub struct FactorSignIn {
    ports: FactorSignInPorts,
    answers: Answers,
    tokens: ChallengeTokens,
}

impl FactorSignIn {
    /// Creates the use case from its ports.
    pub fn new(ports: FactorSignInPorts) -> Self {
        let answers = Answers::new(ports.secrets.clone(), ports.totp.clone(), ports.passkeys.clone());
        let tokens = ChallengeTokens::new(ports.secrets.clone());
        Self { ports, answers, tokens }
    }

    /// The user that a challenge token belongs to, whatever became of the challenge.
    ///
    /// # Errors
    /// `ChallengeExpired` for a token that was never issued.
    pub fn user_of(&self, challenge_token: &str) -> Result<Uuid, FactorRefused> {
        let (_, user_id) = self.tokens.read(challenge_token).ok_or(FactorRefused::ChallengeExpired)?;
        Ok(user_id)
    }

    /// Opens a session for somebody who has proved the first step and answers the second.
    ///
    /// # Errors
    /// `ChallengeExpired`, also if the password was changed since the first step; `AccountDisabled`; `CodeInvalid`,
    /// `CredentialInvalid`; faults.
    pub async fn sign_in(
        &self,
        challenge_token: &str,
        answer: Answer,
        device: Device,
    ) -> Result<SignedIn, FactorError> {
        let (id, user_id) = self.tokens.read(challenge_token).ok_or(FactorRefused::ChallengeExpired)?;
        let account = self.ports.factors.of_user(user_id).await?.ok_or(FactorRefused::ChallengeExpired)?;
        let (now, audit_id) = (self.ports.clock.now(), self.ports.ids.new_id());
        let (answers, mails) = (self.answers.clone(), self.ports.mails.clone());
        let proofs = Arc::new(OnceLock::new());
        let proved = proofs.clone();
        let step = Box::new(move |account: &AccountFactors| {
            let (challenge, first) = match begun(account, now) {
                Ok(begun) => begun,
                Err(refused) => return refused.into(),
            };
            let Some((method, used)) = answers.judge(account, &answer, false, now) else {
                return missed(challenge, answer.refusal());
            };
            let mut change = FactorChange { answered: Some(challenge.id), ..used };
            if method == Method::RecoveryCode {
                let user = &account.user;
                let mail = mails.mail(MailKind::RecoveryCodeUsed, user.email.clone(), user.name.clone(), now);
                change.mail = Some(mail);
                change.audit = Some(changed(audit_id, "recovery_code.used", user.id, now));
            }
            let _ = proved.set(vec![first, Proof { method, at: now }]);
            Verdict::from(change)
        });
        self.ports.factors.change(user_id, Some(id), step).await.map_err(|error| match error {
            FactorError::Refused(FactorRefused::NotFound) => FactorRefused::ChallengeExpired.into(),
            other => other,
        })?;
        let proofs = proofs.get().cloned().unwrap_or_default();
        // A password chosen since then has ended every session.
        let same = move |record: &SignInRecord| match record {
            SignInRecord::User { user, password_set_at, .. } => {
                user.id == user_id && password_set_at.is_none_or(|at| at <= now)
            }
            SignInRecord::Unverified { .. } => false,
        };
        let email = account.user.email.clone();
        let opened = self.ports.sessions.open_while(account.user, proofs, device, &email, same).await?;
        Ok(opened.ok_or(FactorRefused::ChallengeExpired)?)
    }
}

/// The challenge that is answered, and the proof that was given for it.
fn begun(account: &AccountFactors, now: OffsetDateTime) -> Result<(&Challenge, Proof), FactorRefused> {
    let challenge = account.challenge.as_ref().filter(|challenge| challenge.is_open(now));
    let challenge = challenge.ok_or(FactorRefused::ChallengeExpired)?;
    let ChallengePurpose::SignIn { method } = challenge.purpose else {
        return Err(FactorRefused::ChallengeExpired);
    };
    // Setting a password voids what began before.
    if account.password_set_at.is_some_and(|at| at > challenge.created_at) {
        return Err(FactorRefused::ChallengeExpired);
    }
    if account.user.is_disabled() {
        return Err(FactorRefused::AccountDisabled);
    }
    Ok((challenge, Proof { method, at: challenge.created_at }))
}
