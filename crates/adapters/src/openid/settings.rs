//! Settings of providers.

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
    /// What its metadata and its tokens say of their issuer, letter by letter.
    pub issuer: Issuer,
    pub client_id: String,
    /// The secret that this site has there; without one it is a public client.
    pub client_secret: Option<ClientSecret>,
    /// Whether its addresses are trusted without the claim `email_verified`: only for a provider whose users cannot enter an
    /// address of their choice.
    #[serde(default)]
    pub trust_email: bool,
}

/// The secret of a client. Never shown: debug output ends up in logs.
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

/// Longest name of a provider.
const NAME_MAX: usize = 40;

impl ProviderSettings {
    /// Reads a JSON list of objects with the members of this type. `None` unless names are unique, of lower-case letters,
    /// digits and hyphens and none of a chain's, titles, ids and secrets are not blank, and issuers have TLS or are on this
    /// machine.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        let list: Vec<Self> = serde_json::from_str(text).ok()?;
        let names: HashSet<&str> = list.iter().map(|settings| settings.name.as_str()).collect();
        (names.len() == list.len() && list.iter().all(Self::is_valid)).then_some(list)
    }

    fn is_valid(&self) -> bool {
        let named = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let url = self.issuer.url();
        let issued = match url.scheme() {
            "https" => url.query().is_none() && url.fragment().is_none(),
            "http" => matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]")),
            _ => false,
        };
        let name = &self.name;
        (1..=NAME_MAX).contains(&name.len())
            && name.bytes().all(named)
            && Chain::parse(name).is_none()
            && ![&self.title, &self.client_id].iter().any(|text| text.trim().is_empty())
            && self.client_secret.as_ref().is_none_or(|secret| !secret.0.trim().is_empty())
            && issued
    }
}

#[cfg(test)]
mod tests;
