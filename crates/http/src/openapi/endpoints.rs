//! `/api/openapi.json` and `/api/docs`, its interactive page and the only HTML below `/api`. Swagger UI is embedded in the
//! program and loads nothing from other hosts.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use poem::http::{Method, StatusCode, header};
use poem::web::Redirect;
use poem::{IntoResponse, Request, Response, RouteMethod, endpoint::make_sync, get};
use sha2::{Digest, Sha256};

use crate::api::{BASE, paths};
use crate::openapi::{DOCUMENT, openapi_document, openapi_pages};
use crate::response::code::PROBLEMS;
use crate::response::conditional::Packed;
use crate::response::conditional::negotiated;

pub(crate) const PAGES: &str = "/api/docs";

/// The same text that the command `openapi` prints.
pub(crate) fn document() -> RouteMethod {
    static TEXT: LazyLock<Published> =
        LazyLock::new(|| Published::new(openapi_document(), "application/json", None));
    get(make_sync(|request| TEXT.answer(&request)))
}

pub(crate) fn pages() -> RouteMethod {
    static HTML: LazyLock<Published> = LazyLock::new(|| {
        let html = format!("<!doctype html>{}", openapi_pages().trim_start());
        let policy = policy(&html);
        Published::new(html, "text/html; charset=utf-8", Some(policy))
    });
    get(make_sync(|request| HTML.answer(&request)))
}

/// Leads from the type of a problem to the guide, which lists all codes.
pub(crate) fn problems() -> RouteMethod {
    get(make_sync(|_| Redirect::see_other(PAGES)))
}

/// A text that is constant while the program runs.
struct Published {
    text: Bytes,
    packed: Packed,
    hash: [u8; 32],
    media_type: &'static str,
    policy: Option<String>,
}

impl Published {
    fn new(text: String, media_type: &'static str, policy: Option<String>) -> Self {
        let (packed, hash) = (Packed::new(text.as_bytes()), Sha256::digest(&text).into());
        Self { text: text.into(), packed, hash, media_type, policy }
    }

    /// Without a policy here the edge's strict policy applies.
    fn answer(&self, request: &Request) -> Response {
        let (whole, packed) = ((self.text.clone(), self.hash), |encoding| self.packed.get(encoding));
        let response = negotiated(request.headers(), StatusCode::OK, whole, packed, self.media_type);
        let response = response.with_header(header::CACHE_CONTROL, "no-cache").into_response();
        match &self.policy {
            Some(policy) => response.with_header(header::CONTENT_SECURITY_POLICY, policy).into_response(),
            None => response,
        }
    }
}

/// The policy allows inline scripts and styles by hash, calls to this API, and the images embedded in Swagger UI's
/// style sheet.
fn policy(html: &str) -> String {
    let (scripts, styles) = (hashes(html, "script"), hashes(html, "style"));
    format!(
        "default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The CSP hashes of all inline elements with one name (CSP level 3, section 2.3.1).
fn hashes(html: &str, element: &str) -> String {
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let mut sources = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(&start) {
        let Some((_, from)) = rest[at..].split_once('>') else { break };
        let Some((content, after)) = from.split_once(&end) else { break };
        sources.push(format!("'sha256-{}'", STANDARD.encode(Sha256::digest(content))));
        rest = after;
    }
    sources.join(" ")
}

/// A path with its parameters in braces, and its methods.
type Known = (String, Vec<Method>);

/// The methods that a path below `/api` supports, for `Allow` and for preflights.
static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let operations = paths().map(|known| {
        let methods = known.operations.into_iter().map(|operation| operation.method).collect();
        (format!("{BASE}{}", known.path), methods)
    });
    let problem = format!("{PROBLEMS}/{{code}}");
    let pages = [DOCUMENT, PAGES, PROBLEMS, &problem];
    operations.chain(pages.map(|path| (path.to_owned(), vec![Method::GET]))).collect()
});

/// The comma-separated methods of a path, with `HEAD` if there is `GET`. Empty for an unknown path. Fixed paths take
/// precedence over parameters, as in the router.
pub(crate) fn allowed(path: &str) -> String {
    let matches = |pattern: &str| {
        pattern.split('/').count() == path.split('/').count()
            && pattern
                .split('/')
                .zip(path.split('/'))
                .all(|(known, seen)| known.starts_with('{') || known == seen)
    };
    let parameters = |pattern: &str| pattern.matches('{').count();
    let known = KNOWN.iter().filter(|(pattern, _)| matches(pattern));
    let fewest = known.clone().map(|(pattern, _)| parameters(pattern)).min();
    let of_path =
        known.filter(|(pattern, _)| Some(parameters(pattern)) == fewest).flat_map(|(_, methods)| methods);
    let mut names: Vec<&str> = Vec::new();
    for method in of_path {
        names.push(method.as_str());
        if method == Method::GET {
            names.push("HEAD");
        }
    }
    names.sort_unstable();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_inline_element_is_allowed_by_its_hash() {
        let html =
            "<style a=\"b\">p{}</style><script>alert('Hello, world.');</script><p></p><script x>2</script>";
        // The example in CSP level 2, section 7.17.
        let example = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
        assert!(hashes(html, "script").starts_with(example), "{}", hashes(html, "script"));
        assert_eq!(hashes(html, "script").split(' ').count(), 2);
        assert_eq!(hashes(html, "style").split(' ').count(), 1);
        assert!(!policy(html).contains("unsafe"));
    }
}
