//! The pages. `routes.json`, written by the frontend build from its route table, lists their paths. Other paths are
//! files or not found.

use std::collections::HashMap;
use std::sync::Arc;

use forum_domain::site::Feature;
use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response, Result};
use serde::Deserialize;

use crate::response::conditional::Encoding;
use crate::response::conditional::{negotiated, plain, refused_method};
use crate::settings::SiteSettings;
use crate::site::files::{SiteFile, SiteFiles, content_type};
use crate::site::mailbox::KeyedMailbox;
use crate::site::texts::SiteTexts;

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
    manifest-src 'self'; frame-src 'self'";
const NOT_FOUND: &str = "not-found.html";
/// File names in this folder contain a hash of the content.
const HASHED: &str = "assets/";
/// Referrer policy of the pages behind mailed links, whose addresses are secret.
const NO_REFERRER: &str = "no-referrer";
/// Keeps proxies from rewriting addresses, which would break hydration.
const PAGE_CACHE: &str = "no-cache, no-transform";
/// Where password managers send a user who should change a password.
const CHANGE_PASSWORD: &str = "/.well-known/change-password";
const ACCOUNT: &str = "/account";
const SECURITY_TXT: &str = "/.well-known/security.txt";
const NOT_BUILT: &str =
    "The frontend of Educators Forum is not built.\n\nRun `just build` and start again.\n";

/// An entry of `routes.json`.
#[derive(Default, Deserialize)]
struct Page {
    path: String,
    file: String,
    #[serde(default)]
    noindex: bool,
    /// Referrer-Policy of the page, if it differs from the default.
    referrer: Option<String>,
    status: Option<u16>,
    /// The feature without which there is no such page.
    feature: Option<String>,
}

pub type SecurityTxt = Arc<dyn Fn() -> String + Send + Sync>;

pub(crate) struct Site {
    files: Arc<dyn SiteFiles>,
    texts: SiteTexts,
    pages: HashMap<String, Page>,
    mailbox: Option<KeyedMailbox>,
    security_txt: Option<SecurityTxt>,
}

impl Site {
    /// Reads the list of pages. Without it every path shows how to build the frontend.
    pub(crate) fn new(settings: &SiteSettings) -> Self {
        let SiteSettings { files, origin, site, mailbox, security_txt, .. } = settings.clone();
        let pages = files.read("routes.json").map(|file| serde_json::from_slice::<Vec<Page>>(&file.data));
        let pages = match pages {
            Some(Ok(pages)) => pages,
            Some(Err(error)) => {
                tracing::error!(%error, "cannot read routes.json of the frontend");
                Vec::new()
            }
            None => Vec::new(),
        };
        let is_on = |page: &Page| {
            page.feature.as_deref().is_none_or(|name| Feature::parse(name).is_some_and(|of| site.has(of)))
        };
        let pages = pages.into_iter().filter(is_on).map(|page| (page.path.clone(), page)).collect();
        let texts = SiteTexts::new(origin, site);
        Self { files, texts, pages, mailbox, security_txt }
    }

    fn answer(&self, path: &str, query: Option<&str>, headers: &HeaderMap) -> Response {
        if let Some(page) = self.pages.get(path) {
            let status = page.status.and_then(|status| StatusCode::from_u16(status).ok());
            return self.page(page, status.unwrap_or(StatusCode::OK), headers);
        }
        // Only for known pages, so that `//host/` does not redirect anywhere.
        if let Some(path) = path.strip_suffix('/').filter(|path| self.pages.contains_key(*path)) {
            let query = query.map(|query| format!("?{query}")).unwrap_or_default();
            let location = format!("{path}{query}");
            let moved = StatusCode::PERMANENT_REDIRECT.with_header(header::LOCATION, location);
            return moved.with_header(header::CACHE_CONTROL, "no-cache").into_response();
        }
        if let Some((page, link)) = repaired(path)
            && self.pages.get(&page).is_some_and(|page| page.referrer.as_deref() == Some(NO_REFERRER))
        {
            let moved = StatusCode::SEE_OTHER.with_header(header::LOCATION, link);
            return moved.with_header(header::REFERRER_POLICY, NO_REFERRER).into_response();
        }
        if path == CHANGE_PASSWORD {
            return StatusCode::SEE_OTHER.with_header(header::LOCATION, ACCOUNT).into_response();
        }
        if let Some(write) = self.security_txt.as_ref().filter(|_| path == SECURITY_TXT) {
            return write().with_content_type("text/plain; charset=utf-8").into_response();
        }
        let name = path.trim_start_matches('/');
        let hashed = name.starts_with(HASHED);
        let servable = !name.split('/').any(|part| part.is_empty() || part.starts_with('.'))
            && !name.ends_with(".html")
            && !Encoding::BEST_FIRST.iter().any(|encoding| name.ends_with(encoding.extension()))
            && name != "routes.json";
        if servable && let Some(file) = self.files.read(name) {
            let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
            return self.encoded(name, file, StatusCode::OK, cache, headers);
        }
        if hashed {
            return plain(StatusCode::NOT_FOUND, "Not found\n");
        }
        let unknown = Page { file: NOT_FOUND.into(), noindex: true, ..Page::default() };
        self.page(&unknown, StatusCode::NOT_FOUND, headers)
    }

    fn page(&self, page: &Page, status: StatusCode, headers: &HeaderMap) -> Response {
        let Some(file) = self.files.read(&page.file) else {
            return plain(StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT);
        };
        let response = self.encoded(&page.file, file, status, PAGE_CACHE, headers);
        let mut response = response.with_header(header::CONTENT_SECURITY_POLICY, PAGE_POLICY).into_response();
        if page.noindex {
            response = response.with_header("X-Robots-Tag", "noindex").into_response();
        }
        if let Some(policy) = &page.referrer {
            response = response.with_header(header::REFERRER_POLICY, policy).into_response();
        }
        response
    }

