//! Sign-in with only a passkey, which proves possession and, by its user verification, a second factor.

use std::sync::Arc;

use derive_more::Constructor;

use super::open_session::open_session;
use super::sessions::{Sessions, SignedIn};
use crate::accounts::factors::{
    AccountSecurity, AccountSecurityStore, Authenticator, CredentialClaim, Passkeys, SecurityChange,
    SecurityDecision, SecurityError, SecurityQuery, SecurityRefused,
};
use crate::accounts::identities::{FlowError, FlowKind, FlowState, SignInFlow, SignInFlows};
use crate::accounts::sessions::Device;
use crate::act::Acts;
use crate::shared::Fault;

#[derive(Constructor)]
pub struct PasskeySignIn {
    security: Arc<dyn AccountSecurityStore>,
    flows: Arc<dyn SignInFlows>,
    passkeys: Arc<dyn Passkeys>,
    sessions: Arc<Sessions>,
    acts: Acts,
}

impl PasskeySignIn {
    /// Requests any passkey of this site. Returns the flow and the options for the browser.
    pub async fn challenge(&self) -> Result<(SignInFlow, String), Fault> {
        let ceremony = self.passkeys.request(&[])?;
        let created_at = self.acts.now();
        let flow = SignInFlow { id: ceremony.id, state: FlowState::Passkey(ceremony.state), created_at };
        self.flows.begin(&flow).await?;
        Ok((flow, ceremony.options))
    }

    /// Opens a session for the owner of the passkey that made the credential.
    ///
    /// # Errors
    /// `CredentialInvalid`, `AccountDisabled`; faults.
    pub async fn sign_in(&self, credential: &str, device: Device) -> Result<SignedIn, SecurityError> {
        let invalid = SecurityRefused::CredentialInvalid;
        let CredentialClaim { ceremony_id, credential_id, user_id } =
            self.passkeys.claim(credential).ok_or(invalid)?;
        let act = self.acts.begin();
        let (now, session_id) = (act.now, act.new_id());
        let flow = self.flows.finish(ceremony_id, FlowKind::Passkey, now).await.map_err(unknown_flow)?;
        let FlowState::Passkey(ceremony) = flow.state else { return Err(invalid.into()) };
        let user_id = user_id.ok_or(invalid)?;
        let (passkeys, credential) = (self.passkeys.clone(), credential.to_owned());
        let query = SecurityQuery { now, challenge_id: None, opens: Some(device.clone()) };
        let step = Box::new(move |account: &AccountSecurity| {
            SecurityDecision::of(|| {
                let factor = account.passkey(&credential_id).ok_or(invalid)?;
                let used = |passkey| passkeys.used(&ceremony, passkey, &credential);
                let record = factor.passkey().and_then(used).ok_or(invalid)?;
                let proof = factor.proof(now);
                let opened = open_session(account, session_id, vec![proof], device, &act)?;
                let used = factor.used(Authenticator::Passkey(Some(record)), now);
                Ok(SecurityChange { put: vec![used], ..opened })
            })
        });
        self.security.change(user_id, query, step).await.map_err(unknown_user)?;
        Ok(self.sessions.tokens_of(session_id).await?.ok_or(invalid)?)
    }
}

/// The passkey of a deleted account is refused like every other invalid credential.
fn unknown_user(error: SecurityError) -> SecurityError {
    match error {
        SecurityError::Refused(SecurityRefused::NotFound) => SecurityRefused::CredentialInvalid.into(),
        other => other,
    }
}

/// The client does not learn whether a challenge is unknown, used or expired.
fn unknown_flow(error: FlowError) -> SecurityError {
    match error {
        FlowError::NotFound | FlowError::Expired => SecurityRefused::CredentialInvalid.into(),
        FlowError::Fault(fault) => fault.into(),
    }
}
