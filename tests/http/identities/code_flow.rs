//! Sign-in at a provider in the browser, over HTTP, with a simulated provider. `forum-adapters` (`openid`) tests requests
//! to real providers, as does a journey with an independent implementation.

use std::sync::Arc;

use forum_tests::harness::{Answer, Ports, TestApi};
use forum_tests::memory::PlainProviders;
use forum_tests::postgres::PostgresDatabase;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::reauthenticate;
use crate::support::sign_in_methods::{VERIFIER, begin_flow, finish_flow, provider_code, returned};

const ANA: &str = "ana@school.example";
const BY_CODE: &str = "/api/auth/sessions/pkce";
const OWN: &str = "/api/users/me/identities";

async fn sign_in(api: &TestApi, request: &Value) -> Answer {
    api.anonymous().post(BY_CODE, request).await
}

#[tokio::test]
async fn a_new_provider_user_gets_an_account_and_signs_in_again() {
    let api = TestApi::new().await;
    sign_in(&api, &returned(&api, "1", None).await).await.problem(403, "email_not_verified");
    let request = begin_flow(&api).await;
    assert_eq!(request["redirect_uri"], "https://forum.example/api/auth/callback");
    let session = sign_in(&api, &returned(&api, "1", Some(ANA)).await).await.expect(201);
    assert_eq!(session.text_at("/aal"), "aal1");
    assert_eq!(session.text_at("/amr/0/method"), "oidc");
    let ina = api.with_token(&session.text_at("/access_token")).get("/api/users/me").await.expect(200);
    assert_eq!(
        (ina.text_at("/email"), ina.text_at("/first_name"), &ina.json["roles"]),
        (ANA.to_owned(), "Ina".to_owned(), &json!(["applicant"]))
    );
    let again = sign_in(&api, &returned(&api, "1", None).await).await.expect(201);
    assert_eq!(again.text_at("/user/id"), ina.text_at("/id"));
    // An account is never linked automatically.
    sign_in(&api, &returned(&api, "2", Some(ANA)).await).await.problem(409, "account_exists");
}

#[tokio::test]
async fn an_authorization_code_is_bound_to_its_browser() {
    let api = TestApi::new().await;
    let mut request = returned(&api, "1", Some(ANA)).await;
    request["code_verifier"] = json!("other");
    sign_in(&api, &request).await.problem(400, "bad_code_verifier");
    // The code is then invalid for every verifier.
    request["code_verifier"] = json!(VERIFIER);
    sign_in(&api, &request).await.problem(400, "flow_state_not_found");
}

#[tokio::test]
async fn an_authorization_code_is_single_use_and_expires_after_five_minutes() {
    let api = TestApi::new().await;
    let request = returned(&api, "1", Some(ANA)).await;
    sign_in(&api, &request).await.expect(201);
    sign_in(&api, &request).await.problem(400, "flow_state_not_found");
    let last = returned(&api, "1", None).await;
    api.clock().advance(Duration::seconds(299));
    sign_in(&api, &last).await.expect(201);
    let late = returned(&api, "1", None).await;
    api.clock().advance(Duration::seconds(300));
    sign_in(&api, &late).await.problem(400, "flow_state_expired");
}

#[tokio::test]
async fn a_state_is_single_use_and_expires_after_fifteen_minutes() {
    let api = TestApi::new().await;
    let request = begin_flow(&api).await;
    let query = format!("state={}&code={}", request["state"], provider_code(&request, "1", Some(ANA)));
    api.clock().advance(Duration::seconds(15 * 60 - 1));
    // Providers add their own parameters.
    let fragment = finish_flow(&api, &format!("{query}&session_state=x&scope=openid")).await;
    assert!(fragment.starts_with("code="), "{fragment}");
    assert_eq!(finish_flow(&api, &query).await, "error=flow_state_not_found");
    let request = begin_flow(&api).await;
    let query = format!("state={}&code={}", request["state"], provider_code(&request, "1", Some(ANA)));
    api.clock().advance(Duration::minutes(15));
    assert_eq!(finish_flow(&api, &query).await, "error=flow_state_expired");
}

