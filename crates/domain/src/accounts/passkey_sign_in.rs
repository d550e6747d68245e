//! Signing in with a passkey alone: it is possession and, by its user verification, a second factor at once.

use std::sync::Arc;

use super::assurance::{Method, Proof};
use super::factors::{
    AccountFactors, Authenticator, CredentialClaim, FactorChange, FactorError, FactorRefused, FactorStore,
    Passkeys, Verdict,
};
use super::session::Device;
use super::sign_in::{Sessions, SignedIn};
use super::sign_in_flow::{FlowError, FlowKind, FlowState, SignInFlow, SignInFlows};
use super::sign_in_record::SignInRecord;
use crate::shared::{Clock, Fault};

/// The ports of [`PasskeySignIn`].
pub struct PasskeySignInPorts {
    /// Stores passkeys.
    pub factors: Arc<dyn FactorStore>,
    /// Stores what was asked.
    pub flows: Arc<dyn SignInFlows>,
    /// Checks passkeys.
    pub passkeys: Arc<dyn Passkeys>,
    /// Opens the session.
    pub sessions: Arc<Sessions>,
    /// Current time.
    pub clock: Arc<dyn Clock>,
}

/// Signing in with a passkey.
pub struct PasskeySignIn(PasskeySignInPorts);

impl PasskeySignIn {
    /// Creates the use case from its ports.
    pub fn new(ports: PasskeySignInPorts) -> Self {
        Self(ports)
    }

    /// Asks for any passkey of this site. Returns the flow and what the browser is given.
    ///
    /// # Errors
    /// Faults.
    pub async fn challenge(&self) -> Result<(SignInFlow, String), Fault> {
        let ceremony = self.0.passkeys.request(&[])?;
        let created_at = self.0.clock.now();
        let flow = SignInFlow { id: ceremony.id, state: FlowState::Passkey(ceremony.state), created_at };
        self.0.flows.begin(&flow).await?;
        Ok((flow, ceremony.options))
    }

    /// Opens a session for the owner of the passkey that the credential was made with.
    ///
    /// # Errors
    /// `CredentialInvalid`; `AccountDisabled` for the owner of a disabled account; faults.
    pub async fn sign_in(&self, credential: &str, device: Device) -> Result<SignedIn, FactorError> {
        let invalid = FactorRefused::CredentialInvalid;
        let CredentialClaim { ceremony_id, credential_id, user_id } =
            self.0.passkeys.claim(credential).ok_or(invalid)?;
        let now = self.0.clock.now();
        let flow = self.0.flows.finish(ceremony_id, FlowKind::Passkey, now).await.map_err(unknown_flow)?;
        let FlowState::Passkey(ceremony) = flow.state else { return Err(invalid.into()) };
        let user_id = user_id.ok_or(invalid)?;
        let (passkeys, credential) = (self.0.passkeys.clone(), credential.to_owned());
        let step = Box::new(move |account: &AccountFactors| {
            let Some(factor) = account.passkey(&credential_id) else { return invalid.into() };
            let used = |passkey| passkeys.used(&ceremony, passkey, &credential);
            let Some(record) = factor.passkey().and_then(used) else { return invalid.into() };
            if account.user.is_disabled() {
                return FactorRefused::AccountDisabled.into();
            }
            let used = factor.used(Authenticator::Passkey(Some(record)), now);
            Verdict::from(FactorChange::from(used))
        });
        self.0.factors.change(user_id, None, step).await.map_err(unknown_user)?;
        let account = self.0.factors.of_user(user_id).await?.ok_or(invalid)?;
        let proofs = vec![Proof { method: Method::Passkey, at: now }];
        let email = account.user.email.clone();
        let same = move |record: &SignInRecord| matches!(record, SignInRecord::User { user, .. } if user.id == user_id);
        let opened = self.0.sessions.open_while(account.user, proofs, device, &email, same).await?;
        Ok(opened.ok_or(invalid)?)
    }
}

/// Who has no account any more is told what everybody is told whose credential is worth nothing.
fn unknown_user(error: FactorError) -> FactorError {
    match error {
        FactorError::Refused(FactorRefused::NotFound) => FactorRefused::CredentialInvalid.into(),
        other => other,
    }
}

/// Nobody is told whether a challenge was never made, was answered, or has expired.
fn unknown_flow(error: FlowError) -> FactorError {
    match error {
        FlowError::NotFound | FlowError::Expired => FactorRefused::CredentialInvalid.into(),
        FlowError::Fault(fault) => fault.into(),
    }
}
