//! The keys of a provider: found by its metadata (OpenID Connect Discovery 1.0, section 4) and kept for an hour.

use forum_domain::shared::Fault;
use jsonwebtoken::jwk::JwkSet;
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use tokio::sync::Mutex;
use url::Url;

use super::documents::Documents;

/// How long keys are used without asking again.
const KEPT_FOR: Duration = Duration::hours(1);
/// Keys are not asked for more often than this, whatever tokens come: a token with an unknown key costs its sender nothing.
const ASKED_EVERY: Duration = Duration::minutes(1);
/// A provider that has failed is left alone for so long: those who wait are not kept waiting one after the other.
const RECOVERS_IN: Duration = Duration::seconds(5);
const WELL_KNOWN: &str = "/.well-known/openid-configuration";

#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: Url,
}

/// What is known of a provider.
#[derive(Default)]
struct Known {
    keys: Option<(JwkSet, OffsetDateTime)>,
    failed_at: Option<OffsetDateTime>,
}

/// The keys of one provider.
pub(super) struct KeySets {
    issuer: Url,
    documents: Documents,
    known: Mutex<Known>,
}

impl KeySets {
    pub(super) fn new(issuer: Url, documents: Documents) -> Self {
        Self { issuer, documents, known: Mutex::default() }
    }

    /// The issuer as tokens and metadata spell it.
    pub(super) fn issuer(&self) -> &str {
        let text = self.issuer.as_str();
        // A URL without a path is read with one.
        if self.issuer.path() == "/" { text.trim_end_matches('/') } else { text }
    }

    /// The present keys.
    ///
    /// # Errors
    /// Faults if the provider cannot be reached, or its metadata is that of another one.
    pub(super) async fn present(&self, now: OffsetDateTime) -> Result<JwkSet, Fault> {
        // One asks, and the others wait for its answer.
        let mut known = self.known.lock().await;
        match &known.keys {
            Some((keys, read_at)) if now < *read_at + KEPT_FOR => Ok(keys.clone()),
            _ => self.read(&mut known, now).await,
        }
    }

    /// The keys read again; `None` if they were read just now.
    ///
    /// # Errors
    /// As [`present`](Self::present).
    pub(super) async fn renewed(&self, now: OffsetDateTime) -> Result<Option<JwkSet>, Fault> {
        let mut known = self.known.lock().await;
        if known.keys.as_ref().is_some_and(|(_, read_at)| now < *read_at + ASKED_EVERY) {
            return Ok(None);
        }
        self.read(&mut known, now).await.map(Some)
    }

    async fn read(&self, known: &mut Known, now: OffsetDateTime) -> Result<JwkSet, Fault> {
        if known.failed_at.is_some_and(|at| now < at + RECOVERS_IN) {
            return Err(Fault::Unavailable(format!("provider {} has just failed", self.issuer)));
        }
        let fetched = self.fetch().await;
        match &fetched {
            Ok(keys) => *known = Known { keys: Some((keys.clone(), now)), failed_at: None },
            Err(_) => known.failed_at = Some(now),
        }
        fetched
    }

    async fn fetch(&self) -> Result<JwkSet, Fault> {
        let unavailable = |words: String| Fault::Unavailable(format!("provider {}: {words}", self.issuer));
        let address = format!("{}{WELL_KNOWN}", self.issuer().trim_end_matches('/'));
        let address = address.parse().map_err(|error: url::ParseError| unavailable(error.to_string()))?;
        let metadata: Metadata =
            self.documents.get(&address).await.map_err(|error| unavailable(error.to_string()))?;
        if metadata.issuer != self.issuer() {
            return Err(unavailable(format!("its metadata is that of {:?}", metadata.issuer)));
        }
        // A provider with TLS does not have its keys fetched without.
        if metadata.jwks_uri.scheme() != self.issuer.scheme() {
            return Err(unavailable(format!("its keys are at {}", metadata.jwks_uri)));
        }
        self.documents.get(&metadata.jwks_uri).await.map_err(|error| unavailable(error.to_string()))
    }
}
