use crate::accounts::reauthentication::prove;
use crate::accounts::{
    AccountSecurity, Caller, Challenge, ChallengePurpose, FactorAnswer, Method, Proof, SecurityChange,
    SecurityQuery, Sessions, with_proof,
};
use crate::shared::{Code, Refusal};

impl Sessions {
    /// Re-authenticates the caller's session with the password.
    ///
    /// # Errors
    /// `invalid_credentials`.
    pub async fn reauthenticate_by_password(&self, caller: &Caller, password: &str) -> Result<(), Refusal> {
        let (accounts, hasher) = (&*self.accounts, &*self.hasher);
        let proved = prove(accounts, hasher, caller.user.id, password).await?;
        let hash = proved.ok_or(Code::InvalidCredentials)?.password_hash;
        let (now, session_id) = (self.acts.now(), caller.session_id);
        let step = Box::new(move |account: &AccountSecurity| {
            if account.password_hash != hash {
                return Err(Code::InvalidCredentials.into());
            }
            let session = account.session(session_id)?;
            let proofs = with_proof(&session.proofs, Proof::new(Method::Password, now));
            Ok(SecurityChange { proofs: Some((session_id, proofs)), ..SecurityChange::default() })
        });
        self.store.change(caller.user.id, SecurityQuery::at(now), step).await
    }

    /// Re-authenticates the caller's session with a verified factor. A credential answers a challenge to use its
    /// passkey.
    ///
    /// # Errors
    /// `code_invalid`, `credential_invalid`.
    pub async fn reauthenticate_by_factor(
        &self,
        caller: &Caller,
        answer: FactorAnswer,
    ) -> Result<(), Refusal> {
        let verifier = self.verifier.clone();
        let challenge_id = match &answer {
            FactorAnswer::Credential(credential) => {
                Some(verifier.passkeys.claim(credential).ok_or(Code::CredentialInvalid)?.ceremony_id)
            }
            FactorAnswer::Code { .. } | FactorAnswer::RecoveryCode(_) => None,
        };
        let (now, session_id) = (self.acts.now(), caller.session_id);
        let step = Box::new(move |account: &AccountSecurity| {
            let session = account.session(session_id)?;
            let usable = |challenge: &Challenge| {
                challenge.is_open(now) && matches!(challenge.purpose, ChallengePurpose::Verify { .. })
            };
            let is_open = account.challenge.as_ref().is_none_or(usable);
            let verified = is_open.then(|| verifier.verify(account, &answer, false, now)).flatten();
            let (proof, used) = verified.ok_or(answer.refusal())?;
            let proofs = Some((session_id, with_proof(&session.proofs, proof)));
            Ok(SecurityChange { proofs, answered: challenge_id, ..used })
        });
        let query = SecurityQuery { challenge_id, ..SecurityQuery::at(now) };
        self.store.change(caller.user.id, query, step).await
    }
}
