//! The name of a provider.

use std::fmt;

use serde::Deserialize;
use url::Url;

/// An issuer as the operator has written it. Metadata and tokens must spell it alike (OpenID Connect Discovery 1.0, section
/// 4.3): that of some providers ends with a slash, which a URL without a path would have as well.
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
