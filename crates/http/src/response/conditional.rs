//! Helpers of responses outside the API: plain text, and `If-None-Match`.

use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{IntoResponse, Response};

pub(crate) fn plain(status: StatusCode, text: &'static str) -> Response {
    text.with_content_type("text/plain; charset=utf-8").with_status(status).into_response()
}

/// A 405 to every method but `GET` and `HEAD`.
pub(crate) fn refused_method(method: &Method) -> Option<Response> {
    let refused = || plain(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed\n");
    (!matches!(*method, Method::GET | Method::HEAD))
        .then(|| refused().with_header(header::ALLOW, "GET, HEAD").into_response())
}

/// Whether `If-None-Match` names this tag.
pub(crate) fn holds_tag(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
