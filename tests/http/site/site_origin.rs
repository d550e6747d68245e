//! The site's origin in its pages and lists.

use std::collections::HashMap;
use std::sync::Arc;

use forum_http::SiteSettings;
use forum_tests::harness::{Ports, Sent, StaticFiles, TestApi};
use http::Method;

use super::pages::get;

/// A site at `https://forum.example` whose pages contain the placeholder origin that the build writes.
async fn addressed() -> TestApi {
    let links = "<a href=\"https://origin.invalid/about\">About</a>".repeat(50);
    let links: &'static str = links.leak();
    let routes = r#"[{"path": "/", "file": "index.html"}]"#;
    let files = HashMap::from([
        ("routes.json", routes),
        ("index.html", links),
        // Compressed at build time, when the origin was not known, so it must never be sent.
        ("index.html.br", "stale"),
        ("index.html.gz", "stale"),
        ("not-found.html", links),
        ("sitemap.xml", links),
        ("robots.txt", "Sitemap: https://origin.invalid/sitemap.xml"),
        ("assets/main-4f2a.js", "'https://origin.invalid'"),
    ]);
    let ports = Ports::new().await;
    let origin = "https://forum.example".to_owned();
    let settings = SiteSettings { files: Arc::new(StaticFiles(files)), origin, ..ports.settings.clone() };
    TestApi::with(Ports { settings, ..ports })
}

#[tokio::test]
async fn the_origin_of_the_site_is_in_its_pages_and_lists() {
    let api = addressed().await;
    for (path, status, media_type) in [
        ("/", 200, "text/html"),
        ("/nowhere", 404, "text/html"),
        ("/sitemap.xml", 200, "application/xml"),
        ("/robots.txt", 200, "text/plain"),
    ] {
        let answer = get(&api, path, &[]).await.expect(status);
        assert!(answer.text.contains("https://forum.example/"), "{path}");
        assert!(!answer.text.contains("origin.invalid"), "{path}");
        assert_eq!(answer.media_type(), media_type, "{path}");
        let head = api.send(Sent::new(Method::HEAD, path)).await.expect(status);
        assert_eq!(head.header("content-length"), answer.text.len().to_string(), "{path}");
        assert_eq!(head.header("etag"), answer.header("etag"), "{path}");
    }
    let script = get(&api, "/assets/main-4f2a.js", &[]).await.expect(200);
    assert_eq!(script.text, "'https://origin.invalid'");
}

#[tokio::test]
async fn a_page_with_the_origin_in_it_is_recompressed_and_cached_by_etag() {
    let api = addressed().await;
    let plain = get(&api, "/", &[]).await.expect(200);
    let mut tags = vec![plain.header("etag").to_owned()];
    for (accepted, encoding) in [("gzip", "gzip"), ("gzip, br", "br")] {
        let headers = [("accept-encoding", accepted)];
        let answer = get(&api, "/", &headers).await.expect(200);
        assert_eq!(answer.header("content-encoding"), encoding);
        assert_eq!(answer.header("vary"), "Accept-Encoding");
        assert!(answer.text.len() < plain.text.len() && answer.text != "stale");
        let tag = answer.header("etag").to_owned();
        let again = get(&api, "/", &[headers[0], ("if-none-match", &tag)]).await.expect(304);
        assert!(again.text.is_empty());
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "one tag for each encoding");
}
