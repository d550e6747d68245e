//! Settings for providers.

use std::collections::HashSet;
use std::fmt;

use forum_domain::accounts::Chain;
use serde::Deserialize;

use super::issuer::Issuer;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSettings {
    pub name: String,
    pub title: String,
    /// Must be equal to the issuer in the metadata and the tokens.
    pub issuer: Issuer,
    pub client_id: String,
    /// Without a secret, the site is a public client.
    pub client_secret: Option<ClientSecret>,
    /// Whether to trust its email addresses without the claim `email_verified`. Only for a provider whose users cannot
    /// choose their address.
    #[serde(default)]
    pub trust_email: bool,
}

/// Debug output omits the secret, because it may be logged.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct ClientSecret(String);

impl ClientSecret {
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}

/// Maximum length of a provider's name.
const NAME_MAX: usize = 40;

impl ProviderSettings {
    /// Parses a JSON list of objects with the members of this type. Names must be unique, consist of lower-case
    /// letters, digits and hyphens, and not be the name of a chain. Titles, ids and secrets must not be blank. Issuers
    /// must use TLS or be on this machine.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        let list: Vec<Self> = serde_json::from_str(text).ok()?;
        let names: HashSet<&str> = list.iter().map(|settings| settings.name.as_str()).collect();
        (names.len() == list.len() && list.iter().all(Self::is_valid)).then_some(list)
    }

    fn is_valid(&self) -> bool {
        let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let url = self.issuer.url();
        let is_issuer = match url.scheme() {
            "https" => url.query().is_none() && url.fragment().is_none(),
            "http" => matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]")),
            _ => false,
        };
        let name = &self.name;
        (1..=NAME_MAX).contains(&name.len())
            && name.bytes().all(is_allowed)
            && Chain::parse(name).is_none()
            && ![&self.title, &self.client_id].iter().any(|text| text.trim().is_empty())
            && self.client_secret.as_ref().is_none_or(|secret| !secret.0.trim().is_empty())
            && is_issuer
    }
}

#[cfg(test)]
mod tests;
