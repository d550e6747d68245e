//! Settings for providers.

use std::collections::HashSet;
use std::fmt;

use forum_domain::accounts::Chain;
use serde::Deserialize;
use url::Url;

/// An issuer in the operator's spelling. Metadata and tokens must contain exactly the same text (OpenID Connect Discovery
/// 1.0, section 4.3). Some issuers end with a slash, which parsing would add to every URL without a path.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Issuer {
    text: String,
    url: Url,
}

impl Issuer {
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    pub(super) fn metadata(&self) -> Result<Url, url::ParseError> {
        let base = self.text.strip_suffix('/').unwrap_or(&self.text);
        format!("{base}/.well-known/openid-configuration").parse()
    }
}

impl TryFrom<String> for Issuer {
    type Error = url::ParseError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = text.trim().to_owned();
        Ok(Self { url: text.parse()?, text })
    }
}

impl fmt::Display for Issuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

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
mod tests {
    use serde_json::json;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn providers_are_a_list_and_invalid_ones_are_refused() {
        let school = json!({"name": "school", "title": "Springfield Schools", "issuer": "https://id.school.example/oidc",
            "client_id": "forum"});
        let list = ProviderSettings::list(&json!([school]).to_string()).expect("a list");
        assert_eq!((list[0].trust_email, list[0].issuer.as_str()), (false, "https://id.school.example/oidc"));
        let mut trusted = school.clone();
        (trusted["trust_email"], trusted["issuer"]) = (json!(true), json!("https://tenant.school.example/"));
        let list = ProviderSettings::list(&json!([trusted]).to_string()).expect("a list");
        assert_eq!((list[0].trust_email, list[0].issuer.as_str()), (true, "https://tenant.school.example/"));
        assert_eq!(ProviderSettings::list("[]"), Some(vec![]));
        for (member, value) in [
            ("client_id", json!("")),
            ("issuer", json!("https://id.school.example?x=1")),
            ("issuer", json!("id.school.example")),
            ("name", json!("ethereum")),
            ("client_secret", json!("")),
            ("client_secret", json!(1)),
            ("trust_email", json!("yes")),
            ("secret", json!("x")),
        ] {
            let mut invalid = school.clone();
            invalid[member] = value;
            assert_eq!(ProviderSettings::list(&json!([invalid]).to_string()), None, "{member}: {invalid}");
        }
        for text in
            [json!([school, school]).to_string(), school.to_string(), "school".to_owned(), String::new()]
        {
            assert_eq!(ProviderSettings::list(&text), None, "{text}");
        }
        let mut confidential = school;
        confidential["client_secret"] = json!("hush");
        let list = ProviderSettings::list(&json!([confidential]).to_string()).expect("a list");
        assert!(!format!("{list:?}").contains("hush"), "{list:?}");
    }

    proptest! {
        #[test]
        fn a_provider_needs_a_plain_name_and_an_issuer_with_tls_or_on_this_machine(
            name in "[a-z0-9-]{0,42}|[a-z]{40,41}|[a-zA-Z0-9_./-]{1,3}|(?s).{0,6}", scheme in "https?|ftp", host in "id\\.school\\.example|127\\.0\\.0\\.1|localhost",
            title in "[A-Z][a-z ]{0,9}| ",
        ) {
            let issuer = format!("{scheme}://{host}/oidc");
            let list = json!([{"name": name, "title": title, "issuer": issuer, "client_id": "forum"}]).to_string();
            let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            let good = (1..=40).contains(&name.len()) && plain && name != "ethereum" && name != "solana" && title != " "
                && (scheme == "https" || scheme == "http" && host != "id.school.example");
            prop_assert_eq!(ProviderSettings::list(&list).is_some(), good, "{}", list);
        }

        #[test]
        fn parsing_providers_never_panics(text in "(?s)[\\[\\]{}\":,a-z_/]{0,60}") {
            prop_assert!(ProviderSettings::list(&text).is_none_or(|list| list.is_empty() && text.contains("[")), "{}", text);
        }
    }
}