#[tokio::test]
async fn the_provider_response_decides_the_redirect() {
    let api = TestApi::new().await;
    let foreign = provider_code(&begin_flow(&api).await, "1", Some(ANA));
    let table = [
        ("error=access_denied", "error=access_denied"),
        ("error=server_error&error_description=Sorry", "error=provider_refused"),
        ("code=junk", "error=provider_refused"),
        ("code=junk&error=access_denied", "error=access_denied"),
        ("", "error=provider_refused"),
        ("iss=https%3A%2F%2Fevil.example&code=junk", "error=id_token_invalid"),
        // A code of another request, which the verifier of this one does not redeem.
        (&format!("code={foreign}"), "error=provider_refused"),
    ];
    for (query, fragment) in table {
        let state = begin_flow(&api).await["state"].clone();
        assert_eq!(finish_flow(&api, &format!("{query}&state={state}")).await, fragment, "{query}");
    }
    for query in ["code=x", "code=x&state=", "code=x&state=junk", "error=access_denied"] {
        assert_eq!(finish_flow(&api, query).await, "error=flow_state_not_found", "{query}");
    }
}

#[tokio::test]
async fn an_identity_is_linked_by_a_redirect_from_its_provider() {
    let api = TestApi::new().await;
    let ana = api.applicant(ANA).await;
    let at = |provider: &str, mut proof: Value| {
        proof["provider"] = json!(provider);
        proof
    };
    let first = at("school", returned(&api, "1", None).await);
    let second = at("other", returned(&api, "2", Some("x@school.example")).await);
    let own = ana.post(OWN, &first).await.expect(201);
    assert_eq!((own.text_at("/provider"), own.text_at("/subject")), ("school".to_owned(), "1".to_owned()));
    ana.post(OWN, &first).await.problem(400, "flow_state_not_found");
    // Another provider in the body is refused, and so is a session that is not fresh.
    ana.post(OWN, &second).await.problem(404, "unknown_provider");
    let third = returned(&api, "3", None).await;
    for body in [
        json!({"auth_code": third["auth_code"]}),
        json!({"auth_code": third["auth_code"], "code_verifier": VERIFIER, "id_token": "x", "nonce": "x"}),
        json!({}),
    ] {
        ana.post(OWN, &at("school", body)).await.problem(422, "validation_failed");
    }
    api.clock().advance(Duration::minutes(10));
    let fourth = at("school", returned(&api, "4", None).await);
    ana.post(OWN, &fourth).await.problem(403, "reauthentication_required");
    reauthenticate(&ana).await;
    // The code is still valid.
    ana.post(OWN, &fourth).await.expect(201);
    let session = sign_in(&api, &returned(&api, "4", None).await).await.expect(201);
    assert_eq!(session.text_at("/user/email"), ANA);
}

const PARAMETERS: [(&str, &str); 3] = [
    ("provider", "school"),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
    ("code_challenge_method", "S256"),
];

/// Requests the redirect with `text` instead of the parameter `name`.
async fn authorize_with(api: &TestApi, name: &str, text: &str) -> Answer {
    let pair =
        |(own, value): &(&str, &str)| if *own == name { text.to_owned() } else { format!("{own}={value}") };
    let query = PARAMETERS.iter().map(pair).collect::<Vec<_>>().join("&");
    api.anonymous().get(&format!("/api/auth/authorize?{query}")).await
}

#[tokio::test]
async fn a_redirect_to_a_provider_needs_an_s256_challenge() {
    let api = TestApi::new().await;
    for (name, bad) in [
        ("provider", ""),
        ("code_challenge", "code_challenge=short"),
        ("code_challenge_method", "code_challenge_method=plain"),
    ] {
        let refused = authorize_with(&api, name, bad).await.problem(422, "validation_failed");
        assert_eq!(refused.field_errors()[0].0, format!("/{name}"), "{bad}");
    }
}

#[tokio::test]
async fn if_a_parameter_is_given_twice_the_first_one_counts() {
    let api = TestApi::new().await;
    for (name, value) in PARAMETERS {
        authorize_with(&api, name, &format!("{name}={value}&{name}=x")).await.expect(303);
        let refused = authorize_with(&api, name, &format!("{name}=x&{name}={value}")).await;
        assert!([404, 422].contains(&refused.status), "{name}");
    }
    let request = begin_flow(&api).await;
    let code = provider_code(&request, "1", Some(ANA));
    let query = format!("state={}&state=x&code={code}&code=x", request["state"]);
    assert!(finish_flow(&api, &query).await.starts_with("code="));
}

#[tokio::test]
async fn the_code_of_a_removed_provider_does_not_sign_in() {
    let database = PostgresDatabase::fresh().await;
    let before = TestApi::with(Ports::on(database.stores()));
    let request = returned(&before, "1", Some(ANA)).await;
    let without =
        Ports::on(database.stores()).with(|program| program.providers = Arc::new(PlainProviders(Vec::new())));
    sign_in(&TestApi::with(without), &request).await.problem(400, "flow_state_not_found");
}