    /// The file in the best accepted encoding, or 304 if the client has it.
    fn encoded(
        &self,
        name: &str,
        file: SiteFile,
        status: StatusCode,
        cache: &'static str,
        headers: &HeaderMap,
    ) -> Response {
        let text = self.texts.of(name, &file);
        let packed = |encoding: Encoding| match &text {
            Some(text) => text.packed.get(encoding),
            None => Some(self.files.read(&format!("{name}{}", encoding.extension()))?.into_bytes()),
        };
        let hash = file.hash;
        let whole = match &text {
            Some(text) => (text.plain.clone(), text.hash),
            None => (file.into_bytes(), hash),
        };
        let response = negotiated(headers, status, whole, packed, &content_type(name));
        response.with_header(header::CACHE_CONTROL, cache).into_response()
    }
}

impl Endpoint for Site {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        if let Some(refused) = refused_method(request.method()) {
            return Ok(refused);
        }
        let uri = request.original_uri();
        if let Some(mailbox) = &self.mailbox
            && let Some(page) = mailbox.answer(&request).await
        {
            return Ok(page);
        }
        let mut response = self.answer(uri.path(), uri.query(), request.headers());
        if request.method() == Method::HEAD {
            let length = response.take_body().into_bytes().await?.len();
            response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
        }
        Ok(response)
    }
}

/// The path of the page of a mailed link whose `#` a mail scanner has encoded, such as `/auth/confirm%23token=…`, and the
/// original link. A redirect restores it, and it is not logged. `None` if the path contains no encoded `#` (once or twice). Text after the token is dropped. Without a readable token the link is the page.
fn repaired(path: &str) -> Option<(String, String)> {
    let decoded = path.replace("%25", "%");
    let (page, rest) = decoded.split_once("%23")?;
    let page = page.strip_suffix('/').unwrap_or(page);
    let value = rest.strip_prefix("token").unwrap_or_default();
    let value = ["=", "%3D", "%3d"].iter().find_map(|sign| value.strip_prefix(sign)).unwrap_or_default();
    let end = value.find(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c))).unwrap_or(value.len());
    let fragment = if end == 0 { String::new() } else { format!("#token={}", &value[..end]) };
    Some((page.to_owned(), format!("{page}{fragment}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    /// A page that contains the placeholder, and a script with its compressed form.
    struct Files;

    // Statics, because a constant may be duplicated in memory.
    static SCRIPT: &[u8] = b"console.log(1)";
    static PACKED: &[u8] = b"packed";

    impl SiteFiles for Files {
        fn read(&self, path: &str) -> Option<SiteFile> {
            let data: &'static [u8] = match path {
                "routes.json" => br#"[{"path": "/", "file": "index.html"}]"#,
                "index.html" | "not-found.html" => b"https://origin.invalid/",
                "assets/main.js" => SCRIPT,
                "assets/main.js.br" => PACKED,
                _ => return None,
            };
            Some(SiteFile { data: Cow::Borrowed(data), hash: [0; 32] })
        }
    }

    fn site() -> Site {
        let (files, origin) = (Arc::new(Files), "https://forum.example".to_owned());
        Site::new(&SiteSettings { files, origin, ..SiteSettings::default() })
    }

    async fn sent(site: &Site, path: &str, accepted: &'static str) -> bytes::Bytes {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, accepted.parse().expect("a value"));
        site.answer(path, None, &headers).into_body().into_bytes().await.expect("a body")
    }

    #[tokio::test]
    async fn files_and_texts_are_sent_without_copying() {
        let site = site();
        for (accepted, expected) in [("", SCRIPT), ("br", PACKED)] {
            assert_eq!(sent(&site, "/assets/main.js", accepted).await.as_ptr(), expected.as_ptr());
        }
        let (one, two) = (sent(&site, "/", "").await, sent(&site, "/", "").await);
        assert_eq!((one.as_ptr(), &*one), (two.as_ptr(), &b"https://forum.example/"[..]));
    }

    #[test]
    fn an_encoded_fragment_is_restored_after_its_path() {
        let table = [
            ("/auth/confirm%23token=aB-_9", "/auth/confirm", "/auth/confirm#token=aB-_9"),
            ("/auth/reset/%23token=a", "/auth/reset", "/auth/reset#token=a"),
            ("/auth/restore%2523token%253Da", "/auth/restore", "/auth/restore#token=a"),
            ("/auth/confirm%23token%3Da%26utm=x", "/auth/confirm", "/auth/confirm#token=a"),
            ("/auth/confirm%23token=a/..//evil.example", "/auth/confirm", "/auth/confirm#token=a"),
            ("/auth/confirm%23token=", "/auth/confirm", "/auth/confirm"),
            ("/auth/confirm%23", "/auth/confirm", "/auth/confirm"),
            ("/auth/confirm%23main", "/auth/confirm", "/auth/confirm"),
            ("//evil.example%23token=a", "//evil.example", "//evil.example#token=a"),
        ];
        for (path, page, link) in table {
            assert_eq!(repaired(path), Some((page.to_owned(), link.to_owned())), "{path}");
        }
        for path in ["/auth/confirm", "/auth/confirm?token=a", "/auth/confirm%3Ftoken=a", ""] {
            assert_eq!(repaired(path), None, "{path}");
        }
    }
}
