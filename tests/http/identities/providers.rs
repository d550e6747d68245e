//! Sign-in with providers over HTTP, in the browser and with identity tokens. The provider is simulated.
//! `forum-adapters` (`openid`) tests requests to real providers and the check of real tokens, as does a journey
//! with an independent implementation.

use std::collections::HashMap;
use std::sync::Arc;

use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, PASSWORD, Ports, TestApi, UNKNOWN_ID};
use forum_tests::memory::PlainProviders;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::{reauthenticate, sign_up_form};
use crate::support::sign_in_methods::{
    Enrolled, EnrolledPasskey, VERIFIER, begin_flow, finish_flow, id_token, linked, provider_code, returned,
};

const ANA: &str = "ana@school.example";
const BY_CODE: &str = "/api/auth/sessions/pkce";
const OWN: &str = "/api/users/me/identities";
const BY_TOKEN: &str = "/api/auth/sessions/id_token";
const SESSIONS: &str = "/api/auth/sessions";
const INVALID: &str = "id_token_invalid";

async fn sign_in_by_code(api: &TestApi, request: &Value) -> Answer {
    api.anonymous().post(BY_CODE, request).await
}

#[tokio::test]
async fn a_new_provider_user_gets_an_account_and_signs_in_again() {
    let api = TestApi::new().await;
    sign_in_by_code(&api, &returned(&api, "1", None).await).await.problem(403, "email_not_verified");
    let request = begin_flow(&api).await;
    assert_eq!(request["redirect_uri"], "https://forum.example/api/auth/callback");
    let session = sign_in_by_code(&api, &returned(&api, "1", Some(ANA)).await).await.expect(201);
    assert_eq!(session.text_at("/aal"), "aal1");
    assert_eq!(session.text_at("/amr/0/method"), "oidc");
    let ina = api.with_token(&session.text_at("/access_token")).get("/api/users/me").await.expect(200);
    assert_eq!(
        (ina.text_at("/email"), ina.text_at("/first_name"), &ina.json["roles"]),
        (ANA.to_owned(), "Ina".to_owned(), &json!(["applicant"]))
    );
    let again = sign_in_by_code(&api, &returned(&api, "1", None).await).await.expect(201);
    assert_eq!(again.text_at("/user/id"), ina.text_at("/id"));
    // An account is never linked automatically.
    sign_in_by_code(&api, &returned(&api, "2", Some(ANA)).await).await.problem(409, "account_exists");
}

#[tokio::test]
async fn an_authorization_code_is_bound_to_its_browser() {
    let api = TestApi::new().await;
    let mut request = returned(&api, "1", Some(ANA)).await;
    request["code_verifier"] = json!("other");
    sign_in_by_code(&api, &request).await.problem(400, "bad_code_verifier");
    // The code is then invalid for every verifier.
    request["code_verifier"] = json!(VERIFIER);
    sign_in_by_code(&api, &request).await.problem(400, "flow_state_not_found");
}

#[tokio::test]
async fn an_authorization_code_is_single_use_and_expires_after_five_minutes() {
    let api = TestApi::new().await;
    let request = returned(&api, "1", Some(ANA)).await;
    sign_in_by_code(&api, &request).await.expect(201);
    sign_in_by_code(&api, &request).await.problem(400, "flow_state_not_found");
    let late = returned(&api, "1", None).await;
    api.clock().advance(Duration::minutes(5));
    sign_in_by_code(&api, &late).await.problem(400, "flow_state_expired");
}

#[tokio::test]
async fn a_state_is_single_use_and_expires_after_fifteen_minutes() {
    let api = TestApi::new().await;
    let [first, late] = [begin_flow(&api).await, begin_flow(&api).await];
    let query = |request: &HashMap<String, String>| {
        format!("state={}&code={}", request["state"], provider_code(request, "1", Some(ANA)))
    };
    // Providers add their own parameters.
    let fragment = finish_flow(&api, &format!("{}&session_state=x&scope=openid", query(&first))).await;
    assert!(fragment.starts_with("code="), "{fragment}");
    assert_eq!(finish_flow(&api, &query(&first)).await, "error=flow_state_not_found");
    api.clock().advance(Duration::minutes(15));
    assert_eq!(finish_flow(&api, &query(&late)).await, "error=flow_state_expired");
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
    let (api, ana) = TestApi::with_applicant().await;
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
    let session = sign_in_by_code(&api, &returned(&api, "4", None).await).await.expect(201);
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
    let before = TestApi::new().await;
    let request = returned(&before, "1", Some(ANA)).await;
    let without =
        before.ports.clone().with(|program| program.providers = Arc::new(PlainProviders(Vec::new())));
    sign_in_by_code(&TestApi::with(without), &request).await.problem(400, "flow_state_not_found");
}

