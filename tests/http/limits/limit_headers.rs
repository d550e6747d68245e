//! `RateLimit` and `RateLimit-Policy`: a client learns the state of its own limits, and nothing about an address.

use forum_domain::limits::RateLimit;
use forum_tests::harness::{Answer, PASSWORD, Ports, Sent};
use http::Method;
use serde_json::json;
use time::Duration;

use crate::support::networks::{from, home, limited, post};
use crate::support::requests::sign_up_form;

const SESSIONS: &str = "/api/auth/sessions";

fn shown(answer: &Answer) -> (&str, &str) {
    (answer.header("ratelimit-policy"), answer.header("ratelimit"))
}

#[tokio::test]
async fn a_response_shows_the_tightest_limit_of_the_network_or_account() {
    let api = limited(Ports::new().await);
    let keys = async || api.send(Sent { peer: from(1), ..Sent::new(Method::GET, "/api/auth/keys") }).await;
    assert_eq!(shown(&keys().await.expect(200)), ("\"requests\";q=2000;w=40", "\"requests\";r=1999;t=1"));
    assert_eq!(shown(&keys().await.expect(200)), ("\"requests\";q=2000;w=40", "\"requests\";r=1998;t=1"));

    let error = json!({"kind": "error", "name": "TypeError", "route": "/apply", "frames": ["app.js:1:2"]});
    let report = async || post(&api, from(1), "/api/errors", &error).await;
    for state in ["r=19;t=30", "r=18;t=60"] {
        let answer = report().await.expect(204);
        assert_eq!(
            shown(&answer),
            ("\"browser-errors\";q=20;w=600", &*format!("\"browser-errors\";{state}"))
        );
    }
    for _ in 2..20 {
        report().await.expect(204);
    }
    // Without a token, the time is that of the next one.
    let refused = report().await.problem(429, "rate_limited");
    assert_eq!(shown(&refused), ("\"browser-errors\";q=20;w=600", "\"browser-errors\";r=0;t=30"));
    assert_eq!(refused.header("retry-after"), "30");
    // Other refusals show no limit.
    let mut invalid = sign_up_form("x@school.example");
    invalid["password"] = json!("weak");
    let answer = post(&api, from(1), "/api/auth/signup", &invalid).await.problem(422, "weak_password");
    assert_eq!(shown(&answer), ("", ""), "only successes and 429");

    let ana = api.applicant("ana@school.example").await;
    // Its token was returned.
    let right = json!({"email": "ana@school.example", "password": PASSWORD});
    let signed_in = post(&api, from(1), SESSIONS, &right).await.expect(201);
    assert_eq!(shown(&signed_in).1, "\"passwords-from-network\";r=100;t=0");
    let renamed = ana.patch("/api/users/me", &json!({"first_name": "Anna"})).await;
    assert_eq!(shown(&renamed.expect(200)), ("\"renames\";q=30;w=3600", "\"renames\";r=29;t=120"));
    api.clock().advance(Duration::minutes(1));
    let health = api.send(Sent::new(Method::GET, "/api/health")).await.expect(200);
    assert_eq!(shown(&health), ("", ""), "it has no limit");
}

#[tokio::test]
async fn a_refusal_by_a_limit_on_an_address_shows_no_limit_of_which_requests_are_left() {
    let api = limited(Ports::new().await);
    api.applicant("ana@school.example").await;
    let mut refused = 0;
    for email in ["ana@school.example", "unknown@school.example"] {
        for _ in 0..RateLimit::PASSWORDS_IN_NETWORK.burst + 2 {
            let answer =
                post(&api, home(), SESSIONS, &json!({"email": email, "password": "Wrong-9-password"})).await;
            if answer.status == 429 {
                refused += 1;
                assert_eq!(shown(&answer), ("", ""));
            }
        }
    }
    assert_eq!(refused, 4);
}
