//! Verifies proofs of an identity: an identity token, the response from a provider, or a signed message. Each
//! is bound to a flow of this site and is single-use.

use uuid::Uuid;

use super::wallet_message::SignInMessage;
use super::wallet_signature::signer;
use crate::accounts::{
    Chain, FlowKind, FlowState, Identities, IdentityKind, Method, ProvenIdentity, SignInFlow,
};
use crate::shared::{Code, Fault, Refusal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdentityProof {
    IdToken { provider: String, id_token: String, nonce: String },
    AuthCode { auth_code: String, code_verifier: String },
    Wallet { chain: String, message: String, signature: String },
}

impl Identities {
    /// The configured providers and wallets in the order of the settings.
    pub fn kinds(&self) -> Vec<IdentityKind> {
        let mut kinds = self.providers.list();
        kinds.extend(self.chains.iter().map(|chain| IdentityKind {
            name: chain.as_str().to_owned(),
            title: chain.title().to_owned(),
            is_wallet: true,
        }));
        kinds
    }

    /// Begins a flow. Its id is the nonce of one identity token.
    ///
    /// # Errors
    /// `unknown_provider` if no provider is configured.
    pub async fn nonce(&self) -> Result<SignInFlow, Refusal> {
        if self.providers.list().is_empty() {
            return Err(Code::UnknownProvider.into());
        }
        Ok(self.begin(FlowState::IdToken).await?)
    }

    /// Begins a flow. Its id is the nonce of one wallet message.
    ///
    /// # Errors
    /// `unknown_provider` if no chain is configured.
    pub async fn wallet_nonce(&self) -> Result<SignInFlow, Refusal> {
        if self.chains.is_empty() {
            return Err(Code::UnknownProvider.into());
        }
        Ok(self.begin(FlowState::Wallet).await?)
    }

    pub(super) async fn begin(&self, state: FlowState) -> Result<SignInFlow, Fault> {
        let act = self.sessions.acts.begin();
        let flow = SignInFlow { id: act.new_id(), state, created_at: act.now };
        self.store.begin_flow(&flow).await?;
        Ok(flow)
    }

    /// Verifies a proof and returns its provider or chain, its identity and its method. The flow is used up even if the
    /// proof is refused.
    pub(super) async fn verify(
        &self,
        proof: &IdentityProof,
    ) -> Result<(String, ProvenIdentity, Method), Refusal> {
        Ok(match proof {
            IdentityProof::IdToken { provider, id_token, nonce } => {
                let identity = self.by_id_token(provider, id_token, nonce).await?;
                (provider.clone(), identity, Method::IdToken)
            }
            IdentityProof::AuthCode { auth_code, code_verifier } => {
                let (provider, identity) = self.redeem(auth_code, code_verifier).await?;
                (provider, identity, Method::Oidc)
            }
            IdentityProof::Wallet { chain, message, signature } => {
                (chain.clone(), self.by_wallet(chain, message, signature).await?, Method::Web3)
            }
        })
    }

    async fn by_id_token(
        &self,
        provider: &str,
        id_token: &str,
        nonce: &str,
    ) -> Result<ProvenIdentity, Refusal> {
        if !self.is_configured(provider) {
            return Err(Code::UnknownProvider.into());
        }
        let id = Uuid::parse_str(nonce).map_err(|_| Code::IdTokenInvalid)?;
        self.use_up(id, FlowKind::IdToken, Code::IdTokenInvalid).await?;
        self.providers.identity(provider, id_token, nonce, self.sessions.acts.now()).await
    }

    async fn by_wallet(
        &self,
        chain: &str,
        message: &str,
        signature: &str,
    ) -> Result<ProvenIdentity, Refusal> {
        let now = self.sessions.acts.now();
        let known = Chain::parse(chain).filter(|chain| self.chains.contains(chain));
        let chain = known.ok_or(Code::UnknownProvider)?;
        let read = SignInMessage::parse(chain, message)
            .filter(|read| read.is_valid(&self.origin, chain, now))
            .ok_or(Code::MessageInvalid)?;
        let subject = signer(chain, &read.address, message, signature)?;
        // This check is last, so that a forged message does not use up the nonce.
        self.use_up(read.nonce, FlowKind::Wallet, Code::MessageInvalid).await?;
        Ok(ProvenIdentity { subject, email: None, first_name: None, last_name: None })
    }

    /// Uses up a nonce. The client does not learn whether it has expired.
    async fn use_up(&self, nonce: Uuid, kind: FlowKind, refused: Code) -> Result<(), Refusal> {
        let flow = self.store.finish_flow(nonce, kind, self.sessions.acts.now()).await;
        let hidden = [Code::FlowStateNotFound, Code::FlowStateExpired];
        flow.map(drop).map_err(|refusal| refusal.shown_as(refused, &hidden))
    }

    pub(super) fn is_configured(&self, provider: &str) -> bool {
        self.providers.list().iter().any(|known| known.name == provider)
    }
}
