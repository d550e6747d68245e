//! `/auth/keys`: the public keys with which anybody can check an access token.

use std::sync::Arc;

use forum_domain::accounts::{Access, KEY_SET_MAX_AGE, PublishedKey};
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{ApiResponse, Object, OpenApi};
use time::OffsetDateTime;

use crate::answer::{JSON, Refused, one, refusals, success_word};
use crate::api::Tag;
use crate::site::holds_tag;

/// A public key.
#[derive(Object)]
#[oai(rename = "PublicKey")]
pub(crate) struct PublicKeyView {
    /// Its name in the footer of an access token, a PASERK `k4.pid.…`.
    kid: String,
    /// The key, a PASERK `k4.public.…`.
    paserk: String,
    /// From when it signs; 1970 for the first key of a site.
    not_before: OffsetDateTime,
    /// When every token that it signed has ended; the year 9999 while that is not known.
    not_after: OffsetDateTime,
}

/// The keys of the moment, oldest first. A key stands here for at least 10 minutes before it signs.
#[derive(Object)]
pub(crate) struct KeySet {
    keys: Vec<PublicKeyView>,
}

/// The key set, or that the caller's copy is still good.
pub(crate) struct KeySetAnswer {
    /// None when the caller's copy is the same.
    body: Option<KeySet>,
    tag: String,
}

impl IntoResponse for KeySetAnswer {
    fn into_response(self) -> Response {
        let kept = format!("public, max-age={}", KEY_SET_MAX_AGE.whole_seconds());
        let response = Response::builder().header(header::CACHE_CONTROL, kept).header(header::ETAG, self.tag);
        match self.body {
            Some(body) => response.content_type(JSON).body(body.to_json_string()),
            None => response.status(StatusCode::NOT_MODIFIED).finish(),
        }
    }
}

impl ApiResponse for KeySetAnswer {
    fn meta() -> MetaResponses {
        let content = vec![MetaMediaType { content_type: JSON, schema: KeySet::schema_ref() }];
        let responses: [Vec<MetaResponse>; 2] = [
            one(200, success_word(200), content).responses,
            one(304, "The copy named by `If-None-Match` is still good", Vec::new()).responses,
        ];
        MetaResponses { responses: responses.into_iter().flatten().collect() }
    }

    fn register(registry: &mut Registry) {
        KeySet::register(registry);
    }
}

refusals!(KeysStatuses: []);

/// The operation.
pub(crate) struct KeysApi {
    pub(crate) access: Arc<Access>,
}

#[OpenApi(tag = "Tag::Sessions")]
impl KeysApi {
    /// Read the keys of access tokens
    ///
    /// May be kept for 10 minutes. A token is good for whoever has no need to know of sign-outs within its 15 minutes.
    #[oai(path = "/auth/keys", method = "get", operation_id = "list_keys")]
    async fn list_keys(&self, request: &Request) -> Result<KeySetAnswer, Refused<KeysStatuses>> {
        let keys = self.access.published_keys()?;
        let tag = tag(&keys);
        let body = (!holds_tag(request.headers(), &tag))
            .then(|| KeySet { keys: keys.into_iter().map(PublicKeyView::from).collect() });
        Ok(KeySetAnswer { body, tag })
    }
}

impl From<PublishedKey> for PublicKeyView {
    fn from(key: PublishedKey) -> Self {
        let PublishedKey { id, paserk, not_before, not_after } = key;
        Self { kid: id, paserk, not_before, not_after }
    }
}

/// The names of the keys, which are hashes of them: when a key ends changes only with the next one's coming.
fn tag(keys: &[PublishedKey]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| key.id.as_str()).collect();
    format!("\"{}\"", names.join("+"))
}
