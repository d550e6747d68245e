//! Verifies proofs of an identity: an identity token, the response from a provider, or a signed message. Each
//! is bound to a flow of this site and is single-use.

use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::code_flow::{AuthCodeError, CodeFlow};
use crate::accounts::identities::wallets::{
    Chain, ExpectedMessage, MessageRefused, SignInMessage, WalletError, WalletSignatures,
};
use crate::accounts::identities::{
    FlowError, FlowKind, FlowState, IdTokenRefused, IdentityProviders, ProvenIdentity, ProviderError,
    SignInFlow, SignInFlows,
};
use crate::accounts::sessions::Method;
use crate::act::Acts;
use crate::shared::Fault;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityKind {
    /// The name in URLs and in the database.
    pub name: String,
    pub title: String,
    /// `false` for an OpenID Connect provider.
    pub is_wallet: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdentityProof {
    IdToken { provider: String, id_token: String, nonce: String },
    AuthCode { auth_code: String, code_verifier: String },
    Wallet { chain: String, message: String, signature: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedIdentity {
    pub provider: String,
    pub identity: ProvenIdentity,
    pub method: Method,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    AuthCode(#[from] AuthCodeError),
    #[error(transparent)]
    Wallet(#[from] WalletError),
}

impl From<Fault> for ProofError {
    fn from(fault: Fault) -> Self {
        Self::Provider(fault.into())
    }
}

#[derive(Constructor)]
pub struct IdentityVerifier {
    providers: Arc<dyn IdentityProviders>,
    chains: Vec<Chain>,
    signatures: Arc<dyn WalletSignatures>,
    flows: Arc<dyn SignInFlows>,
    code_flow: Arc<CodeFlow>,
    acts: Acts,
    /// The site for which wallets sign messages.
    origin: String,
}

impl IdentityVerifier {
    /// The configured providers and wallets in the order of the settings.
    pub fn kinds(&self) -> Vec<IdentityKind> {
        let providers = self.providers.list().into_iter();
        let providers = providers.map(|p| IdentityKind { name: p.name, title: p.title, is_wallet: false });
        let wallets = self.chains.iter().map(|chain| IdentityKind {
            name: chain.as_str().to_owned(),
            title: chain.title().to_owned(),
            is_wallet: true,
        });
        providers.chain(wallets).collect()
    }

    /// Begins a flow. Its id is the nonce of one identity token.
    ///
    /// # Errors
    /// `Unknown` if no provider is configured; faults.
    pub async fn nonce(&self) -> Result<SignInFlow, ProviderError> {
        if self.providers.list().is_empty() {
            return Err(ProviderError::Unknown);
        }
        Ok(self.begin(FlowState::IdToken).await?)
    }

    /// Begins a flow. Its id is the nonce of one wallet message.
    ///
    /// # Errors
    /// `Unknown` if no chain is configured; faults.
    pub async fn wallet_nonce(&self) -> Result<SignInFlow, WalletError> {
        if self.chains.is_empty() {
            return Err(WalletError::Unknown);
        }
        Ok(self.begin(FlowState::Wallet).await?)
    }

    async fn begin(&self, state: FlowState) -> Result<SignInFlow, Fault> {
        let act = self.acts.begin();
        let flow = SignInFlow { id: act.new_id(), state, created_at: act.now };
        self.flows.begin(&flow).await?;
        Ok(flow)
    }

    /// Verifies a proof and returns its identity. The flow is used up even if the proof is refused.
    pub(crate) async fn verify(&self, proof: &IdentityProof) -> Result<VerifiedIdentity, ProofError> {
        match proof {
            IdentityProof::IdToken { provider, id_token, nonce } => {
                let identity = self.by_id_token(provider, id_token, nonce).await?;
                Ok(VerifiedIdentity { provider: provider.clone(), identity, method: Method::IdToken })
            }
            IdentityProof::AuthCode { auth_code, code_verifier } => {
                let (provider, identity) = self.code_flow.redeem(auth_code, code_verifier).await?;
                Ok(VerifiedIdentity { provider, identity, method: Method::Oidc })
            }
            IdentityProof::Wallet { chain, message, signature } => {
                let identity = self.by_wallet(chain, message, signature).await?;
                Ok(VerifiedIdentity { provider: chain.clone(), identity, method: Method::Web3 })
            }
        }
    }

    async fn by_id_token(
        &self,
        provider: &str,
        id_token: &str,
        nonce: &str,
    ) -> Result<ProvenIdentity, ProviderError> {
        let now = self.acts.now();
        if self.providers.list().iter().all(|known| known.name != provider) {
            return Err(ProviderError::Unknown);
        }
        let id = Uuid::parse_str(nonce).map_err(|_| IdTokenRefused::Nonce)?;
        let flow = self.flows.finish(id, FlowKind::IdToken, now).await;
        flow.map_err(|error| gone(error, ProviderError::from(IdTokenRefused::Nonce)))?;
        self.providers.identity(provider, id_token, nonce, now).await
    }

    async fn by_wallet(
        &self,
        chain: &str,
        message: &str,
        signature: &str,
    ) -> Result<ProvenIdentity, WalletError> {
        let now = self.acts.now();
        let known = Chain::parse(chain).filter(|chain| self.chains.contains(chain));
        let chain = known.ok_or(WalletError::Unknown)?;
        let read = SignInMessage::parse(chain, message)?;
        read.verify(ExpectedMessage { origin: &self.origin, chain, now })?;
        let signer = self.signatures.signer(chain, &read.address, message, signature)?;
        // This check is last, so that a forged message does not use up the nonce.
        let flow = self.flows.finish(read.nonce, FlowKind::Wallet, now).await;
        flow.map_err(|error| gone(error, WalletError::from(MessageRefused::Nonce)))?;
        Ok(ProvenIdentity { subject: signer, email: None, first_name: None, last_name: None })
    }
}

/// A fault, or else `refused`: the client does not learn whether a nonce has expired.
fn gone<E: From<Fault>>(error: FlowError, refused: E) -> E {
    match error {
        FlowError::NotFound | FlowError::Expired => refused,
        FlowError::Fault(fault) => fault.into(),
    }
}
