//! Only pages of the origins in the settings may call the API.

use forum_tests::harness::{Answer, Document, Ports, Sent, TestApi};
use http::Method;

const PARTNER: &str = "https://app.example.org";
const SESSIONS: &str = "/api/auth/sessions";

async fn api_for(origins: &[&str]) -> TestApi {
    let origins = origins.iter().map(|origin| (*origin).to_owned()).collect();
    TestApi::with(Ports::new().await.set(|settings| settings.cors_origins = origins))
}

async fn preflight(api: &TestApi, path: &str, origin: &str) -> Answer {
    let sent = Sent::new(Method::OPTIONS, path).header("origin", origin);
    api.send(sent.header("access-control-request-method", "POST")).await
}

/// The CORS headers. Without them browsers hide the response from the page.
fn cors_headers(answer: &Answer) -> Vec<&str> {
    let names = answer.headers.keys().map(|name| name.as_str());
    names.filter(|name| name.starts_with("access-control")).collect()
}

#[tokio::test]
async fn a_page_of_a_listed_origin_can_read_responses_and_errors() {
    let api = api_for(&["https://other.example.org", PARTNER]).await;
    let get = |path| Sent::new(Method::GET, path).header("origin", PARTNER);
    for (path, status) in [("/api/auth/keys", 200), ("/api/users/me", 401), ("/api/nothing", 404)] {
        let answer = api.send(get(path)).await.expect(status);
        assert_eq!(answer.header("access-control-allow-origin"), PARTNER, "{path}");
        assert_eq!(
            answer.header("access-control-expose-headers"),
            "etag, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id",
            "{path}"
        );
        assert_eq!(answer.header("vary"), "Origin", "{path}");
        // Access tokens are sent in a header, never in a cookie.
        assert_eq!(answer.header("access-control-allow-credentials"), "", "{path}");
    }
}

#[tokio::test]
async fn a_preflight_names_the_methods_that_the_path_has() {
    let api = api_for(&[PARTNER]).await;
    for (path, methods) in [
        (SESSIONS, "DELETE, GET, HEAD, POST"),
        ("/api/auth/sessions/refresh", "POST"),
        ("/api/applications/mine", "GET, HEAD"),
    ] {
        let answer = preflight(&api, path, PARTNER).await.expect(204);
        assert_eq!(answer.header("access-control-allow-methods"), methods, "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), PARTNER, "{path}");
        assert_eq!(
            answer.header("access-control-allow-headers"),
            "authorization, content-type, idempotency-key, if-match, last-event-id",
            "{path}"
        );
    }
    preflight(&api, "/api/nothing", PARTNER).await.problem(404, "not_found");
    // Without the header of a preflight it is an OPTIONS request like any other.
    let plain = Sent::new(Method::OPTIONS, SESSIONS).header("origin", PARTNER);
    let answer = api.send(plain).await.problem(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), "DELETE, GET, HEAD, POST");
}

#[tokio::test]
async fn unlisted_origins_pages_and_photos_get_no_cors_headers() {
    let api = api_for(&[PARTNER]).await;
    for origin in ["https://app.example.org.evil.example", "http://app.example.org", "null", "*"] {
        let sent = Sent::new(Method::GET, "/api/auth/keys").header("origin", origin);
        let answer = api.send(sent).await.expect(200);
        assert_eq!(cors_headers(&answer), Vec::<&str>::new(), "{origin}");
        // A cache must not give it what a listed origin gets.
        assert_eq!(answer.header("vary"), "Origin", "{origin}");
        let answer = preflight(&api, SESSIONS, origin).await.problem(405, "method_not_allowed");
        assert_eq!(cors_headers(&answer), Vec::<&str>::new(), "{origin}");
    }
    for path in ["/", "/storage/headshots/x", "/apiary"] {
        let answer = api.send(Sent::new(Method::GET, path).header("origin", PARTNER)).await;
        assert_eq!(cors_headers(&answer), Vec::<&str>::new(), "{path}");
    }
}

#[tokio::test]
async fn by_default_no_origin_is_listed() {
    let api = TestApi::new().await;
    for operation in Document::published().operations() {
        let path = format!("/api{}", operation.path);
        let answer = preflight(&api, &path, PARTNER).await.problem(405, "method_not_allowed");
        assert_eq!((cors_headers(&answer), answer.header("vary")), (Vec::new(), ""), "{path}");
    }
}
