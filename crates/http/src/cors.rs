//! Cross-origin requests: pages of the origins in the settings, and of no other, may call the API and read its answers. poem's own
//! middleware does not fit: it answers 403 to every request with another `Origin`, which browsers send with the site's own
//! POSTs too.

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Request, Response};

use crate::api::BASE;
use crate::methods;

/// What a page may send beside what browsers always allow.
const REQUEST_HEADERS: &str = "authorization, content-type, idempotency-key";
/// What a page may read beside what browsers always show.
const RESPONSE_HEADERS: &str = "etag, idempotency-replayed, retry-after, www-authenticate, x-request-id";
/// Seconds for which a browser need not ask again.
const KEPT: u16 = 600;

/// The origins in the settings.
#[derive(Clone)]
pub(crate) struct Cors {
    origins: Vec<HeaderValue>,
}

/// A page of one of them that sent a request.
pub(crate) struct Reader(HeaderValue);

impl Cors {
    pub(crate) fn new(origins: Vec<String>) -> Self {
        Self {
            origins: origins.into_iter().filter_map(|origin| HeaderValue::try_from(origin).ok()).collect(),
        }
    }

    /// Who sent this request, if it goes to the API and comes from a page that may.
    pub(crate) fn reader(&self, request: &Request) -> Option<Reader> {
        let origin = request.headers().get(header::ORIGIN)?;
        let known = below_base(request.original_uri().path()) && self.origins.contains(origin);
        known.then(|| Reader(origin.clone()))
    }

    /// Lets the reader see the answer. What a cache keeps depends on `Origin`, whoever asked.
    pub(crate) fn stamp(&self, response: &mut Response, reader: Option<&Reader>, path: &str) {
        if self.origins.is_empty() || !below_base(path) {
            return;
        }
        let headers = response.headers_mut();
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
        if let Some(Reader(origin)) = reader {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(RESPONSE_HEADERS));
        }
    }
}

impl Reader {
    /// The answer to a preflight; `None` where the request is none. It names the methods that the path has.
    pub(crate) fn preflight(&self, request: &Request) -> Option<Response> {
        let asks = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        let allowed = methods::allowed(request.original_uri().path());
        (request.method() == Method::OPTIONS && asks && !allowed.is_empty()).then(|| {
            Response::builder()
                .status(StatusCode::NO_CONTENT)
                .header(header::ACCESS_CONTROL_ALLOW_METHODS, allowed)
                .header(header::ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS)
                .header(header::ACCESS_CONTROL_MAX_AGE, KEPT)
                .finish()
        })
    }
}

fn below_base(path: &str) -> bool {
    path.strip_prefix(BASE).is_some_and(|rest| rest.starts_with('/'))
}
