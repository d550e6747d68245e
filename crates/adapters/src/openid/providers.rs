//! The configured identity providers.

use async_trait::async_trait;
use forum_domain::accounts::{
    AuthorizationRequest, CodeRedemption, IdentityKind, IdentityProviders, ProvenIdentity,
};
use forum_domain::shared::{Code, Fault, Refusal};
use serde::Deserialize;
use time::OffsetDateTime;
use url::Url;

use super::documents::{DocumentError, Documents};
use super::id_token::{Expected, IdTokenRefused, id_token};
use super::person::{Person, PersonClaims};
use super::published::{Metadata, Published};
use super::settings::ProviderSettings;

/// Requests an ID token with address and names (OpenID Connect Core 1.0, section 5.4).
const SCOPE: &str = "openid email profile";

#[derive(Deserialize)]
struct TokenResponse {
    id_token: String,
    access_token: Option<String>,
}

struct Configured {
    settings: ProviderSettings,
    published: Published,
    documents: Documents,
}

impl Configured {
    async fn identity(&self, token: &str, nonce: &str, now: OffsetDateTime) -> Result<Person, Refusal> {
        let (issuer, client_id) = (self.published.issuer(), self.settings.client_id.as_str());
        let trust_email = self.settings.trust_email;
        let expected = Expected { issuer, client_id, nonce, now, trust_email };
        let mut read = id_token(token, &self.published.current(now).await?.keys, &expected);
        // The provider may have rotated its keys.
        if read == Err(IdTokenRefused::UnknownKey)
            && let Some(renewed) = self.published.renewed(now).await?
        {
            read = id_token(token, &renewed.keys, &expected);
        }
        read.map_err(|reason| self.refused(reason))
    }

    /// Logs the reason for the operator. The client learns only that the token was refused.
    fn refused(&self, reason: IdTokenRefused) -> Refusal {
        tracing::info!(provider = self.settings.name, cause = %reason, "an ID token was refused");
        Code::IdTokenInvalid.into()
    }

    fn lacks(&self, endpoint: &str) -> Fault {
        Fault::Unavailable(format!("provider {}: its metadata names no {endpoint}", self.settings.issuer))
    }

    async fn redeemed(
        &self,
        metadata: &Metadata,
        redemption: &CodeRedemption,
    ) -> Result<TokenResponse, Refusal> {
        let url = metadata.token_endpoint.as_ref().ok_or_else(|| self.lacks("token_endpoint"))?;
        let CodeRedemption { code, redirect_uri, code_verifier, .. } = redemption;
        let client_id = self.settings.client_id.as_str();
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", code_verifier),
        ];
        let methods = &metadata.token_endpoint_auth_methods_supported;
        let by_header = methods.iter().any(|method| method == "client_secret_basic");
        let secret = self.settings.client_secret.as_ref().map(|secret| secret.expose());
        let basic = secret.filter(|_| by_header).map(|secret| (client_id, secret));
        if basic.is_none() {
            form.push(("client_id", client_id));
            form.extend(secret.map(|secret| ("client_secret", secret)));
        }
        match self.documents.post::<TokenResponse>(url, &form, basic).await {
            Ok(redeemed) => Ok(redeemed),
            // The standard response to an invalid code (RFC 6749, section 5.2).
            Err(DocumentError::Status(_, 400)) => Err(Code::TokenInvalid.into()),
            Err(error) => Err(self.failed(&error).into()),
        }
    }

    /// Adds claims from UserInfo that the ID token lacks.
    async fn completed(
        &self,
        person: Person,
        metadata: &Metadata,
        access_token: Option<&str>,
    ) -> Result<Person, Refusal> {
        let is_complete = person.is_complete();
        let (Some(url), Some(token), false) = (&metadata.userinfo_endpoint, access_token, is_complete) else {
            return Ok(person);
        };
        let claims = self.documents.get_as::<PersonClaims>(url, token).await;
        let claims = claims.map_err(|error| self.failed(&error))?;
        person.completed(claims.person(self.settings.trust_email)).map_err(|reason| self.refused(reason))
    }

    fn failed(&self, error: &DocumentError) -> Fault {
        Fault::Unavailable(format!("provider {}: {error}", self.settings.issuer))
    }
}

