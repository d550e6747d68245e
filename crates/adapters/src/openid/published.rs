//! The cached metadata (OpenID Connect Discovery 1.0, section 4) and key set of a provider.

use std::sync::Arc;

use forum_domain::shared::Fault;
use jsonwebtoken::jwk::JwkSet;
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use tokio::sync::Mutex;
use url::Url;

use super::documents::Documents;
use super::settings::Issuer;

/// How long both are cached.
const CACHE_LIFETIME: Duration = Duration::hours(1);
/// Minimum time between two fetches of the keys, because sending tokens with unknown keys costs nothing.
const REFRESH_INTERVAL: Duration = Duration::minutes(1);
/// Minimum time between a failed request and the next one, so that waiting callers do not time out one after another.
const FAILURE_BACKOFF: Duration = Duration::seconds(5);

#[derive(Deserialize)]
pub(super) struct Metadata {
    issuer: String,
    jwks_uri: Url,
    pub(super) authorization_endpoint: Option<Url>,
    pub(super) userinfo_endpoint: Option<Url>,
    pub(super) token_endpoint: Option<Url>,
    #[serde(default = "by_header")]
    pub(super) token_endpoint_auth_methods_supported: Vec<String>,
    /// Whether authorization responses contain the issuer (RFC 9207).
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
}

fn by_header() -> Vec<String> {
    vec!["client_secret_basic".to_owned()]
}

pub(super) struct Publication {
    pub(super) metadata: Metadata,
    pub(super) keys: JwkSet,
}

#[derive(Default)]
struct Known {
    publication: Option<(Arc<Publication>, OffsetDateTime)>,
    failed_at: Option<OffsetDateTime>,
}

pub(super) struct Published {
    issuer: Issuer,
    documents: Documents,
    known: Mutex<Known>,
}

impl Published {
    pub(super) fn new(issuer: Issuer, documents: Documents) -> Self {
        Self { issuer, documents, known: Mutex::default() }
    }

    pub(super) fn issuer(&self) -> &str {
        self.issuer.as_str()
    }

    /// The cached publication, or a new one if it has expired.
    pub(super) async fn current(&self, now: OffsetDateTime) -> Result<Arc<Publication>, Fault> {
        // One caller sends the request. The others wait for its result.
        let mut known = self.known.lock().await;
        match &known.publication {
            Some((publication, read_at)) if now < *read_at + CACHE_LIFETIME => Ok(publication.clone()),
            _ => self.read(&mut known, now).await,
        }
    }

    pub(super) async fn renewed(&self, now: OffsetDateTime) -> Result<Option<Arc<Publication>>, Fault> {
        let mut known = self.known.lock().await;
        if known.publication.as_ref().is_some_and(|(_, read_at)| now < *read_at + REFRESH_INTERVAL) {
            return Ok(None);
        }
        self.read(&mut known, now).await.map(Some)
    }

    async fn read(&self, known: &mut Known, now: OffsetDateTime) -> Result<Arc<Publication>, Fault> {
        if known.failed_at.is_some_and(|at| now < at + FAILURE_BACKOFF) {
            return Err(Fault::Unavailable(format!("provider {} has just failed", self.issuer)));
        }
        match self.fetch().await.map(Arc::new) {
            Ok(publication) => {
                *known = Known { publication: Some((publication.clone(), now)), failed_at: None };
                Ok(publication)
            }
            Err(fault) => {
                known.failed_at = Some(now);
                Err(fault)
            }
        }
    }

    pub(super) async fn fetch(&self) -> Result<Publication, Fault> {
        let unavailable =
            |message: String| Fault::Unavailable(format!("provider {}: {message}", self.issuer));
        let address = self.issuer.metadata().map_err(|error| unavailable(error.to_string()))?;
        let metadata: Metadata =
            self.documents.get(&address).await.map_err(|error| unavailable(error.to_string()))?;
        if metadata.issuer != self.issuer() {
            return Err(unavailable(format!("its metadata names another issuer, {:?}", metadata.issuer)));
        }
        // The endpoints of an issuer with TLS must use TLS too.
        let endpoints =
            [&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.userinfo_endpoint];
        for url in endpoints.into_iter().flatten().chain([&metadata.jwks_uri]) {
            if url.scheme() != self.issuer.url().scheme() {
                return Err(unavailable(format!("its metadata names {url}")));
            }
        }
        let keys = self.documents.get(&metadata.jwks_uri).await;
        let keys = keys.map_err(|error| unavailable(error.to_string()))?;
        Ok(Publication { metadata, keys })
    }
}
