//! Fetches the documents of providers: their metadata (OpenID Connect Discovery 1.0) and their key sets (RFC 7517).

use std::time::Duration;

use reqwest::{Client, ClientBuilder, Response, redirect};
use serde::de::DeserializeOwned;
use url::Url;

use crate::tls::Trust;

/// How long a document may take altogether.
const PATIENCE: Duration = Duration::from_secs(5);
/// Largest accepted document in bytes.
const SIZE_MAX: usize = 256 * 1024;

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// Nothing came, or not in time.
    #[error("{0} did not answer: {1}")]
    Unreachable(Url, #[source] reqwest::Error),
    /// Another status than 200; redirects are not followed.
    #[error("{0} answered with status {1}")]
    Status(Url, u16),
    /// It is larger than any such document.
    #[error("the document at {0} is too large")]
    TooLarge(Url),
    /// It is not what it should be.
    #[error("the document at {0} is not of the right form: {1}")]
    Form(Url, #[source] serde_json::Error),
}

/// Fetches documents.
#[derive(Debug, Clone)]
pub struct Documents(Client);

impl Documents {
    /// Trusts the servers that `trust` trusts.
    ///
    /// # Errors
    /// When the client cannot be created.
    pub fn new(trust: &Trust) -> reqwest::Result<Self> {
        Self::with_patience(trust, PATIENCE)
    }

    fn with_patience(trust: &Trust, patience: Duration) -> reqwest::Result<Self> {
        let strict = |client: ClientBuilder| client.timeout(patience).redirect(redirect::Policy::none());
        Ok(Self(trust.http_client_with(strict)?))
    }

    /// The JSON document at an address.
    ///
    /// # Errors
    /// See [`DocumentError`].
    pub async fn get<T: DeserializeOwned>(&self, url: &Url) -> Result<T, DocumentError> {
        let unreachable = |error| DocumentError::Unreachable(url.clone(), error);
        let mut response = self.0.get(url.clone()).send().await.map_err(unreachable)?;
        if response.status().as_u16() != 200 {
            return Err(DocumentError::Status(url.clone(), response.status().as_u16()));
        }
        let body = limited(&mut response).await.map_err(unreachable)?;
        let body = body.ok_or_else(|| DocumentError::TooLarge(url.clone()))?;
        serde_json::from_slice(&body).map_err(|error| DocumentError::Form(url.clone(), error))
    }
}

/// The body; `None` if it is too large.
async fn limited(response: &mut Response) -> reqwest::Result<Option<Vec<u8>>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        body.extend_from_slice(&chunk);
        if body.len() > SIZE_MAX {
            return Ok(None);
        }
    }
    Ok(Some(body))
}

#[cfg(test)]
mod tests;
