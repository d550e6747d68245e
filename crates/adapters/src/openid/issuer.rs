//! The issuer identifier of a provider.

use std::fmt;

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
