//! The providers that the site is set up with.

use std::collections::HashSet;

use async_trait::async_trait;
use forum_domain::accounts::{IdTokenRefused, IdentityProviders, ProvenIdentity, Provider, ProviderError};
use serde::Deserialize;
use time::OffsetDateTime;
use url::Url;

use super::documents::Documents;
use super::id_token::{Expected, id_token};
use super::key_sets::KeySets;

/// What the operator tells of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSettings {
    /// Its name in addresses and in the database.
    pub name: String,
    /// What its button says.
    pub title: String,
    /// Where its metadata is, and what its tokens say of their issuer.
    pub issuer: Url,
    /// The id that this site has there.
    pub client_id: String,
}

/// Longest name of a provider.
const NAME_MAX: usize = 40;

impl ProviderSettings {
    /// Reads a JSON list of objects with the members of this type. `None` unless names are unique, of lower-case letters,
    /// digits and hyphens, titles and ids are not blank, and issuers have TLS or are on this machine.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        let list: Vec<Self> = serde_json::from_str(text).ok()?;
        let names: HashSet<&str> = list.iter().map(|settings| settings.name.as_str()).collect();
        (names.len() == list.len() && list.iter().all(Self::is_valid)).then_some(list)
    }

    fn is_valid(&self) -> bool {
        let named = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let issued = match self.issuer.scheme() {
            "https" => self.issuer.query().is_none() && self.issuer.fragment().is_none(),
            "http" => matches!(self.issuer.host_str(), Some("127.0.0.1" | "localhost" | "[::1]")),
            _ => false,
        };
        let name = &self.name;
        (1..=NAME_MAX).contains(&name.len())
            && name.bytes().all(named)
            && ![&self.title, &self.client_id].iter().any(|text| text.trim().is_empty())
            && issued
    }
}

struct Configured {
    provider: Provider,
    client_id: String,
    keys: KeySets,
}

/// [`IdentityProviders`] by OpenID Connect.
pub struct OpenIdProviders(Vec<Configured>);

impl OpenIdProviders {
    /// Nothing is fetched before somebody signs in.
    pub fn new(settings: Vec<ProviderSettings>, documents: &Documents) -> Self {
        let configured = |settings: ProviderSettings| Configured {
            provider: Provider { name: settings.name, title: settings.title },
            client_id: settings.client_id,
            keys: KeySets::new(settings.issuer, documents.clone()),
        };
        Self(settings.into_iter().map(configured).collect())
    }
}

#[async_trait]
impl IdentityProviders for OpenIdProviders {
    fn list(&self) -> Vec<Provider> {
        self.0.iter().map(|configured| configured.provider.clone()).collect()
    }

    #[tracing::instrument(name = "identity_providers.identity", skip_all)]
    async fn identity(
        &self,
        provider: &str,
        token: &str,
        nonce: &str,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, ProviderError> {
        let found = self.0.iter().find(|configured| configured.provider.name == provider);
        let Configured { client_id, keys, .. } = found.ok_or(ProviderError::Unknown)?;
        let expected = Expected { issuer: keys.issuer(), client_id, nonce, now };
        let mut read = id_token(token, &keys.present(now).await?, &expected);
        // The provider may have new keys.
        if read == Err(IdTokenRefused::UnknownKey)
            && let Some(renewed) = keys.renewed(now).await?
        {
            read = id_token(token, &renewed, &expected);
        }
        Ok(read.inspect_err(
            |refused| tracing::info!(provider, cause = %refused, "an identity token was refused"),
        )?)
    }
}

#[cfg(test)]
mod tests;