pub struct OpenIdProviders(Vec<Configured>);

impl OpenIdProviders {
    /// Fetches nothing before the first sign-in.
    pub fn new(settings: Vec<ProviderSettings>, documents: &Documents) -> Self {
        let configured = |settings: ProviderSettings| Configured {
            published: Published::new(settings.issuer.clone(), documents.clone()),
            documents: documents.clone(),
            settings,
        };
        Self(settings.into_iter().map(configured).collect())
    }

    /// Fetches the metadata of each provider. `Ok` if users can sign in with it.
    pub async fn examine(&self) -> Vec<(&ProviderSettings, Result<(), Fault>)> {
        let mut examined = Vec::new();
        for configured in &self.0 {
            let outcome = configured.published.fetch().await.and_then(|publication| {
                let Metadata { authorization_endpoint, token_endpoint, .. } = &publication.metadata;
                let endpoints =
                    [("authorization_endpoint", authorization_endpoint), ("token_endpoint", token_endpoint)];
                match endpoints.into_iter().find(|(_, url)| url.is_none()) {
                    Some((missing, _)) => Err(configured.lacks(missing)),
                    None => Ok(()),
                }
            });
            examined.push((&configured.settings, outcome));
        }
        examined
    }

    fn find(&self, provider: &str) -> Result<&Configured, Code> {
        let found = self.0.iter().find(|configured| configured.settings.name == provider);
        found.ok_or(Code::UnknownProvider)
    }
}

#[async_trait]
impl IdentityProviders for OpenIdProviders {
    fn list(&self) -> Vec<IdentityKind> {
        let provider = |settings: &ProviderSettings| IdentityKind {
            name: settings.name.clone(),
            title: settings.title.clone(),
            is_wallet: false,
        };
        self.0.iter().map(|configured| provider(&configured.settings)).collect()
    }

    #[tracing::instrument(name = "identity_providers.identity", skip_all)]
    async fn identity(
        &self,
        provider: &str,
        token: &str,
        nonce: &str,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal> {
        Ok(self.find(provider)?.identity(token, nonce, now).await?.identity())
    }

    #[tracing::instrument(name = "identity_providers.authorization_url", skip_all)]
    async fn authorization_url(
        &self,
        provider: &str,
        request: &AuthorizationRequest,
        now: OffsetDateTime,
    ) -> Result<String, Refusal> {
        let configured = self.find(provider)?;
        let publication = configured.published.current(now).await?;
        let endpoint = publication.metadata.authorization_endpoint.clone();
        let mut url: Url = endpoint.ok_or_else(|| configured.lacks("authorization_endpoint"))?;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &configured.settings.client_id)
            .append_pair("redirect_uri", &request.redirect_uri)
            .append_pair("scope", SCOPE)
            .append_pair("state", &request.state)
            .append_pair("nonce", &request.nonce)
            .append_pair("code_challenge", &request.code_challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    #[tracing::instrument(name = "identity_providers.redeem", skip_all)]
    async fn redeem(
        &self,
        provider: &str,
        redemption: &CodeRedemption,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal> {
        let configured = self.find(provider)?;
        // The response comes from another provider (RFC 9207), whose code must not be sent to this one.
        if redemption.issuer.as_deref().is_some_and(|issuer| issuer != configured.published.issuer()) {
            return Err(configured.refused(IdTokenRefused::Issuer));
        }
        let publication = configured.published.current(now).await?;
        let sends_issuer = publication.metadata.authorization_response_iss_parameter_supported;
        if sends_issuer && redemption.issuer.is_none() {
            return Err(configured.refused(IdTokenRefused::Issuer));
        }
        let redeemed = configured.redeemed(&publication.metadata, redemption).await?;
        let person = configured.identity(&redeemed.id_token, &redemption.nonce, now).await?;
        let access_token = redeemed.access_token.as_deref();
        Ok(configured.completed(person, &publication.metadata, access_token).await?.identity())
    }
}

#[cfg(test)]
mod tests;
