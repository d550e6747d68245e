//! Sign-in at a provider in the browser: the authorization code flow of OpenID Connect, with a proof key on both sides
//! (RFC 7636). The browser keeps its verifier, so that a code in a URL is useless in another browser. The server
//! derives a second verifier for the provider and does not store it.

use std::sync::Arc;

use uuid::Uuid;

use crate::accounts::identities::{
    AuthorizationRequest, CodeChallenges, CodeRedemption, FlowError, FlowKind, FlowState, FlowTokens,
    IdentityProviders, ProvenIdentity, ProviderError, SignInFlow, SignInFlows,
};
use crate::accounts::tokens::SecretDeriver;
use crate::act::Acts;
use crate::shared::Fault;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorizationResponse {
    /// A code, and the issuer that the response names (RFC 9207), if any.
    Code(String, Option<String>),
    /// An error code (RFC 6749, section 4.1.2.1).
    Error(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuthCodeError {
    #[error(transparent)]
    Flow(#[from] FlowError),
    #[error("the code verifier does not belong to this flow")]
    BadCodeVerifier,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    #[error(transparent)]
    Flow(#[from] FlowError),
    #[error("access was denied at the provider")]
    AccessDenied,
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

impl From<Fault> for CallbackError {
    fn from(fault: Fault) -> Self {
        Self::Flow(fault.into())
    }
}

pub struct CodeFlow {
    providers: Arc<dyn IdentityProviders>,
    flows: Arc<dyn SignInFlows>,
    challenges: Arc<dyn CodeChallenges>,
    tokens: FlowTokens,
    acts: Acts,
    redirect_uri: String,
}

impl CodeFlow {
    /// Providers redirect users to `redirect_uri`.
    pub fn new(
        providers: Arc<dyn IdentityProviders>,
        flows: Arc<dyn SignInFlows>,
        challenges: Arc<dyn CodeChallenges>,
        secrets: Arc<dyn SecretDeriver>,
        acts: Acts,
        redirect_uri: String,
    ) -> Self {
        let tokens = FlowTokens::new(secrets);
        Self { providers, flows, challenges, tokens, acts, redirect_uri }
    }

    /// The URL at the provider to which the browser with this challenge is redirected.
    pub async fn begin(&self, provider: &str, code_challenge: &str) -> Result<String, ProviderError> {
        let act = self.acts.begin();
        let (id, now) = (act.new_id(), act.now);
        let request = AuthorizationRequest {
            redirect_uri: self.redirect_uri.clone(),
            state: self.tokens.write(FlowKind::Authorization, id),
            nonce: self.nonce(id),
            code_challenge: self.challenges.s256(&self.code_verifier(id)),
        };
        let url = self.providers.authorization_url(provider, &request, now).await?;
        let state = FlowState::Authorization {
            provider: provider.to_owned(),
            code_challenge: code_challenge.to_owned(),
        };
        self.flows.begin(&SignInFlow { id, state, created_at: now }).await?;
        Ok(url)
    }

    /// Handles the response from a provider and returns a code from this site for the browser that began the flow. A
    /// state is single-use, even after an error.
    pub async fn finish(&self, state: &str, answer: AuthorizationResponse) -> Result<String, CallbackError> {
        let act = self.acts.begin();
        let now = act.now;
        let id = self.tokens.read(FlowKind::Authorization, state).ok_or(FlowError::NotFound)?;
        let flow = self.flows.finish(id, FlowKind::Authorization, now).await?;
        let FlowState::Authorization { provider, code_challenge } = flow.state else {
            return Err(FlowError::NotFound.into());
        };
        let (code, issuer) = match answer {
            AuthorizationResponse::Code(code, issuer) => (code, issuer),
            AuthorizationResponse::Error(error) if error == "access_denied" => {
                return Err(CallbackError::AccessDenied);
            }
            AuthorizationResponse::Error(_) => return Err(ProviderError::CodeRefused.into()),
        };
        let redemption = CodeRedemption {
            code,
            issuer,
            redirect_uri: self.redirect_uri.clone(),
            nonce: self.nonce(id),
            code_verifier: self.code_verifier(id),
        };
        let identity = self.providers.redeem(&provider, &redemption, now).await?;
        let state = FlowState::AuthCode { provider, code_challenge, identity };
        let id = act.new_id();
        self.flows.begin(&SignInFlow { id, state, created_at: now }).await?;
        Ok(self.tokens.write(FlowKind::AuthCode, id))
    }

    /// The provider and the identity of a code, which is single-use and bound to the browser that began the flow.
    ///
    /// # Errors
    /// `Flow`, including if the provider was removed; `BadCodeVerifier`.
    pub(super) async fn redeem(
        &self,
        auth_code: &str,
        code_verifier: &str,
    ) -> Result<(String, ProvenIdentity), AuthCodeError> {
        let id = self.tokens.read(FlowKind::AuthCode, auth_code).ok_or(FlowError::NotFound)?;
        let flow = self.flows.finish(id, FlowKind::AuthCode, self.acts.now()).await?;
        let FlowState::AuthCode { provider, code_challenge, identity } = flow.state else {
            return Err(FlowError::NotFound.into());
        };
        if self.challenges.s256(code_verifier) != code_challenge {
            return Err(AuthCodeError::BadCodeVerifier);
        }
        // The provider may have been removed from the settings since the flow began.
        if self.providers.list().iter().all(|known| known.name != provider) {
            return Err(FlowError::NotFound.into());
        }
        Ok((provider, identity))
    }

    fn nonce(&self, id: Uuid) -> String {
        self.tokens.secret("openid nonce", id)
    }

    fn code_verifier(&self, id: Uuid) -> String {
        self.tokens.secret("openid code verifier", id)
    }
}

impl CallbackError {
    /// The error code in the URL to which the browser is redirected.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Flow(FlowError::NotFound) => "flow_state_not_found",
            Self::Flow(FlowError::Expired) => "flow_state_expired",
            Self::AccessDenied => "access_denied",
            Self::Provider(ProviderError::Refused(_)) => "id_token_invalid",
            Self::Provider(ProviderError::Unknown | ProviderError::CodeRefused) => "provider_refused",
            Self::Flow(FlowError::Fault(_)) | Self::Provider(ProviderError::Fault(_)) => "unavailable",
        }
    }
}
