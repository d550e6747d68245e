//! Sign-in with only a passkey, which proves possession and, by its user verification, a second factor.

use crate::accounts::{
    AccountSecurity, Authenticator, CredentialClaim, Device, FlowKind, FlowState, SecurityChange,
    SecurityQuery, Sessions, SignInFlow, SignedIn, open_session,
};
use crate::shared::{Code, Fault, Refusal};

impl Sessions {
    /// Requests any passkey of this site. Returns the flow and the options for the browser.
    pub async fn challenge_passkey(&self) -> Result<(SignInFlow, String), Fault> {
        let ceremony = self.verifier.passkeys.request(&[])?;
        let created_at = self.acts.now();
        let flow = SignInFlow { id: ceremony.id, state: FlowState::Passkey(ceremony.state), created_at };
        self.identities.begin_flow(&flow).await?;
        Ok((flow, ceremony.options))
    }

    /// Opens a session for the owner of the passkey that made the credential.
    ///
    /// # Errors
    /// `credential_invalid`: the client does not learn whether the challenge or the account is unknown;
    /// `account_disabled`.
    pub async fn sign_in_by_passkey(&self, credential: &str, device: Device) -> Result<SignedIn, Refusal> {
        let invalid = Code::CredentialInvalid;
        let hidden = [Code::FlowStateNotFound, Code::FlowStateExpired, Code::NotFound];
        let unknown = |refusal: Refusal| refusal.shown_as(invalid, &hidden);
        let passkeys = self.verifier.passkeys.clone();
        let CredentialClaim { ceremony_id, credential_id, user_id } =
            passkeys.claim(credential).ok_or(invalid)?;
        let act = self.acts.begin();
        let (now, session_id) = (act.now, act.new_id());
        let flow = self.identities.finish_flow(ceremony_id, FlowKind::Passkey, now).await;
        let FlowState::Passkey(ceremony) = flow.map_err(unknown)?.state else { return Err(invalid.into()) };
        let user_id = user_id.ok_or(invalid)?;
        let credential = credential.to_owned();
        let query = SecurityQuery { now, challenge_id: None, opens: Some(device.clone()) };
        let step = Box::new(move |account: &AccountSecurity| {
            let factor = account.passkey(&credential_id).ok_or(invalid)?;
            let used = |passkey| passkeys.used(&ceremony, passkey, &credential);
            let record = factor.passkey().and_then(used).ok_or(invalid)?;
            let opened = open_session(account, session_id, vec![factor.proof(now)], device, &act)?;
            let used = factor.used(Authenticator::Passkey(Some(record)), now);
            Ok(SecurityChange { put: vec![used], ..opened })
        });
        self.store.change(user_id, query, step).await.map_err(unknown)?;
        self.tokens_of(session_id).await.map_err(unknown)
    }
}
