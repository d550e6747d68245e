use super::service::OwnFactors;
use crate::accounts::factors::{
    AccountSecurity, Challenge, ChallengePurpose, FactorResponse, SecurityChange, SecurityDecision,
    SecurityError, SecurityQuery, SecurityRefused,
};
use crate::accounts::profile::prove;
use crate::accounts::sessions::{Caller, Method, Proof, with_proof};
use crate::shared::Fault;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReauthenticateError {
    #[error("Invalid login credentials")]
    InvalidCredentials,
    #[error(transparent)]
    Factor(#[from] SecurityError),
}

impl From<Fault> for ReauthenticateError {
    fn from(fault: Fault) -> Self {
        Self::Factor(fault.into())
    }
}

impl OwnFactors {
    /// Re-authenticates the caller's session with the password.
    pub async fn reauthenticate_by_password(
        &self,
        caller: &Caller,
        password: &str,
    ) -> Result<(), ReauthenticateError> {
        let (profiles, hasher) = (&*self.profiles, &*self.hasher);
        let proved = prove(profiles, hasher, caller.user.id, password).await?;
        let proved = proved.ok_or(ReauthenticateError::InvalidCredentials)?;
        let hash = proved.password_hash;
        let (now, session_id) = (self.acts.now(), caller.session_id);
        let step = Box::new(move |account: &AccountSecurity| {
            SecurityDecision::of(|| {
                if account.password_hash != hash {
                    return Err(SecurityRefused::Outdated.into());
                }
                let session = account.session(session_id)?;
                let proofs = with_proof(&session.proofs, Proof::new(Method::Password, now));
                Ok(SecurityChange { proofs: Some((session_id, proofs)), ..SecurityChange::default() })
            })
        });
        let proved = self.security.change(caller.user.id, SecurityQuery::at(now), step).await;
        proved.map_err(|error| match error {
            SecurityError::Refused(SecurityRefused::Outdated) => ReauthenticateError::InvalidCredentials,
            other => other.into(),
        })
    }

    /// Re-authenticates the caller's session with a verified factor. A credential answers a challenge to use its
    /// passkey.
    ///
    /// # Errors
    /// `CodeInvalid`, `CredentialInvalid`; faults.
    pub async fn reauthenticate_by_factor(
        &self,
        caller: &Caller,
        answer: FactorResponse,
    ) -> Result<(), SecurityError> {
        let challenge_id = match &answer {
            FactorResponse::Credential(credential) => {
                let claim = self.passkeys.claim(credential).ok_or(SecurityRefused::CredentialInvalid)?;
                Some(claim.ceremony_id)
            }
            FactorResponse::Code { .. } | FactorResponse::RecoveryCode(_) => None,
        };
        let (verifier, now, session_id) = (self.verifier.clone(), self.acts.now(), caller.session_id);
        let step = Box::new(move |account: &AccountSecurity| {
            let usable = |challenge: &Challenge| {
                challenge.is_open(now) && matches!(challenge.purpose, ChallengePurpose::Verify { .. })
            };
            let is_open = account.challenge.as_ref().is_none_or(usable);
            let verified = is_open.then(|| verifier.verify(account, &answer, false, now)).flatten();
            SecurityDecision::of(|| {
                let session = account.session(session_id)?;
                let (proof, used) = verified.ok_or(answer.refusal())?;
                let proofs = Some((session_id, with_proof(&session.proofs, proof)));
                Ok(SecurityChange { proofs, answered: challenge_id, ..used })
            })
        });
        let query = SecurityQuery::answering(now, challenge_id);
        self.security.change(caller.user.id, query, step).await
    }
}