async fn sign_in_by_token(api: &TestApi, token: &Value) -> Answer {
    api.anonymous().post(BY_TOKEN, token).await
}

#[tokio::test]
async fn a_new_identity_with_a_verified_address_gets_an_account() {
    let api = TestApi::new().await;
    let listed = api.anonymous().get("/api/auth/providers").await.expect(200);
    assert_eq!(
        listed.json,
        json!({"items": [
            {"name": "school", "title": "Springfield Schools", "kind": "openid"},
            {"name": "ethereum", "title": "Ethereum", "kind": "wallet"},
            {"name": "solana", "title": "Solana", "kind": "wallet"},
        ], "next_cursor": null})
    );
    let session = sign_in_by_token(&api, &id_token(&api, "1", Some(ANA)).await).await.expect(201);
    assert_eq!((session.text_at("/aal").as_str(), session.methods()), ("aal1", vec!["id_token"]));
    let ina = api.with_token(&session.text_at("/access_token"));
    let me = ina.get("/api/users/me").await.expect(200);
    assert_eq!(
        (me.text_at("/email"), me.text_at("/first_name"), me.text_at("/last_name"), &me.json["roles"]),
        (ANA.to_owned(), "Ina".to_owned(), "Ek".to_owned(), &json!(["applicant"]))
    );
    let own = ina.get(OWN).await.expect(200);
    assert_eq!(
        (own.text_at("/items/0/provider"), own.text_at("/items/0/subject"), own.text_at("/items/0/email")),
        ("school".to_owned(), "1".to_owned(), ANA.to_owned())
    );
    // The same account again. It has no password.
    let again = sign_in_by_token(&api, &id_token(&api, "1", None).await).await.expect(201);
    assert_eq!(again.text_at("/user/id"), me.text_at("/id"));
    let guess = json!({"email": ANA, "password": PASSWORD});
    api.anonymous().post(SESSIONS, &guess).await.problem(401, "invalid_credentials");

    // The provider sends no name that a profile can store.
    let mut token = id_token(&api, "2", Some("bo@school.example")).await;
    let mut claims: Value = serde_json::from_str(token["id_token"].as_str().expect("text")).expect("JSON");
    (claims["given_name"], claims["family_name"]) = (json!("www.evil.example"), Value::Null);
    token["id_token"] = json!(claims.to_string());
    let session = sign_in_by_token(&api, &token).await.expect(201);
    assert_eq!(
        (session.text_at("/user/first_name").as_str(), session.text_at("/user/last_name").as_str()),
        ("(no name)", "(no name)")
    );

    // Of several tabs that sign in at once, one creates the account.
    let mut tokens = Vec::new();
    for _ in 0..9 {
        tokens.push(id_token(&api, "3", Some("cy@school.example")).await);
    }
    let sessions =
        futures_util::future::join_all(tokens.iter().map(|token| sign_in_by_token(&api, token))).await;
    let mut users: Vec<_> =
        sessions.into_iter().map(|session| session.expect(201).text_at("/user/id")).collect();
    users.dedup();
    assert_eq!(users.len(), 1);
}

#[tokio::test]
async fn an_existing_account_is_never_linked_automatically() {
    let (api, ana) = TestApi::with_applicant().await;
    for email in [ANA, "ANA@school.example"] {
        sign_in_by_token(&api, &id_token(&api, "1", Some(email)).await).await.problem(409, "account_exists");
    }
    assert_eq!(ana.get(OWN).await.json, json!({"items": [], "next_cursor": null}));
    // An unconfirmed sign-up of the address is not an account.
    api.anonymous().post("/api/auth/signup", &sign_up_form("bo@school.example")).await.expect(202);
    let token = id_token(&api, "2", Some("bo@school.example")).await;
    let session = sign_in_by_token(&api, &token).await.expect(201);
    assert_eq!(session.text_at("/user/first_name"), "Ina");
    assert_eq!(api.readback().registrations().await, 0);
    let guess = json!({"email": "bo@school.example", "password": PASSWORD});
    api.anonymous().post(SESSIONS, &guess).await.problem(401, "invalid_credentials");
}

#[tokio::test]
async fn a_linked_identity_signs_in_regardless_of_its_address_and_after_the_second_factor() {
    let api = TestApi::new().await;
    for email in [None, Some("no address")] {
        sign_in_by_token(&api, &id_token(&api, "1", email).await).await.problem(403, "email_not_verified");
    }
    let ana = api.applicant(ANA).await;
    let bo = api.applicant("bo@school.example").await;
    linked(&ana, &api, "1").await;
    for email in [None, Some("bo@school.example"), Some("new@school.example")] {
        let session = sign_in_by_token(&api, &id_token(&api, "1", email).await).await.expect(201);
        assert_eq!(session.text_at("/user/email"), ANA, "{email:?}");
    }
    assert_eq!(bo.get(OWN).await.json, json!({"items": [], "next_cursor": null}));
    Enrolled::by(&ana).await.verify(&ana).await.expect(200);
    let asked = sign_in_by_token(&api, &id_token(&api, "1", None).await).await.expect(200);
    assert_eq!(asked.text_at("/status"), "factor_required");
    ana.disable().await;
    sign_in_by_token(&api, &id_token(&api, "1", None).await).await.problem(403, "account_disabled");
}

