//! Authorization requests and the redemption of codes.

use super::*;

const REDIRECT: &str = "https://forum.example.org/api/auth/callback";

fn redemption() -> CodeRedemption {
    CodeRedemption {
        code: "its code & more".to_owned(),
        issuer: None,
        redirect_uri: REDIRECT.to_owned(),
        nonce: NONCE.to_owned(),
        code_verifier: "verifier".to_owned(),
    }
}

#[tokio::test]
async fn the_authorization_url_contains_state_nonce_and_challenge() {
    let server = Server::start().await;
    let request = AuthorizationRequest {
        redirect_uri: REDIRECT.to_owned(),
        state: "state & co".to_owned(),
        nonce: NONCE.to_owned(),
        code_challenge: "challenge".to_owned(),
    };
    let url = server.providers().authorization_url("school", &request, NOW).await.expect("an address");
    let url: Url = url.parse().expect("an address");
    assert_eq!(url.path(), "/authorize");
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let expected = [
        ("tenant", "1"),
        ("response_type", "code"),
        ("client_id", "forum"),
        ("redirect_uri", REDIRECT),
        ("scope", "openid email profile"),
        ("state", "state & co"),
        ("nonce", NONCE),
        ("code_challenge", "challenge"),
        ("code_challenge_method", "S256"),
    ];
    assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let unknown = server.providers().authorization_url("other", &request, NOW).await;
    assert_eq!(unknown, Err(Code::UnknownProvider.into()));
    // A provider without endpoints for codes.
    server.publish(|published, issuer| {
        published.metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")});
    });
    let nowhere = server.providers().authorization_url("school", &request, NOW).await;
    assert!(nowhere.as_ref().is_err_and(Refusal::is_fault), "{nowhere:?}");
    let nowhere = server.providers().redeem("school", &redemption(), NOW).await;
    assert!(nowhere.as_ref().is_err_and(Refusal::is_fault), "{nowhere:?}");
}

#[tokio::test]
async fn a_code_is_redeemed_with_the_providers_authentication_method() {
    let server = Server::start().await;
    let token = server.token("own", OWN, NOW);
    server
        .publish(|published, _| published.redeemed = (200, json!({"id_token": token, "access_token": "x"})));
    let form = "grant_type=authorization_code&code=its+code+%26+more&redirect_uri=https%3A%2F%2Fforum.example.org%2Fapi%2Fauth%2Fcallback&code_verifier=verifier";
    let by_header = "authorization: Basic Zm9ydW06aHVzaCUzQSUyNg==";
    let table = [
        (None, None, format!("{form}&client_id=forum"), false),
        (Some("hush:&"), None, form.to_owned(), true),
        (Some("hush:&"), Some(json!(["client_secret_post", "client_secret_basic"])), form.to_owned(), true),
        (
            Some("hush:&"),
            Some(json!(["client_secret_post"])),
            format!("{form}&client_id=forum&client_secret=hush%3A%26"),
            false,
        ),
    ];
    for (secret, methods, body, basic) in table {
        server.publish(|published, _| {
            if let Some(methods) = methods {
                published.metadata["token_endpoint_auth_methods_supported"] = methods;
            }
        });
        let redeemed = server.providers_with(secret).redeem("school", &redemption(), NOW).await;
        assert_eq!(redeemed.map(|identity| identity.subject), Ok("1".to_owned()));
        let requests = server.published.lock().expect("an unpoisoned lock").requests.clone();
        let request =
            requests.iter().rfind(|request| request.starts_with("POST /token ")).expect("a request");
        let (head, sent) = request.split_once("\r\n\r\n").expect("head and body");
        assert_eq!(sent, body);
        assert_eq!(head.contains(by_header), basic, "{head}");
    }
}

#[tokio::test]
async fn a_code_without_a_valid_token_does_not_sign_in() {
    let server = Server::start().await;
    let mut foreign = redemption();
    foreign.nonce = "other".to_owned();
    let good = server.token("own", OWN, NOW);
    let (by_another, old) =
        (server.token("own", FOREIGN, NOW), server.token("own", OWN, NOW - Duration::DAY));
    let token = |token: &str| (200, json!({"id_token": token}));
    let refused = Some(Code::IdTokenInvalid);
    let table = [
        (token(&good), foreign, refused),
        (token(&by_another), redemption(), refused),
        (token(&old), redemption(), refused),
        (token("junk"), redemption(), refused),
        ((400, json!({"error": "invalid_grant"})), redemption(), Some(Code::TokenInvalid)),
        // Faults in the settings or at the provider.
        ((401, json!({"error": "invalid_client"})), redemption(), None),
        ((500, json!({})), redemption(), None),
        ((302, json!({"id_token": good})), redemption(), None),
        ((200, json!({"access_token": "x"})), redemption(), None),
        ((200, json!({"id_token": "x".repeat(300_000)})), redemption(), None),
    ];
    let providers = server.providers();
    for (redeemed, redemption, expected) in table {
        server.publish(|published, _| published.redeemed = redeemed.clone());
        let failed = providers.redeem("school", &redemption, NOW).await.expect_err("no identity");
        match expected {
            Some(expected) => assert_eq!(failed.code, expected, "{redeemed:?}"),
            None => assert!(failed.is_fault(), "{redeemed:?}: {failed:?}"),
        }
    }
}

