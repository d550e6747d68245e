//! Helpers of responses outside the API: plain text, encodings and `If-None-Match`.

use bytes::Bytes;
use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{IntoResponse, Response};

use crate::response::encoding::Encoding;

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

/// A text or file in the best accepted encoding, or 304 if the client has it. `packed` returns it in an encoding, if that
/// makes it smaller.
pub(crate) fn negotiated(
    headers: &HeaderMap,
    status: StatusCode,
    (plain, hash): (Bytes, [u8; 32]),
    packed: impl Fn(Encoding) -> Option<Bytes>,
    media_type: &str,
) -> Response {
    let accepted = Encoding::BEST_FIRST.into_iter().filter(|encoding| encoding.accepted(headers));
    let smaller = accepted.filter_map(|encoding| Some((encoding.name(), packed(encoding)?))).next();
    let suffix = smaller.as_ref().map(|(name, _)| format!("-{name}")).unwrap_or_default();
    let hash: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}{suffix}\"");
    let builder = Response::builder().header(header::ETAG, &tag).header(header::VARY, "Accept-Encoding");
    // Preconditions apply only to 2xx responses: RFC 9110, section 13.2.1.
    if status == StatusCode::OK && holds_tag(headers, &tag) {
        return builder.status(StatusCode::NOT_MODIFIED).finish();
    }
    let builder = builder.status(status).content_type(media_type);
    match smaller {
        Some((name, data)) => builder.header(header::CONTENT_ENCODING, name).body(data),
        None => builder.body(plain),
    }
}