#[tokio::test]
async fn a_token_needs_its_own_nonce_and_provider() {
    let api = TestApi::new().await;
    let [mine, other] = [id_token(&api, "1", Some(ANA)).await, id_token(&api, "1", None).await];
    for nonce in [&json!(UNKNOWN_ID), &json!("no-id"), &other["nonce"]] {
        let mut token = mine.clone();
        token["nonce"] = nonce.clone();
        sign_in_by_token(&api, &token).await.problem(401, INVALID);
    }
    let mut unknown = mine.clone();
    unknown["provider"] = json!("other");
    sign_in_by_token(&api, &unknown).await.problem(404, "unknown_provider");
    // The right nonce is still valid, once.
    sign_in_by_token(&api, &mine).await.expect(201);
    sign_in_by_token(&api, &mine).await.problem(401, INVALID);
}

#[tokio::test]
async fn linking_needs_a_fresh_session_and_notifies_the_owner() {
    let (api, ana) = TestApi::with_applicant().await;
    let first = linked(&ana, &api, "1").await;
    api.run_mail().await;
    assert_eq!(api.inbox().last_to(ANA).expect("a notice").kind, MailKind::IdentitiesChanged);
    // It is linked to one account, and linking it again changes nothing.
    let bo = api.applicant("bo@school.example").await;
    bo.post(OWN, &id_token(&api, "1", None).await).await.problem(409, "identity_taken");
    bo.delete(&format!("{OWN}/{}", first.text_at("/id"))).await.problem(404, "not_found");
    assert_eq!(linked(&ana, &api, "1").await.text_at("/id"), first.text_at("/id"));
    let path = format!("{OWN}/{}", first.text_at("/id"));
    api.clock().advance(Duration::minutes(10));
    let token = id_token(&api, "2", None).await;
    let stale = "reauthentication_required";
    ana.post(OWN, &token).await.problem(403, stale);
    ana.delete(&path).await.problem(403, stale);
    // Sign-in at a provider does not make a session fresh.
    let session = sign_in_by_token(&api, &id_token(&api, "1", None).await).await.expect(201);
    let by_token = api.with_token(&session.text_at("/access_token"));
    by_token.post(OWN, &token).await.problem(403, stale);
    reauthenticate(&ana).await;
    let other = json!({"provider": "other", "id_token": token["id_token"], "nonce": token["nonce"]});
    ana.post(OWN, &other).await.problem(404, "unknown_provider");
    ana.post(OWN, &token).await.expect(201);
    ana.post(OWN, &token).await.problem(401, INVALID);
    assert_eq!(ana.get(OWN).await.each("subject"), ["1", "2"]);
    ana.delete(&path).await.expect(204);
    let mut actions = api.readback().audit_actions().await;
    actions.retain(|action| action.starts_with("identity."));
    assert_eq!(actions, ["identity.linked", "identity.linked", "identity.unlinked"]);
    sign_in_by_token(&api, &id_token(&api, "1", None).await).await.problem(403, "email_not_verified");
    ana.delete(&path).await.problem(404, "not_found");
}

#[tokio::test]
async fn the_last_sign_in_method_cannot_be_removed() {
    let api = TestApi::new().await;
    let session = sign_in_by_token(&api, &id_token(&api, "1", Some(ANA)).await).await.expect(201);
    let ina = api.with_token(&session.text_at("/access_token"));
    let id = ina.get(OWN).await.text_at("/items/0/id");
    let path = format!("{OWN}/{id}");
    // An app is a second step only; its code makes the session fresh.
    let app = Enrolled::by(&ina).await;
    app.verify(&ina).await.expect(200);
    ina.delete(&path).await.problem(409, "last_way_in");
    EnrolledPasskey::by(&ina).await;
    ina.delete(&path).await.expect(204);
}

#[tokio::test]
async fn a_site_without_providers_issues_no_nonce() {
    let api = TestApi::with(Ports::new().await.with(|program| {
        program.providers = Arc::new(PlainProviders(Vec::new()));
        program.chains = Vec::new();
    }));
    let listed = api.anonymous().get("/api/auth/providers").await.expect(200);
    assert_eq!(listed.json, json!({"items": [], "next_cursor": null}));
    for path in ["/api/auth/nonces", "/api/auth/web3/nonces"] {
        api.anonymous().call(path).await.problem(404, "unknown_provider");
    }
}
