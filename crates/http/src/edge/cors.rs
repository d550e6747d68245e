//! Cross-origin requests: only pages of the configured origins may call the API and read its responses. poem's own
//! middleware does not fit: it returns 403 to every request with another `Origin`, which browsers also send with the
//! site's own POSTs.

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Request, Response};

use crate::api::BASE;
use crate::openapi::endpoints;

/// Headers that a page may send in addition to those that browsers always allow.
const REQUEST_HEADERS: &str = "authorization, content-type, idempotency-key, if-match, last-event-id";
/// Headers that a page may read in addition to those that browsers always expose.
const RESPONSE_HEADERS: &str =
    "etag, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id";
/// How long browsers may cache a preflight, in seconds.
const PREFLIGHT_MAX_AGE: u16 = 600;

pub(super) struct Cors {
    origins: Vec<HeaderValue>,
}

pub(super) struct AllowedOrigin(HeaderValue);

impl Cors {
    pub(super) fn new(origins: Vec<String>) -> Self {
        Self {
            origins: origins.into_iter().filter_map(|origin| HeaderValue::try_from(origin).ok()).collect(),
        }
    }

    /// The page that sent this API request, if it may call the API.
    pub(super) fn allowed_origin(&self, request: &Request) -> Option<AllowedOrigin> {
        let origin = request.headers().get(header::ORIGIN)?;
        let known = below_base(request.original_uri().path()) && self.origins.contains(origin);
        known.then(|| AllowedOrigin(origin.clone()))
    }

    /// Lets the page read the response. `Vary: Origin` is set for all requests, so that caches distinguish origins.
    pub(super) fn stamp(&self, response: &mut Response, allowed: Option<&AllowedOrigin>, path: &str) {
        if self.origins.is_empty() || !below_base(path) {
            return;
        }
        let headers = response.headers_mut();
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
        if let Some(AllowedOrigin(origin)) = allowed {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(RESPONSE_HEADERS));
        }
    }
}

impl AllowedOrigin {
    /// The response to a preflight with the methods of the path. `None` if the request is not a preflight.
    pub(super) fn preflight(&self, request: &Request) -> Option<Response> {
        let asks = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        let allowed = endpoints::allowed(request.original_uri().path());
        (request.method() == Method::OPTIONS && asks && !allowed.is_empty()).then(|| {
            Response::builder()
                .status(StatusCode::NO_CONTENT)
                .header(header::ACCESS_CONTROL_ALLOW_METHODS, allowed)
                .header(header::ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS)
                .header(header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_MAX_AGE)
                .finish()
        })
    }
}

pub(super) fn below_base(path: &str) -> bool {
    path.strip_prefix(BASE).is_some_and(|rest| rest.starts_with('/'))
}
