//! Sign-in at a provider in the browser: the authorization code flow of OpenID Connect, with a proof key on both sides
//! (RFC 7636). The browser keeps its verifier, so that a code in a URL is useless in another browser. The server
//! derives a second verifier for the provider and does not store it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{flow_token, read_flow_token};
use crate::accounts::{
    AuthorizationRequest, CodeRedemption, FlowKind, FlowState, Identities, ProvenIdentity, SignInFlow,
};
use crate::shared::{Code, Refusal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorizationResponse {
    /// A code, and the issuer that the response names (RFC 9207), if any.
    Code(String, Option<String>),
    /// An error code (RFC 6749, section 4.1.2.1).
    Error(String),
}

/// `BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))`: the method S256 of RFC 7636, section 4.2.
pub fn s256(code_verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(code_verifier))
}

pub fn is_code_challenge(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

impl Identities {
    /// The URL at the provider to which the browser with this challenge is redirected.
    ///
    /// # Errors
    /// `unknown_provider`.
    pub async fn begin_authorization(&self, provider: &str, code_challenge: &str) -> Result<String, Refusal> {
        let act = self.sessions.acts.begin();
        let (id, created_at) = (act.new_id(), act.now);
        let request = AuthorizationRequest {
            redirect_uri: self.redirect_uri.clone(),
            state: flow_token(FlowKind::Authorization, id, &self.sessions.secrets),
            nonce: self.nonce_of(id),
            code_challenge: s256(&self.verifier_of(id)),
        };
        let url = self.providers.authorization_url(provider, &request, created_at).await?;
        let state = FlowState::Authorization {
            provider: provider.to_owned(),
            code_challenge: code_challenge.to_owned(),
        };
        self.store.begin_flow(&SignInFlow { id, state, created_at }).await?;
        Ok(url)
    }

    /// Handles the response from a provider and returns a code from this site for the browser that began the flow. A
    /// state is single-use, even after an error.
    ///
    /// # Errors
    /// `flow_state_not_found`, `flow_state_expired`, `id_token_invalid`; `forbidden` if the user refused access at the
    /// provider; `token_invalid` or `unknown_provider` if the provider refused.
    pub async fn finish_authorization(
        &self,
        state: &str,
        answer: AuthorizationResponse,
    ) -> Result<String, Refusal> {
        let now = self.sessions.acts.now();
        let id = read_flow_token(FlowKind::Authorization, state, &self.sessions.secrets)
            .ok_or(Code::FlowStateNotFound)?;
        let flow = self.store.finish_flow(id, FlowKind::Authorization, now).await?;
        let FlowState::Authorization { provider, code_challenge } = flow.state else {
            return Err(Code::FlowStateNotFound.into());
        };
        let (code, issuer) = match answer {
            AuthorizationResponse::Code(code, issuer) => (code, issuer),
            AuthorizationResponse::Error(error) if error == "access_denied" => {
                return Err(Refusal::new(Code::Forbidden, "access was denied at the provider"));
            }
            AuthorizationResponse::Error(_) => return Err(Code::TokenInvalid.into()),
        };
        let redemption = CodeRedemption {
            code,
            issuer,
            redirect_uri: self.redirect_uri.clone(),
            nonce: self.nonce_of(id),
            code_verifier: self.verifier_of(id),
        };
        let identity = self.providers.redeem(&provider, &redemption, now).await?;
        let flow = self.begin(FlowState::AuthCode { provider, code_challenge, identity }).await?;
        Ok(flow_token(FlowKind::AuthCode, flow.id, &self.sessions.secrets))
    }

    /// The provider and the identity of a code, which is single-use and bound to the browser that began the flow.
    ///
    /// # Errors
    /// `flow_state_not_found`, including if the provider was removed; `flow_state_expired`, `bad_code_verifier`.
    pub(super) async fn redeem(
        &self,
        auth_code: &str,
        code_verifier: &str,
    ) -> Result<(String, ProvenIdentity), Refusal> {
        let id = read_flow_token(FlowKind::AuthCode, auth_code, &self.sessions.secrets)
            .ok_or(Code::FlowStateNotFound)?;
        let flow = self.store.finish_flow(id, FlowKind::AuthCode, self.sessions.acts.now()).await?;
        let FlowState::AuthCode { provider, code_challenge, identity } = flow.state else {
            return Err(Code::FlowStateNotFound.into());
        };
        if s256(code_verifier) != code_challenge {
            return Err(Code::BadCodeVerifier.into());
        }
        // The provider may have been removed from the settings since the flow began.
        if !self.is_configured(&provider) {
            return Err(Code::FlowStateNotFound.into());
        }
        Ok((provider, identity))
    }

    fn nonce_of(&self, id: Uuid) -> String {
        self.derived("openid nonce", id)
    }

    fn verifier_of(&self, id: Uuid) -> String {
        self.derived("openid code verifier", id)
    }

    /// A secret of a flow that is not stored: 256 bits as 43 characters.
    fn derived(&self, label: &str, id: Uuid) -> String {
        URL_SAFE_NO_PAD.encode(self.sessions.secrets.derive(label, id, b""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_challenge_is_43_characters_of_base64url_and_matches_the_standards_example() {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        // RFC 7636, appendix B.
        assert_eq!(s256("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), challenge);
        assert!(is_code_challenge(challenge));
        for text in ["", &challenge[1..], &format!("{challenge}A"), &challenge.replace('-', "+")] {
            assert!(!is_code_challenge(text), "{text}");
        }
    }
}
