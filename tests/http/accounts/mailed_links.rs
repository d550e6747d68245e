//! Mailed links that a program opens before the user does: mail scanners, previews, prefetching browsers.

use forum_tests::harness::{PASSWORD, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};

use crate::support::requests::{sign_up_form, with_readback};

const ANA: &str = "ana@school.example";
const VERIFY: &str = "/api/auth/verifications";
const RESET: &str = "/api/auth/recovery/password";

/// Opens every page that a link can lead to and the operations that take its token, as scanners do: without the
/// fragment, which is never sent, and with the token in the query, for mail programs that rewrite links.
async fn scan(api: &TestApi, token: &str) {
    for page in ["/auth/confirm", "/auth/reset", "/account", VERIFY, RESET] {
        let with_token = format!("{page}?token={token}");
        let coded = format!("{page}?email={ANA}&code=000000");
        let slashed = format!("{page}/?token={token}");
        for path in [page, &with_token, &coded, &slashed] {
            for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
                for _ in 0..2 {
                    let is_page = !path.starts_with("/api") && !path.contains("/?");
                    let agent = Sent::new(method.clone(), path).header("user-agent", "Link-Scanner/1.0");
                    let answer = api.with_token(token).send(agent).await;
                    if is_page && method != Method::OPTIONS {
                        answer.expect(200);
                    } else {
                        assert!((300..500).contains(&answer.status), "{method} {path}: {}", answer.status);
                    }
                }
            }
        }
    }
}

/// The address and token of the link in the newest mail to Ana.
async fn link(api: &TestApi) -> (String, String) {
    api.run_mail().await;
    let text = api.inbox().last_to(ANA).expect("a mail").content.text;
    let link = text.split_whitespace().find(|word| word.starts_with("https://")).expect("a link");
    let (address, token) = link.split_once("#token=").expect("a token in the fragment");
    (address.to_owned(), token.to_owned())
}

fn credentials(password: &str) -> Value {
    json!({"email": ANA, "password": password})
}

#[tokio::test]
async fn a_link_or_grant_that_was_opened_by_a_scanner_can_still_be_used() {
    let (api, readback) = with_readback(Ports::new().await);
    api.anonymous().post("/api/auth/signup", &sign_up_form(ANA)).await.expect(202);
    let (address, token) = link(&api).await;
    assert_eq!(address, "https://forum.example/auth/confirm");
    scan(&api, &token).await;
    let refused = api.anonymous().post("/api/auth/sessions", &credentials(PASSWORD)).await;
    refused.problem(403, "email_not_verified");
    assert!(readback.audit().await.is_empty(), "nothing happened");
    let confirmed = api.redeem(&token).await.expect(200);
    assert_eq!(confirmed.json, json!({"purpose": "verify_email", "verified": true, "email": ANA}));

    api.clock().advance(time::Duration::SECOND);
    api.anonymous().post("/api/auth/recovery", &json!({"email": ANA})).await.expect(202);
    let (address, token) = link(&api).await;
    assert_eq!(address, "https://forum.example/auth/reset");
    scan(&api, &token).await;
    let grant = api.redeem(&token).await.expect(200).text_at("/recovery_token");
    scan(&api, &grant).await;
    api.with_token(&grant).put(RESET, &json!({"password": "Chosen-Meadow-51"})).await.expect(204);
    api.anonymous().post("/api/auth/sessions", &credentials("Chosen-Meadow-51")).await.expect(201);
}

#[tokio::test]
async fn a_link_whose_fragment_was_encoded_leads_to_its_page_and_is_not_used() {
    let (api, readback) = with_readback(Ports::new().await);
    api.anonymous().post("/api/auth/signup", &sign_up_form(ANA)).await.expect(202);
    let (_, token) = link(&api).await;
    let stored = readback.tokens().await;
    for page in ["/auth/confirm", "/auth/reset", "/auth/restore"] {
        for encoded in ["%23token=", "%2523token%253D", "/%23token="] {
            for method in [Method::GET, Method::HEAD] {
                let path = format!("{page}{encoded}{token}");
                let moved = api.send(Sent::new(method, &path)).await.expect(303);
                assert_eq!(moved.header("location"), format!("{page}#token={token}"), "{path}");
                assert_eq!(moved.header("referrer-policy"), "no-referrer", "{path}");
                assert_eq!(moved.header("cache-control"), "no-store", "{path}");
                assert_eq!(moved.text, "");
            }
        }
    }
    for path in
        ["/about%23token=a", "/nowhere%23token=a", "//evil.example%23token=a", "/auth/reset%22token=a"]
    {
        assert_eq!(api.send(Sent::new(Method::GET, path)).await.expect(404).header("location"), "", "{path}");
    }
    assert_eq!(readback.tokens().await, stored, "nothing was written");
    api.redeem(&token).await.expect(200);
}
