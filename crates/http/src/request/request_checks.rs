//! Checks of host, content encoding and length before a request is processed.

use poem::http::{Version, header, uri::Authority};
use poem::{Request, Result};

use crate::response::code::Code;
use crate::response::problem::Problem;

/// Refuses a request without exactly one valid `Host` (RFC 9112, section 3.2). HTTP/1.0 requests may omit it.
pub(crate) fn check_host(request: &Request) -> Result<()> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let valid = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().is_ok_and(is_host),
        (None, None) => request.version() < Version::HTTP_11,
        _ => false,
    };
    if valid { Ok(()) } else { Err(Problem::from(Code::MalformedRequest).into()) }
}

/// Whether the text is a host with an optional port and without user info.
fn is_host(text: &str) -> bool {
    text.parse::<Authority>().is_ok_and(|host| !host.host().is_empty() && !text.contains('@'))
}

/// The requested host. A host in the request target overrides `Host` (RFC 9112, section 3.2.2).
pub(crate) fn host(request: &Request) -> Option<Authority> {
    let target = request.original_uri().authority().cloned();
    target.or_else(|| request.header(header::HOST)?.parse().ok())
}

/// Refuses an encoded or oversized body before reading it, so that a client waiting for `100 Continue` does not send
/// it. Operations call it after authentication.
pub(crate) fn check_body(request: &Request, limit: usize) -> Result<()> {
    let mut encodings = request.headers().get_all(header::CONTENT_ENCODING).iter();
    if encodings.any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        let detail = "Send the request's body without a Content-Encoding.";
        return Err(Problem::new(Code::UnsupportedMediaType, detail).into());
    }
    let declared = request.header(header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    if declared.is_some_and(|length: u64| length > limit as u64) {
        return Err(Problem::from(Code::PayloadTooLarge).into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem::http::{self, uri::Scheme};
    use poem::web::{LocalAddr, RemoteAddr};
    use poem::{Body, RequestParts};

    fn to(target: &str, version: Version, headers: &[(&str, &str)]) -> Request {
        let mut request = http::Request::builder().version(version).uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).expect("a request").into_parts();
        let parts = (parts, LocalAddr::default(), RemoteAddr::default(), Scheme::HTTP);
        Request::from_parts(RequestParts::from(parts), Body::empty())
    }

    fn request(version: Version, headers: &[(&str, &str)]) -> Request {
        to("/dev/mail", version, headers)
    }

    #[test]
    fn a_request_names_one_valid_host_and_only_http_1_0_may_omit_it() {
        let hosts: [(&[&str], bool); 12] = [
            (&["forum.example"], true),
            (&["forum.example:8080"], true),
            (&["127.0.0.1:8080"], true),
            (&["[::1]:8080"], true),
            (&["forum.example", "forum.example"], false),
            (&["forum.example", "evil.example"], false),
            (&["forum.example, evil.example"], false),
            (&["ann@forum.example"], false),
            (&["forum.example/path"], false),
            (&["forum example"], false),
            (&[":8080"], false),
            (&[""], false),
        ];
        for (hosts, passes) in hosts {
            let headers: Vec<_> = hosts.iter().map(|host| ("host", *host)).collect();
            for version in [Version::HTTP_10, Version::HTTP_11] {
                let checked = check_host(&request(version, &headers));
                assert_eq!(checked.is_ok(), passes, "{version:?} {hosts:?}");
            }
        }
        assert!(check_host(&request(Version::HTTP_10, &[])).is_ok());
        assert!(check_host(&request(Version::HTTP_11, &[])).is_err());
    }

    #[test]
    fn the_host_in_the_target_takes_precedence_over_the_header() {
        let header = [("host", "127.0.0.1")];
        let host = |request: &Request| host(request).map(|host| host.host().to_owned());
        assert_eq!(host(&request(Version::HTTP_11, &header)).as_deref(), Some("127.0.0.1"));
        let absolute = to("http://forum.example/dev/mail", Version::HTTP_11, &header);
        assert_eq!(host(&absolute).as_deref(), Some("forum.example"));
        assert_eq!(host(&request(Version::HTTP_10, &[])), None);
    }
}
