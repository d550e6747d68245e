//! Providers whose identity tokens are JSON.

use async_trait::async_trait;
use forum_domain::accounts::{
    AuthorizationRequest, CodeRedemption, IdentityKind, IdentityProviders, ProvenIdentity, s256,
};
use forum_domain::shared::{Code, Refusal};
use serde_json::Value;
use time::OffsetDateTime;

/// Providers whose tokens are the JSON `{"sub", "nonce", "email", "given_name", "family_name"}`, unsigned.
pub struct PlainProviders(pub Vec<IdentityKind>);

impl PlainProviders {
    /// One provider, `school`.
    pub fn school() -> Self {
        Self(vec![IdentityKind {
            name: "school".into(),
            title: "Springfield Schools".into(),
            is_wallet: false,
        }])
    }
}

#[async_trait]
impl IdentityProviders for PlainProviders {
    fn list(&self) -> Vec<IdentityKind> {
        self.0.clone()
    }

    async fn identity(
        &self,
        provider: &str,
        id_token: &str,
        nonce: &str,
        _: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal> {
        self.known(provider)?;
        let claims: Value = serde_json::from_str(id_token).map_err(|_| Code::IdTokenInvalid)?;
        let text = |name: &str| claims[name].as_str().map(str::to_owned);
        if text("nonce").as_deref() != Some(nonce) {
            return Err(Code::IdTokenInvalid.into());
        }
        Ok(ProvenIdentity {
            subject: text("sub").ok_or(Code::IdTokenInvalid)?,
            email: text("email"),
            first_name: text("given_name"),
            last_name: text("family_name"),
        })
    }

    async fn authorization_url(
        &self,
        provider: &str,
        request: &AuthorizationRequest,
        _: OffsetDateTime,
    ) -> Result<String, Refusal> {
        self.known(provider)?;
        let AuthorizationRequest { redirect_uri, state, nonce, code_challenge } = request;
        Ok(format!(
            "https://{provider}.example/authorize?redirect_uri={redirect_uri}&state={state}&nonce={nonce}&code_challenge={code_challenge}"
        ))
    }

    /// The code is the JSON `{"nonce", "challenge", "sub", …}`: the values in the request, and the subject.
    async fn redeem(
        &self,
        provider: &str,
        redemption: &CodeRedemption,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal> {
        let CodeRedemption { code, issuer, nonce, code_verifier, .. } = redemption;
        if issuer.as_ref().is_some_and(|issuer| *issuer != format!("https://{provider}.example")) {
            return Err(Code::IdTokenInvalid.into());
        }
        let request: Value = serde_json::from_str(code).map_err(|_| Code::TokenInvalid)?;
        if request["challenge"] != s256(code_verifier) {
            return Err(Code::TokenInvalid.into());
        }
        self.identity(provider, code, nonce, now).await
    }
}

impl PlainProviders {
    fn known(&self, provider: &str) -> Result<(), Code> {
        let known = self.0.iter().any(|known| known.name == provider);
        if known { Ok(()) } else { Err(Code::UnknownProvider) }
    }
}
