//! What proves that an identity is somebody's: an identity token, the way back from a provider, or a signed message. Each
//! is bound to a flow of this site and works once.

use std::sync::Arc;

use uuid::Uuid;

use super::code_flow::{AuthCodeError, CodeFlow};
use crate::accounts::identities::wallets::{
    Chain, ExpectedMessage, MessageRefused, SignInMessage, WalletError, WalletSignatures,
};
use crate::accounts::identities::{FlowError, FlowKind, FlowState, SignInFlow, SignInFlows};
use crate::accounts::identities::{IdTokenRefused, IdentityProviders, ProvenIdentity, ProviderError};
use crate::accounts::sessions::Method;
use crate::shared::{Clock, Fault, IdSource};

pub struct IdentityVerifierPorts {
    pub providers: Arc<dyn IdentityProviders>,
    pub chains: Vec<Chain>,
    pub signatures: Arc<dyn WalletSignatures>,
    pub flows: Arc<dyn SignInFlows>,
    pub code_flow: Arc<CodeFlow>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityKind {
    /// Its name in addresses and in the database.
    pub name: String,
    pub title: String,
    /// Whether it is a wallet; otherwise a provider of OpenID Connect.
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

pub struct IdentityVerifier {
    ports: IdentityVerifierPorts,
    origin: String,
}

impl IdentityVerifier {
    /// Wallets sign messages for the site at `origin`.
    pub fn new(ports: IdentityVerifierPorts, origin: String) -> Self {
        Self { ports, origin }
    }

    /// What the site is set up with, in the order of the settings.
    pub fn kinds(&self) -> Vec<IdentityKind> {
        let providers = self.ports.providers.list().into_iter();
        let providers = providers.map(|p| IdentityKind { name: p.name, title: p.title, is_wallet: false });
        let wallets = self.ports.chains.iter().map(|chain| IdentityKind {
            name: chain.as_str().to_owned(),
            title: chain.title().to_owned(),
            is_wallet: true,
        });
        providers.chain(wallets).collect()
    }

    /// Begins a flow whose id is the nonce of one identity token.
    ///
    /// # Errors
    /// `Unknown` where no provider is set up; faults.
    pub async fn nonce(&self) -> Result<SignInFlow, ProviderError> {
        if self.ports.providers.list().is_empty() {
            return Err(ProviderError::Unknown);
        }
        Ok(self.begin(FlowState::IdToken).await?)
    }

    /// Begins a flow whose id is the nonce of one message of a wallet.
    ///
    /// # Errors
    /// `Unknown` where no wallets are set up; faults.
    pub async fn wallet_nonce(&self) -> Result<SignInFlow, WalletError> {
        if self.ports.chains.is_empty() {
            return Err(WalletError::Unknown);
        }
        Ok(self.begin(FlowState::Wallet).await?)
    }

    async fn begin(&self, state: FlowState) -> Result<SignInFlow, Fault> {
        let flow = SignInFlow { id: self.ports.ids.new_id(), state, created_at: self.ports.clock.now() };
        self.ports.flows.begin(&flow).await?;
        Ok(flow)
    }

    /// Who somebody is. The flow is used up, whatever comes of it.
    pub(crate) async fn verify(&self, proof: &IdentityProof) -> Result<VerifiedIdentity, ProofError> {
        match proof {
            IdentityProof::IdToken { provider, id_token, nonce } => {
                let identity = self.by_id_token(provider, id_token, nonce).await?;
                Ok(VerifiedIdentity { provider: provider.clone(), identity, method: Method::IdToken })
            }
            IdentityProof::AuthCode { auth_code, code_verifier } => {
                let (provider, identity) = self.ports.code_flow.redeem(auth_code, code_verifier).await?;
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
        let now = self.ports.clock.now();
        if self.ports.providers.list().iter().all(|known| known.name != provider) {
            return Err(ProviderError::Unknown);
        }
        let id = Uuid::parse_str(nonce).map_err(|_| IdTokenRefused::Nonce)?;
        let flow = self.ports.flows.finish(id, FlowKind::IdToken, now).await;
        flow.map_err(|error| gone(error, ProviderError::from(IdTokenRefused::Nonce)))?;
        self.ports.providers.identity(provider, id_token, nonce, now).await
    }

    async fn by_wallet(
        &self,
        chain: &str,
        message: &str,
        signature: &str,
    ) -> Result<ProvenIdentity, WalletError> {
        let now = self.ports.clock.now();
        let known = Chain::parse(chain).filter(|chain| self.ports.chains.contains(chain));
        let chain = known.ok_or(WalletError::Unknown)?;
        let read = SignInMessage::parse(chain, message)?;
        read.verify(ExpectedMessage { origin: &self.origin, chain, now })?;
        let signer = self.ports.signatures.signer(chain, &read.address, message, signature)?;
        // Last, so that a message that somebody else made up costs its owner no nonce.
        let flow = self.ports.flows.finish(read.nonce, FlowKind::Wallet, now).await;
        flow.map_err(|error| gone(error, WalletError::from(MessageRefused::Nonce)))?;
        Ok(ProvenIdentity { subject: signer, email: None, first_name: None, last_name: None })
    }
}

/// A fault, or else `refused`: where flows are nonces, nobody is told whether one has expired.
fn gone<E: From<Fault>>(error: FlowError, refused: E) -> E {
    match error {
        FlowError::NotFound | FlowError::Expired => refused,
        FlowError::Fault(fault) => fault.into(),
    }
}
