//! Failures outside the operations are problem documents too, also before the database is open.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use forum_adapters::system::RandomIds;
use forum_http::{ReadinessReport, Reason, SiteService, build_closed_site};
use forum_tests::faults::BrokenHasher;
use forum_tests::harness::{Answer, Body, PASSWORD, Ports, Sent, StubReadiness, TestApi, streamed};
use futures_util::stream::{self, StreamExt};
use http::Method;
use serde_json::{Value, json};

fn credentials() -> Value {
    json!({"email": "ana@school.example", "password": PASSWORD})
}

#[tokio::test]
async fn an_unknown_path_below_api_is_a_404_problem_and_never_a_page() {
    let api = TestApi::new().await;
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/health/",
        "/api/health/x",
        "/api/auth",
        "/api//health",
        "/api/docs/oauth-receiver.html",
    ] {
        for method in [Method::GET, Method::POST] {
            let sent = Sent::new(method, path).header("accept", "text/html");
            api.send(sent).await.problem(404, "not_found");
        }
    }
}

#[tokio::test]
async fn a_malformed_path_is_not_found_and_never_an_internal_error() {
    let (_, ana) = TestApi::with_applicant().await;
    let paths = [
        "/%61pi/health",
        "/api%2Fhealth",
        "/api/%68ealth",
        "/api/%ff",
        "/api/applications/%00",
        "/api/applications/%ff%fe",
        "/api/applications/..%2f..%2fadmin",
        "/api/../etc/passwd",
        "/%",
        "/%zz",
        "/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/routes.json",
        "/\u{e9}",
        "//",
        "/?%ff",
    ];
    for path in paths {
        let answer = ana.get(path).await;
        assert!([200, 308, 404].contains(&answer.status), "{path}: {} {}", answer.status, answer.text);
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn a_body_over_64_kib_is_a_413_problem_and_a_smaller_one_is_read() {
    let api = TestApi::new().await;
    for (length, status, code) in
        [(64 * 1024, 401, "invalid_credentials"), (64 * 1024 + 1, 413, "payload_too_large")]
    {
        let mut body = credentials().to_string().into_bytes();
        body.resize(length, b' ');
        let sent = Sent { body, ..Sent::new(Method::POST, "/api/auth/sessions") };
        let sent = sent.header("content-type", "Application/JSON; charset=utf-8");
        api.send(sent.header("content-encoding", "identity")).await.problem(status, code);
    }
}

#[tokio::test]
async fn a_panic_is_a_500_problem_that_reveals_nothing_about_it() {
    let api =
        TestApi::with(Ports::new().await.with(|program| program.hasher = Arc::new(BrokenHasher::Panics)));
    let answer =
        api.anonymous().post("/api/auth/sessions", &credentials()).await.problem(500, "internal_error");
    assert!(!answer.text.contains("hasher"));
    assert_eq!(answer.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    api.anonymous().get("/api/health").await.expect(200);
}

/// Far beyond the deadline. A site without a deadline responds after this time, so that the test fails.
const LATE: Duration = Duration::from_secs(60);

/// A site with a short deadline per request, whose hasher needs longer. A busy machine reads a complete body in time.
async fn impatient() -> TestApi {
    let ports = Ports::new().await.with(|program| program.hasher = Arc::new(BrokenHasher::Late(LATE)));
    TestApi::with(ports.set(|settings| settings.request_deadline = Duration::from_millis(500)))
}

/// Clients retry a 503 but not a 408: their request arrived in time.
#[tokio::test]
async fn a_slow_server_is_a_503_and_only_an_incomplete_body_a_408_problem() {
    let api = impatient().await;
    api.anonymous().post("/api/auth/sessions", &credentials()).await.problem(503, "unavailable");
    let post = || Sent::new(Method::POST, "/api/auth/sessions").header("content-type", "application/json");
    let whole = credentials().to_string().into_bytes();
    let (first, second) = whole.split_at(10);
    let piece = |bytes: &[u8]| Ok::<_, io::Error>(bytes.to_vec());

    let rest = second.to_vec();
    let late = stream::once(async {
        tokio::time::sleep(LATE).await;
        Ok(rest)
    });
    let half = stream::iter([piece(first)]).chain(late);
    api.send_body(post(), streamed(half)).await.problem(408, "request_timeout");

    let in_pieces = stream::iter([piece(first), piece(second)]);
    api.send_body(post(), streamed(in_pieces)).await.problem(503, "unavailable");
}

#[tokio::test]
async fn clients_refused_together_get_different_retry_times() {
    let api = TestApi::with(Ports::new().await.with(|program| program.hasher = Arc::new(BrokenHasher::Busy)));
    let mut waits = BTreeSet::new();
    for _ in 0..100 {
        let answer = api.anonymous().post("/api/auth/sessions", &credentials()).await.problem(503, "busy");
        waits.insert(answer.header("retry-after").parse::<u32>().expect("seconds"));
    }
    assert_eq!(waits, BTreeSet::from([1, 2, 3, 4]));
}

#[tokio::test]
async fn readiness_names_the_failing_parts_and_health_depends_on_none() {
    let every = json!({"database": true, "migrations": true, "store": true, "outbox": true,
        "outbox_oldest_due": null});
    let ready = TestApi::new().await.anonymous().get("/api/ready").await.expect(200);
    assert_eq!(ready.json, json!({"status": "ready", "checks": every, "notes": []}));

    let reasons = [
        ("migrations", "ahead", "It is newer."),
        ("store", "unusable", "It is full."),
        ("outbox", "late", "The host is slow."),
    ];
    let reasons = reasons.map(|(part, code, detail)| Reason::new(part, code, detail)).to_vec();
    let noted = ReadinessReport { notes: reasons.clone(), ..ReadinessReport::default() };
    let ready = reporting(noted).await.anonymous().get("/api/ready").await.expect(200);
    assert_eq!(
        (&ready.json["checks"]["migrations"], &ready.json["checks"]["store"]),
        (&json!(true), &json!(false))
    );
    let notes = json!([
        {"field": "/checks/migrations", "code": "ahead", "detail": "It is newer."},
        {"field": "/checks/store", "code": "unusable", "detail": "It is full."},
        {"field": "/checks/outbox", "code": "late", "detail": "The host is slow."},
    ]);
    assert_eq!(ready.json["notes"], notes);

    let failures = vec![Reason::new("migrations", "behind", "They are not applied.")];
    let api = reporting(ReadinessReport { failures, notes: reasons, ..ReadinessReport::default() }).await;
    let answer = api.anonymous().get("/api/ready").await.problem(503, "unavailable");
    assert_eq!(answer.field_errors(), [("/checks/migrations", "behind")]);
    assert_eq!(answer.json["errors"][0]["detail"], "They are not applied.");
    let health = api.anonymous().get("/api/health").await.expect(200);
    assert_eq!(health.json, json!({"status": "ok"}));
}

async fn reporting(report: ReadinessReport) -> TestApi {
    TestApi::with(Ports { readiness: Arc::new(StubReadiness(report)), ..Ports::new().await })
}

async fn send(site: &SiteService, method: Method, path: &str) -> Answer {
    let answer = Answer::read(Sent::new(method.clone(), path).to(site, Body::default()).await).await;
    answer.check_edge(&method, path);
    answer
}

#[tokio::test]
async fn behind_a_closed_gate_pages_are_served_and_everything_else_is_a_503() {
    let (site, _gate) = build_closed_site(Arc::new(RandomIds), Ports::new().await.settings);
    for (page, status) in
        [("/", 200), ("/about", 200), ("/auth", 200), ("/assets/main-4f2a.js", 200), ("/nothing", 404)]
    {
        send(&site, Method::GET, page).await.expect(status);
    }
    assert_eq!(send(&site, Method::GET, "/api/health").await.expect(200).json, json!({"status": "ok"}));
    let ready = send(&site, Method::GET, "/api/ready").await.problem(503, "unavailable");
    assert_eq!(ready.field_errors(), [("/checks/database", "closed")]);
    let operations = ["/api", "/api/users/me", "/api/nothing", "/api/auth/sessions", "/api/auth/keys"];
    let pages = ["/storage/headshots/a/headshot-1.png", "/email-previews/a", "/dev/mail"];
    for path in operations.into_iter().chain(pages) {
        send(&site, Method::GET, path).await.problem(503, "unavailable");
        send(&site, Method::POST, path).await.problem(503, "unavailable");
    }
    send(&site, Method::POST, "/api/health").await.problem(405, "method_not_allowed");
}
