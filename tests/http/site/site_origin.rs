//! The site's origin in its pages and lists.

use std::collections::HashMap;
use std::sync::Arc;

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
    TestApi::with(Ports::new().await.set(|settings| {
        settings.files = Arc::new(StaticFiles(files));
        settings.origin = "https://forum.example".to_owned();
    }))
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
        let packed = get(&api, path, &[("accept-encoding", "br")]).await.expect(status);
        assert_ne!(packed.text, "stale", "{path}");
        let head = api.send(Sent::new(Method::HEAD, path)).await.expect(status);
        assert_eq!(head.header("content-length"), answer.text.len().to_string(), "{path}");
        assert_eq!(head.header("etag"), answer.header("etag"), "{path}");
    }
    let script = get(&api, "/assets/main-4f2a.js", &[]).await.expect(200);
    assert_eq!(script.text, "'https://origin.invalid'");
}
