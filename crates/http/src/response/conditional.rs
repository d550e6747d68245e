//! Helpers of responses outside the API: plain text, `If-None-Match`, content encodings and compression at run time.

use std::io::{self, Write};

use brotli::CompressorWriter;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{IntoResponse, Response};

/// A compromise between size and the time of a page's first request: 9 of 11 saves one more percent and takes six times as long.
const BROTLI_QUALITY: u32 = 5;
const BROTLI_WINDOW: u32 = 22;
const BUFFER: usize = 4096;

/// A text in every encoding that makes it smaller, smallest first.
pub(crate) struct Packed(Vec<(Encoding, Bytes)>);

impl Packed {
    pub(crate) fn new(text: &[u8]) -> Self {
        let packed = Encoding::BEST_FIRST.into_iter().filter_map(|encoding| {
            let packed = match encoding {
                Encoding::Brotli => brotli(text),
                Encoding::Gzip => gzip(text),
            };
            Some((encoding, packed.ok().filter(|packed| packed.len() < text.len())?.into()))
        });
        Self(packed.collect())
    }

    /// The text in this encoding, if that makes it smaller.
    pub(crate) fn get(&self, encoding: Encoding) -> Option<Bytes> {
        self.0.iter().find(|(known, _)| *known == encoding).map(|(_, data)| data.clone())
    }
}

fn brotli(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut writer = CompressorWriter::new(&mut packed, BUFFER, BROTLI_QUALITY, BROTLI_WINDOW);
    writer.write_all(text)?;
    drop(writer);
    Ok(packed)
}

fn gzip(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::default());
    writer.write_all(text)?;
    writer.finish()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    pub(crate) const BEST_FIRST: [Self; 2] = [Self::Brotli, Self::Gzip];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// File extension of a file compressed with it.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Whether `Accept-Encoding` accepts it by name with a weight above 0. `*` is ignored, since the uncompressed file
    /// is always available.
    pub(crate) fn accepted(self, headers: &HeaderMap) -> bool {
        let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|item| {
            let mut parts = item.split(';').map(str::trim);
            let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(self.name()));
            let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('='));
            let weight = weight.map_or(Ok(1.0), str::parse::<f32>);
            named && weight.is_ok_and(|weight| weight > 0.0)
        })
    }
}

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use poem::http::HeaderValue;

    #[test]
    fn an_encoding_with_an_unreadable_weight_is_not_accepted() {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("br;q=x"))]);
        assert!(!Encoding::Brotli.accepted(&headers));
    }

    proptest! {
        /// Encoding names and `q` are case-insensitive (RFC 9110, sections 8.4.1 and 12.4.2).
        #[test]
        fn an_encoding_is_accepted_exactly_if_it_is_named_with_a_weight_above_0(
            items in prop::collection::vec(("br|BR|gzip|\\*|brotli|x-br", prop_oneof![Just(0), 1..=1000_u32], any::<bool>(), "[ \t]?"), 0..4),
        ) {
            let written = items.iter().map(|(name, weight, upper, space)| {
                let q = if *upper { 'Q' } else { 'q' };
                let weight = f64::from(*weight) / 1000.0;
                format!("{name}{space};{space}{q}={weight:.3}")
            });
            let mut headers = HeaderMap::new();
            let value = written.collect::<Vec<_>>().join(" ,");
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(&value).expect("a value"));
            let expected = items.iter().any(|(name, weight, ..)| name.eq_ignore_ascii_case("br") && *weight > 0);
            prop_assert_eq!(Encoding::Brotli.accepted(&headers), expected, "{}", value);
        }

        #[test]
        fn no_header_value_makes_parsing_panic(value in "[\t -~\u{80}-\u{ff}]{0,60}|br ?; ?q=[-+.0-9a-zA-Z]{0,9}") {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_bytes(value.as_bytes()).expect("a value"));
            let named = value.to_ascii_lowercase().contains("br");
            prop_assert!(named || !Encoding::Brotli.accepted(&headers), "{}", value);
        }
    }
}
