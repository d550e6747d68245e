//! Helpers of responses outside the API: plain text, and `If-None-Match`.

use poem::http::{HeaderMap, StatusCode, header};
use poem::{IntoResponse, Response};

pub(crate) fn plain(status: StatusCode, text: &'static str) -> Response {
    text.with_content_type("text/plain; charset=utf-8").with_status(status).into_response()
}

/// Whether `If-None-Match` names this tag.
pub(crate) fn holds_tag(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
