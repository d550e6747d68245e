//! `/storage/headshots/…`: stored photos. Their URLs are public but contain the owner's random id and cannot be
//! guessed. With `private_photos` they are signed and expire.

use std::sync::Arc;

use forum_domain::headshots::{HeadshotKey, Headshots};
use poem::http::{Method, StatusCode, header};
use poem::{Endpoint, Request, Response, Result};
use tokio::sync::Semaphore;

use crate::request::keyed_limit::KeyedLimit;
use crate::request::limits;
use crate::request::network::client_network;
use crate::response::code::Code;
use crate::response::conditional::{holds_tag, plain, refused_method};
use crate::response::downloads::{PATIENCE, in_pieces};
use crate::response::problem::Problem;

/// A directly opened image is a document, which may load and run nothing.
const POLICY: &str = "default-src 'none'; sandbox";
/// In seconds: one hour (docs/product.md, 4.6).
const CACHED: i64 = 3_600;

/// Maximum memory for photos being sent, in bytes. Beyond it clients are told to retry.
const MEMORY: usize = 64 * 1024 * 1024;
/// Maximum share of that memory per network, so that slow clients of one network do not block others.
const MEMORY_OF_NETWORK: usize = 16 * 1024 * 1024;

pub(crate) struct PhotoFiles {
    headshots: Arc<Headshots>,
    memory: Arc<Semaphore>,
    of_network: KeyedLimit<Option<String>>,
}

impl PhotoFiles {
    pub(crate) fn new(headshots: Arc<Headshots>) -> Self {
        Self { headshots, memory: Arc::new(Semaphore::new(MEMORY)), of_network: KeyedLimit::default() }
    }

    async fn answer(&self, request: &Request) -> Result<Response, Problem> {
        let missing = || plain(StatusCode::NOT_FOUND, "Not found\n");
        // The undecoded path: only the canonical form of a key leads to a file.
        let uri = request.original_uri();
        let Some(key) = HeadshotKey::of_url(uri.path()) else { return Ok(missing()) };
        // Before the photo is looked up, so that no response tells whether it exists.
        let Some(left) = self.headshots.time_left(&key, uri.query()) else { return Ok(missing()) };
        let Some(headshot) = self.headshots.find(&key).await? else { return Ok(missing()) };
        // The photo of a key never changes.
        let tag = format!("\"{}\"", headshot.id.simple());
        let scope = if self.headshots.are_private() { "private" } else { "public" };
        let builder = Response::builder()
            .header(header::ETAG, &tag)
            .header(header::CACHE_CONTROL, format!("{scope}, max-age={}", left.whole_seconds().min(CACHED)))
            .header(header::CONTENT_SECURITY_POLICY, POLICY);
        if holds_tag(request.headers(), &tag) {
            return Ok(builder.status(StatusCode::NOT_MODIFIED).finish());
        }
        let builder = builder.content_type(headshot.key.extension.kind().content_type());
        let bytes = u32::try_from(headshot.bytes).unwrap_or(u32::MAX);
        let share = self.of_network.begin(client_network(request), bytes as usize, MEMORY_OF_NETWORK);
        let share = share.ok_or(Code::Busy)?;
        let Ok(memory) = self.memory.clone().try_acquire_many_owned(bytes) else {
            return Err(Code::Busy.into());
        };
        let Some(content) = self.headshots.content(&headshot.key).await? else {
            tracing::error!(headshot = %headshot.id, "the file of a stored photo is missing");
            return Ok(missing());
        };
        let builder = builder.header(header::CONTENT_LENGTH, content.len());
        if request.method() == Method::HEAD {
            return Ok(builder.finish());
        }
        Ok(builder.body(in_pieces(content, (memory, share), PATIENCE)))
    }
}

impl Endpoint for PhotoFiles {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        if let Some(refused) = refused_method(request.method()) {
            return Ok(refused);
        }
        limits::request(&request)?;
        Ok(self.answer(&request).await?)
    }
}