#[tokio::test]
async fn a_response_from_another_provider_is_refused_without_a_request() {
    let server = Server::start().await;
    let token = server.token("own", OWN, NOW);
    server.publish(|published, _| published.redeemed = (200, json!({"id_token": token})));
    let providers = server.providers();
    let from = |issuer: &str| CodeRedemption { issuer: Some(issuer.to_owned()), ..redemption() };
    let refused = providers.redeem("school", &from("https://evil.example"), NOW).await;
    assert_eq!(refused, Err(Code::IdTokenInvalid.into()));
    assert_eq!(server.request_count(), 0);
    assert!(providers.redeem("school", &from(&server.name()), NOW).await.is_ok());
    assert!(server.last_request().starts_with("POST /token "));
    // A provider that announces the parameter must send it.
    server.publish(|published, _| {
        published.metadata["authorization_response_iss_parameter_supported"] = json!(true);
    });
    let providers = server.providers();
    let refused = providers.redeem("school", &redemption(), NOW).await;
    assert_eq!(refused, Err(Code::IdTokenInvalid.into()));
    assert!(!server.last_request().starts_with("POST /token "));
    assert!(providers.redeem("school", &from(&server.name()), NOW).await.is_ok());
}

#[tokio::test]
async fn claims_missing_in_the_token_are_read_from_userinfo() {
    let server = Server::start().await;
    let bare = server.token("own", OWN, NOW);
    server.publish(|published, issuer| {
        published.metadata["userinfo_endpoint"] = json!(format!("{issuer}/userinfo"));
        published.redeemed = (200, json!({"id_token": bare, "access_token": "for-the-bearer"}));
    });
    let providers = server.providers();
    let redeemed = async |status: u16, userinfo: Value| {
        server.publish(|published, _| published.userinfo = (status, userinfo));
        providers.redeem("school", &redemption(), NOW).await
    };
    let ana = json!({"sub": "1", "email": "ana@school.example", "email_verified": true, "given_name": "Ana",
        "family_name": "Li"});
    let identity = redeemed(200, ana.clone()).await.expect("an identity");
    assert_eq!(
        (identity.email.as_deref(), identity.first_name.as_deref(), identity.last_name.as_deref()),
        (Some("ana@school.example"), Some("Ana"), Some("Li"))
    );
    let request = server.last_request();
    assert!(request.starts_with("GET /userinfo "), "{request}");
    assert!(request.contains("authorization: Bearer for-the-bearer"), "{request}");
    // UserInfo about another user is refused.
    let mut other = ana.clone();
    other["sub"] = json!("2");
    assert_eq!(redeemed(200, other).await, Err(Code::IdTokenInvalid.into()));
    for (status, userinfo) in [(401, ana.clone()), (500, json!({})), (200, json!({})), (302, ana)] {
        let failed = redeemed(status, userinfo).await;
        assert!(failed.as_ref().is_err_and(Refusal::is_fault), "{status}: {failed:?}");
    }
    // Claims in the token take precedence. A complete token needs no UserInfo request.
    let mut claims = server.claims(NOW);
    (claims["email"], claims["email_verified"]) = (json!("own@school.example"), json!(true));
    for (member, needs_userinfo) in [("given_name", true), ("family_name", false)] {
        claims[member] = json!("Own");
        let token = token(&json!({"alg": "ES256", "kid": "own"}), &claims, OWN);
        server.publish(|published, _| published.redeemed.1["id_token"] = json!(token));
        let identity = redeemed(200, json!({"sub": "1", "email": "x@school.example", "email_verified": true, "given_name": "X", "family_name": "Y"})).await.expect("an identity");
        assert_eq!(identity.email.as_deref(), Some("own@school.example"));
        assert_eq!(identity.first_name.as_deref(), Some("Own"));
        assert_eq!(identity.last_name.as_deref(), Some(if needs_userinfo { "Y" } else { "Own" }));
        assert_eq!(server.last_request().starts_with("GET /userinfo "), needs_userinfo);
    }
    // Without an access token there is no UserInfo request.
    server.publish(|published, _| published.redeemed.1["id_token"] = json!(bare));
    server.publish(|published, _| published.redeemed.1["access_token"] = Value::Null);
    assert_eq!(redeemed(500, json!({})).await.expect("an identity").email, None);
}
