//! Content encodings of files, and whether a browser accepts them.

use poem::http::{HeaderMap, header};

/// A compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    pub(crate) const BEST_FIRST: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in headers.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// File extension of a file compressed with it.
    pub(crate) const fn ending(self) -> &'static str {
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
            let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f32>);
            named && weight.is_ok_and(|weight| weight > 0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem::http::HeaderValue;

    #[test]
    fn an_encoding_is_accepted_by_name_unless_its_weight_is_0() {
        let table = [
            ("gzip, deflate, br", true),
            ("BR;q=0.5", true),
            ("br;q=0", false),
            ("br; q=0.0", false),
            ("gzip", false),
            ("*", false),
            ("brotli", false),
            ("br;q=x", false),
        ];
        for (value, expected) in table {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            assert_eq!(Encoding::Brotli.accepted(&headers), expected, "{value}");
        }
        assert!(!Encoding::Brotli.accepted(&HeaderMap::new()));
    }
}
