//! `/storage/headshots/…`: stored photos for everybody who has the address. It holds the owner's random id and so
//! cannot be guessed.

use std::sync::Arc;

use forum_domain::headshots::{HeadshotKey, Headshots};
use poem::http::{Method, StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response, Result};

use crate::problem::Problem;
use crate::site::{holds_tag, plain};

/// An image opened by itself is a document: it may load and run nothing.
const POLICY: &str = "default-src 'none'; sandbox";
/// As the specification says (section 9): an hour.
const CACHE: &str = "public, max-age=3600";

/// Serves stored photos.
pub(crate) struct PhotoFiles {
    pub(crate) headshots: Arc<Headshots>,
}

impl PhotoFiles {
    async fn answer(&self, request: &Request) -> Result<Response, Problem> {
        let missing = || plain(StatusCode::NOT_FOUND, "Not found\n");
        // The address as it was sent, nothing decoded: only the one spelling of a key leads to a file.
        let Some(key) = HeadshotKey::of_url(request.original_uri().path()) else { return Ok(missing()) };
        let Some(headshot) = self.headshots.find(&key).await? else { return Ok(missing()) };
        // What a row stands for never changes.
        let tag = format!("\"{}\"", headshot.id.simple());
        let builder = Response::builder()
            .header(header::ETAG, &tag)
            .header(header::CACHE_CONTROL, CACHE)
            .header(header::CONTENT_SECURITY_POLICY, POLICY);
        if holds_tag(request.headers(), &tag) {
            return Ok(builder.status(StatusCode::NOT_MODIFIED).finish());
        }
        let id = headshot.id;
        let Some(served) = self.headshots.serve(headshot).await? else {
            tracing::error!(headshot = %id, "the file of a stored photo is missing");
            return Ok(missing());
        };
        let kind = served.headshot.key.extension.kind();
        let builder = builder.content_type(kind.content_type());
        Ok(if request.method() == Method::HEAD {
            builder.header(header::CONTENT_LENGTH, served.content.len()).finish()
        } else {
            builder.body(Body::from_vec(served.content))
        })
    }
}

impl Endpoint for PhotoFiles {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let refused = plain(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed\n");
            return Ok(refused.with_header(header::ALLOW, "GET, HEAD").into_response());
        }
        Ok(self.answer(&request).await?)
    }
}
