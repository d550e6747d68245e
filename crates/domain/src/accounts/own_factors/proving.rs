//! Proving again who one is, which makes a session fresh.

use super::service::OwnFactors;
use crate::accounts::access::Caller;
use crate::accounts::assurance::{Method, Proof, with_proof};
use crate::accounts::factors::{
    AccountFactors, Answer, Challenge, ChallengePurpose, FactorChange, FactorError, FactorRefused,
};
use crate::accounts::own_account::prove;
use crate::accounts::password_hasher::HashError;

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

impl OwnFactors {
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

    /// Makes the caller's session fresh by a verified factor. A credential answers a challenge to use its passkey.
    ///
    /// # Errors
    /// `CodeInvalid`, `CredentialInvalid`; faults.
    pub async fn prove_by_factor(&self, caller: &Caller, answer: Answer) -> Result<(), FactorError> {
        let challenge_id = match &answer {
            Answer::Credential(credential) => {
                let claim = self.ports.passkeys.claim(credential).ok_or(FactorRefused::CredentialInvalid)?;
                Some(claim.ceremony_id)
            }
            Answer::Code { .. } | Answer::RecoveryCode(_) => None,
        };
        let (answers, now) = (self.answers.clone(), self.ports.clock.now());
        let (session_id, proofs) = (caller.session_id, caller.proofs.clone());
        let step = Box::new(move |account: &AccountFactors| {
            let usable = |challenge: &Challenge| {
                challenge.is_open(now) && matches!(challenge.purpose, ChallengePurpose::Verify { .. })
            };
            let asked = account.challenge.as_ref().is_none_or(usable);
            let judged = asked.then(|| answers.judge(account, &answer, false, now)).flatten();
            let Some((method, used)) = judged else {
                return answer.refusal().into();
            };
            let proofs = Some((session_id, with_proof(&proofs, Proof { method, at: now })));
            FactorChange { proofs, answered: challenge_id, ..used }.into()
        });
        self.ports.factors.change(caller.user.id, challenge_id, step).await
    }
}
