//! Before the database is open: pages, health and the reason are available; everything else is a transient failure.

use std::sync::Arc;

use forum_adapters::system::RandomIds;
use forum_http::{SiteService, build_closed_site};
use forum_tests::harness::{Answer, Body, Ports, Sent};
use http::Method;
use serde_json::json;

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
