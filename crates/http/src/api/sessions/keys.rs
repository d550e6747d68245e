//! `/auth/keys`: the public keys that verify access tokens.

use std::sync::Arc;

use forum_domain::accounts::{Access, KEY_SET_MAX_AGE, PublishedKey};
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::registry::{MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{ApiResponse, Object, OpenApi};
use time::OffsetDateTime;

use crate::api::tag::Tag;
use crate::request::list::CompleteList;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::conditional::holds_tag;
use crate::response::responses::{JSON, documented, response, text_header};

/// A public key of access tokens.
#[derive(Object)]
#[oai(rename = "PublicKey")]
pub(crate) struct PublicKeyView {
    /// The id in the footer of the tokens it signs: a PASERK of type `k4.pid`.
    kid: String,
    /// The key: a PASERK of type `k4.public`.
    paserk: String,
    /// When it starts to sign. 1970 for the first key of a site.
    not_before: OffsetDateTime,
    /// When the last token it signed expires. The year 9999 while it has no successor.
    not_after: OffsetDateTime,
}

/// The keys of access tokens, the oldest first. A key is listed for at least 10 minutes before it signs.
#[derive(Object)]
pub(crate) struct KeySet {
    #[oai(flatten)]
    list: CompleteList<PublicKeyView>,
}

/// The key set, or 304.
pub(crate) struct KeySetAnswer {
    /// `None` if the client's version is current.
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
        let kept = response(304, "The version named in `If-None-Match` is current.", Vec::new());
        let mut responses = vec![documented::<KeySet>(200), kept];
        for response in &mut responses {
            response.headers.push(text_header("ETag", "Identifies this version for `If-None-Match`."));
        }
        MetaResponses { responses }
    }

    fn register(registry: &mut Registry) {
        KeySet::register(registry);
    }
}

error_codes!(KeysCodes: []);

pub(crate) struct KeysApi {
    pub(crate) access: Arc<Access>,
}

#[OpenApi(tag = "Tag::Sessions")]
impl KeysApi {
    /// Get the public keys of access tokens
    ///
    /// With these keys you can verify an access token (PASETO v4.public) yourself. That does not tell you whether its
    /// session has ended; a token is valid for 15 minutes.
    #[oai(path = "/auth/keys", method = "get", operation_id = "list_keys")]
    async fn list_keys(&self, request: &Request) -> Result<KeySetAnswer, ApiError<KeysCodes>> {
        let keys = self.access.published_keys()?;
        let tag = tag(&keys);
        let body = (!holds_tag(request.headers(), &tag))
            .then(|| KeySet { list: keys.into_iter().map(PublicKeyView::from).collect() });
        Ok(KeySetAnswer { body, tag })
    }
}

impl From<PublishedKey> for PublicKeyView {
    fn from(key: PublishedKey) -> Self {
        let PublishedKey { id, paserk, not_before, not_after } = key;
        Self { kid: id, paserk, not_before, not_after }
    }
}

/// Hashes of the keys suffice: the end of a key changes only when the next one is added.
fn tag(keys: &[PublishedKey]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| key.id.as_str()).collect();
    format!("\"{}\"", names.join("+"))
}
