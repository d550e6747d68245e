//! Pages, files, the headers of every response, and `/dev/mail`.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::site::Site;
use forum_http::{KeyedMailbox, Mailbox, MailboxEmail, SecurityTxt};
use forum_tests::harness::{Answer, Ports, Sent, StaticFiles, TestApi, UNKNOWN_ID, everything};
use http::Method;
use serde_json::{Value, json};

use crate::support::requests::Owner;

const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";
const ID: &str = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
const KEY: &str = "0d8f4c1b2a3d";
const OPEN: (&str, &str) = ("cookie", "theme=dark; forum_mailbox=0d8f4c1b2a3d");

const PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
    manifest-src 'self'; frame-src 'self'";

async fn get(api: &TestApi, path: &str, headers: &[(&str, &str)]) -> Answer {
    let sent = Sent::new(Method::GET, path);
    api.send(headers.iter().fold(sent, |sent, (name, value)| sent.header(name, *value))).await
}

#[tokio::test]
async fn every_kind_of_response_has_the_security_headers_and_a_unique_request_id() {
    let api = TestApi::new().await;
    let table = [
        ("/", 200, PAGE, "no-cache, no-transform"),
        ("/nowhere", 404, PAGE, "no-cache, no-transform"),
        ("/assets/main-4f2a.js", 200, NOTHING, "public, max-age=31536000, immutable"),
        ("/assets/gone.js", 404, NOTHING, "no-store"),
        ("/robots.txt", 200, NOTHING, "no-cache"),
        ("/about/", 308, NOTHING, "no-cache"),
        ("/api/health", 200, NOTHING, "no-cache"),
        ("/api/ready", 200, NOTHING, "no-store"),
        ("/api/openapi.json", 200, NOTHING, "no-cache"),
        ("/api/users/me", 401, NOTHING, "no-store"),
        ("/api/nothing", 404, NOTHING, "no-store"),
    ];
    let mut ids = Vec::new();
    for (path, status, policy, cache) in table {
        let answer = get(&api, path, &[]).await.expect(status);
        let expected = [
            ("content-security-policy", policy),
            ("cache-control", cache),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("strict-transport-security", ""),
        ];
        for (name, value) in expected {
            assert_eq!(answer.header(name), value, "{name} of {path}");
        }
        assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
        assert_eq!(answer.headers.get_all("content-security-policy").iter().count(), 1, "{path}");
        ids.push(answer.header("x-request-id").to_owned());
    }
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[tokio::test]
async fn hsts_is_sent_only_if_the_site_is_configured_for_it() {
    let api = TestApi::with(Ports::new().await.set(|settings| settings.hsts = true));
    for path in ["/", "/api/health"] {
        assert_eq!(get(&api, path, &[]).await.header("strict-transport-security"), "max-age=31536000");
    }
}

#[tokio::test]
async fn well_known_addresses_lead_to_the_password_and_to_a_security_contact_if_one_is_set() {
    let security_txt: SecurityTxt = Arc::new(|| "Contact: mailto:security@example.org\n".to_owned());
    let ports = Ports::new().await.set(|settings| settings.security_txt = Some(security_txt));
    let (without, with) = (TestApi::new().await, TestApi::with(ports));
    let moved = get(&without, "/.well-known/change-password", &[]).await.expect(303);
    assert_eq!(moved.header("location"), "/account");
    get(&without, "/.well-known/security.txt", &[]).await.expect(404);
    // A browser asks for it to find out whether a site answers every address with 200.
    get(&with, "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200", &[])
        .await
        .expect(404);
    let contact = get(&with, "/.well-known/security.txt", &[]).await.expect(200);
    assert_eq!(contact.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(contact.text, "Contact: mailto:security@example.org\n");
}

#[tokio::test]
async fn the_list_of_routes_determines_which_paths_are_pages() {
    let api = TestApi::new().await;
    assert!(get(&api, "/", &[]).await.expect(200).text.contains("shell"));
    assert!(get(&api, "/about?x=1", &[]).await.expect(200).text.contains("about"));
    for path in [
        "/nowhere",
        "/About",
        "/about/team",
        "/routes.json",
        "/about/index.html",
        "/../Cargo.toml",
        "/robots.txt.br",
        "//about",
    ] {
        let answer = get(&api, path, &[]).await.expect(404);
        assert!(answer.text.contains("not found"), "{path}");
        assert_eq!(answer.media_type(), "text/html");
        assert_eq!(answer.header("x-robots-tag"), "noindex");
    }
}

#[tokio::test]
async fn a_dot_file_is_never_served_even_if_it_is_among_the_files() {
    const SECRET: &str = "[core] secret";
    let hidden = [".env", ".git/config", "assets/.hidden", "a/.b/c.txt", ".well-known.txt"];
    let shown = [
        ("routes.json", r#"[{"path": "/", "file": "app-shell.html"}]"#),
        ("app-shell.html", "shell"),
        ("not-found.html", "not found"),
        ("assets/a.b.js", "shown"),
    ];
    let files = StaticFiles(hidden.map(|path| (path, SECRET)).into_iter().chain(shown).collect());
    let api = TestApi::with(Ports::new().await.set(|settings| settings.files = Arc::new(files)));
    for path in hidden {
        let encoded = path.replace('.', "%2e");
        for path in [format!("/{path}"), format!("//{path}"), format!("/{encoded}"), format!("/x/../{path}")]
        {
            let answer = get(&api, &path, &[]).await.expect(404);
            assert!(!answer.text.contains(SECRET), "{path}");
            let head = api.send(Sent::new(Method::HEAD, &path)).await.expect(404);
            assert_ne!(head.header("content-length"), SECRET.len().to_string(), "{path}");
        }
    }
    assert_eq!(get(&api, "/assets/a.b.js", &[]).await.expect(200).text, "shown");
}

#[tokio::test]
async fn a_page_requested_with_a_trailing_slash_redirects_and_keeps_its_query() {
    let api = TestApi::new().await;
    let table = [
        ("/about/", "/about"),
        ("//", "/"),
        ("/about/?", "/about?"),
        ("/about/?topic=Equity&page=2", "/about?topic=Equity&page=2"),
        ("/auth/confirm/?token=a%2Bb", "/auth/confirm?token=a%2Bb"),
        ("/about/?next=//evil.example/", "/about?next=//evil.example/"),
        ("/about/?x=%0d%0aset-cookie:%20a=b", "/about?x=%0d%0aset-cookie:%20a=b"),
    ];
    for (asked, location) in table {
        let moved = get(&api, asked, &[]).await.expect(308);
        assert_eq!(moved.header("location"), location);
        assert_eq!(moved.header("set-cookie"), "", "{asked}");
    }
    for unknown in ["/nowhere/?x=1", "//evil.example/?x=1", "/about//?x=1"] {
        assert_eq!(get(&api, unknown, &[]).await.expect(404).header("location"), "", "{unknown}");
    }
}

#[tokio::test]
async fn a_page_declares_its_indexing_and_its_referrer_policy() {
    let api = TestApi::new().await;
    let table = [
        ("/", "", "strict-origin-when-cross-origin"),
        ("/auth", "noindex", "strict-origin-when-cross-origin"),
        ("/auth/confirm", "noindex", "no-referrer"),
    ];
    for (path, robots, referrer) in table {
        let answer = get(&api, path, &[]).await.expect(200);
        let headers = (answer.header("x-robots-tag"), answer.header("referrer-policy"));
        assert_eq!(headers, (robots, referrer), "{path}");
    }
}

#[tokio::test]
async fn a_file_is_sent_in_the_best_encoding_and_cached_by_etag() {
    let api = TestApi::new().await;
    let path = "/assets/main-4f2a.js";
    let table = [
        (None, "console.log(1)", ""),
        (Some("gzip"), "js in gzip", "gzip"),
        (Some("gzip, br"), "js in br", "br"),
        (Some("gzip, br;q=0"), "js in gzip", "gzip"),
        (Some("zstd"), "console.log(1)", ""),
    ];
    let mut tags = Vec::new();
    for (accepted, body, encoding) in table {
        let headers: Vec<_> = accepted.map(|value| ("accept-encoding", value)).into_iter().collect();
        let answer = get(&api, path, &headers).await.expect(200);
        assert_eq!(
            (answer.text.as_str(), answer.header("content-encoding")),
            (body, encoding),
            "{accepted:?}"
        );
        assert_eq!(answer.header("vary"), "Accept-Encoding");
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
        let tag = answer.header("etag").to_owned();
        let known = [headers.as_slice(), &[("if-none-match", tag.as_str())]].concat();
        let again = get(&api, path, &known).await.expect(304);
        assert!(again.text.is_empty());
        assert_eq!(again.header("etag"), tag);
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "one tag for each encoding");
    get(&api, path, &[("if-none-match", "\"other\"")]).await.expect(200);
}

#[tokio::test]
async fn head_responds_like_get_without_the_body_and_other_methods_are_refused() {
    let api = TestApi::new().await;
    for path in ["/", "/robots.txt", "/nowhere"] {
        let get = get(&api, path, &[]).await;
        let head = api.send(Sent::new(Method::HEAD, path)).await.expect(get.status);
        assert!(head.text.is_empty());
        assert_eq!(head.header("content-length"), get.text.len().to_string());
        assert_eq!(head.header("etag"), get.header("etag"));
        // A missing page stays 404 even for its ETag.
        let known = Sent::new(Method::GET, path).header("if-none-match", get.header("etag"));
        api.send(known).await.expect(if get.status == 404 { 404 } else { 304 });
    }
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        let answer = api.send(Sent::new(method, "/about")).await.expect(405);
        assert_eq!(answer.header("allow"), "GET, HEAD");
    }
}

#[tokio::test]
async fn the_origin_of_the_site_replaces_the_placeholder_in_pages_and_lists_even_compressed_ones() {
    let files = HashMap::from([
        ("routes.json", r#"[{"path": "/", "file": "index.html"}]"#),
        ("index.html", "<a href=\"https://origin.invalid/about\">About</a>"),
        // Compressed at build time, when the origin was not known, so it must never be sent.
        ("index.html.br", "stale"),
        ("not-found.html", "<a href=\"https://origin.invalid/\">Start</a>"),
        ("sitemap.xml", "<loc>https://origin.invalid/</loc>"),
        ("robots.txt", "Sitemap: https://origin.invalid/sitemap.xml"),
        ("assets/main-4f2a.js", "'https://origin.invalid'"),
    ]);
    let api = TestApi::with(Ports::new().await.set(|settings| {
        settings.files = Arc::new(StaticFiles(files));
        settings.origin = "https://forum.example".to_owned();
    }));
    for path in ["/", "/nowhere", "/sitemap.xml", "/robots.txt"] {
        let answer = get(&api, path, &[]).await;
        assert!(answer.text.contains("https://forum.example/"), "{path}: {}", answer.text);
        assert!(!answer.text.contains("origin.invalid"), "{path}");
        let packed = get(&api, path, &[("accept-encoding", "br")]).await.expect(answer.status);
        assert_ne!(packed.text, "stale", "{path}");
        let head = api.send(Sent::new(Method::HEAD, path)).await.expect(answer.status);
        assert_eq!(head.header("content-length"), answer.text.len().to_string(), "{path}");
    }
    let script = get(&api, "/assets/main-4f2a.js", &[]).await.expect(200);
    assert_eq!(script.text, "'https://origin.invalid'");
}

#[tokio::test]
async fn without_a_built_browser_side_every_page_explains_how_to_build_it() {
    let none = Arc::new(StaticFiles(HashMap::new()));
    let api = TestApi::with(Ports::new().await.set(|settings| settings.files = none));
    for path in ["/", "/about"] {
        let answer = get(&api, path, &[]).await.expect(503);
        assert_eq!(answer.media_type(), "text/plain");
        assert!(answer.text.contains("just build"));
    }
    get(&api, "/api/health", &[]).await.expect(200);
}

struct OneMail;

#[async_trait]
impl Mailbox for OneMail {
    async fn list(&self) -> Vec<MailboxEmail> {
        vec![MailboxEmail {
            id: ID.into(),
            from: "Educators Forum <mail@forum.example>".into(),
            to: "ana@school.example".into(),
            subject: "Confirm <you>".into(),
            date: "today".into(),
            text: "Open http://127.0.0.1:8080/auth/confirm#token=abc now".into(),
            html: "<p>Hello</p><script>alert(1)</script>".into(),
        }]
    }
}

async fn api() -> TestApi {
    let mailbox = KeyedMailbox { mails: Arc::new(OneMail), key: KEY.to_owned() };
    TestApi::with(Ports::new().await.set(|settings| settings.mailbox = Some(mailbox)))
}

async fn get_locally(api: &TestApi, path: &str, host: &str, headers: &[(&str, &str)]) -> Answer {
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let sent = Sent { peer: local, ..Sent::new(Method::GET, path) }.header("host", host);
    api.send(headers.iter().fold(sent, |sent, (name, value)| sent.header(name, *value))).await
}

#[tokio::test]
async fn the_mailbox_lists_mails_and_shows_one_with_a_clickable_link() {
    let api = api().await;
    let list = get_locally(&api, "/dev/mail", "127.0.0.1:8080", &[OPEN]).await.expect(200);
    assert!(list.text.contains(&format!("href=\"/dev/mail/{ID}\"")));
    assert!(list.text.contains("Confirm &lt;you&gt;"));
    assert!(!list.text.contains("<you>") && !list.text.contains("style="));
    assert_eq!(list.header("cache-control"), "no-store");

    let mail = get_locally(&api, &format!("/dev/mail/{ID}"), "localhost:8080", &[OPEN]).await.expect(200);
    assert!(mail.text.contains("href=\"http://127.0.0.1:8080/auth/confirm#token=abc\""));
    assert!(mail.text.contains(&format!("sandbox src=\"/dev/mail/{ID}/html\"")));
    assert!(!mail.text.contains("<script>"));
    let policy = mail.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'self'; frame-src 'self'"), "{policy}");

    let html = get_locally(&api, &format!("/dev/mail/{ID}/html"), "[::1]:8080", &[OPEN]).await.expect(200);
    assert!(html.header("content-security-policy").starts_with("sandbox; default-src 'none'"));
    let style = get_locally(&api, "/dev/mail/style.css", "localhost", &[OPEN]).await.expect(200);
    assert_eq!(style.media_type(), "text/css");
    for unknown in ["/dev/mail/unknown", "/dev/mailbox"] {
        get_locally(&api, unknown, "localhost", &[OPEN]).await.expect(404);
    }
}

#[tokio::test]
async fn the_mailbox_opens_with_its_key_which_is_then_kept_in_a_cookie() {
    let api = api().await;
    let pages = ["/dev/mail", "/dev/mail/", "/dev/mail/style.css", &format!("/dev/mail/{ID}/html")];
    for path in pages {
        for wrong in ["", "?key=0d8f4c1b2a3", "?key=0D8F4C1B2A3D", "?x=0d8f4c1b2a3d"] {
            let kept = ("cookie", format!("forum_mailbox={}", wrong.replace("?key=", "")));
            let answer = get_locally(&api, &format!("{path}{wrong}"), "localhost", &[(kept.0, &kept.1)])
                .await
                .expect(403);
            assert!(answer.text.contains("needs its key") && !answer.text.contains("ana@"), "{path}{wrong}");
            assert_eq!(answer.header("set-cookie"), "");
        }
        let opened =
            get_locally(&api, &format!("{path}?theme=dark&key={KEY}"), "localhost", &[]).await.expect(303);
        assert_eq!(opened.header("location"), path);
        let cookie = opened.header("set-cookie");
        assert_eq!(cookie, format!("forum_mailbox={KEY}; Path=/dev; HttpOnly; SameSite=Strict"));
        let kept = cookie.split(';').next().expect("a pair");
        get_locally(&api, path, "localhost", &[("cookie", kept)]).await.expect(200);
        // One cookie from an earlier run and one from this run.
        let both = format!("forum_mailbox=old; {kept}");
        get_locally(&api, path, "localhost", &[("cookie", &both)]).await.expect(200);
    }
}

#[tokio::test]
async fn no_other_site_can_open_or_frame_the_mailbox() {
    let api = api().await;
    let opening = format!("/dev/mail?key={KEY}");
    for (site, status) in
        [("none", 303), ("same-origin", 303), ("same-site", 404), ("cross-site", 404), ("x", 404)]
    {
        let from = ("sec-fetch-site", site);
        get_locally(&api, &opening, "localhost", &[from]).await.expect(status);
        let shown = if status == 303 { 200 } else { 404 };
        get_locally(&api, "/dev/mail", "localhost", &[from, OPEN]).await.expect(shown);
    }
}

#[tokio::test]
async fn the_mailbox_exists_only_for_a_browser_on_this_machine() {
    let api = api().await;
    for host in ["forum.example", "localhost.evil.example", "127.0.0.1.evil.example:80"] {
        get_locally(&api, "/dev/mail", host, &[OPEN]).await.expect(404);
    }
    get_locally(&api, "http://forum.example/dev/mail", "localhost", &[OPEN]).await.expect(404);
    for header in
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]
    {
        get_locally(&api, "/dev/mail", "localhost", &[(header, "127.0.0.1"), OPEN]).await.expect(404);
    }
    let remote = Sent::new(Method::GET, "/dev/mail").header("host", "localhost").header(OPEN.0, OPEN.1);
    api.send(remote).await.expect(404);
    let without = TestApi::new().await;
    get_locally(&without, "/dev/mail", "localhost", &[OPEN]).await.expect(404);
}

#[tokio::test]
async fn the_site_tells_what_is_switched_on_and_hides_the_operations_of_other_features() {
    let on_site = TestApi::new().await;
    let on = on_site.anonymous().get("/api/site").await.expect(200);
    assert_eq!(on.json["features"].as_array().map(Vec::len), Some(everything().features.len()));
    assert_eq!(on.json["shop_url"], "https://shop.example");
    assert_eq!(on.json["season"], json!({"closes_on": "2027-03-31", "decides_by": "2027-05-15"}));
    let off = TestApi::with(Ports::new().await.set(|settings| {
        settings.site = Arc::new(Site { features: Vec::new(), giving: None, ..everything() });
    }));
    let page = || Sent::new(Method::GET, "/newsletter/confirm");
    assert_eq!((on_site.send(page()).await.status, off.send(page()).await.status), (200, 404));
    let site = off.anonymous().get("/api/site").await.expect(200);
    assert_eq!((&site.json["features"], &site.json["giving"]), (&json!([]), &Value::Null));
    let owner = Owner::new(&on_site, "a").await;
    let admin = off.admin("admin@forum.example").await;
    let of_features =
        ["/contact-messages", "/newsletter/", "/invitations", "/verification-mail", "/versions"];
    let is_off =
        |path: &str| of_features.iter().any(|part| path.contains(part)) && !path.contains("applications");
    for request in owner.requests().iter().filter(|request| is_off(&request.path)) {
        for caller in [&off.anonymous(), &admin] {
            request.send(caller).await.problem(404, "not_found");
        }
    }
    for path in ["sessions", "factors?reason=lost"] {
        let path = format!("/api/admin/users/{UNKNOWN_ID}/{path}");
        off.anonymous().delete(&path).await.problem(404, "not_found");
    }
}
