//! Identities at providers over HTTP: sign-in with an identity token, linking, unlinking. The tokens come from a
//! simulated provider. `forum-adapters` (`openid`) tests the check of real tokens.

use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, PASSWORD, Ports, TestApi, UNKNOWN_ID};
use forum_tests::memory::PlainProviders;
use serde_json::{Value, json};
use std::sync::Arc;
use time::Duration;

use crate::support::mailed::link_to;
use crate::support::requests::{disable, reauthenticate, sign_up_form, with_readback};
use crate::support::sign_in_methods::{Enrolled, EnrolledPasskey, id_token, linked};

const ANA: &str = "ana@school.example";
const BY_TOKEN: &str = "/api/auth/sessions/id_token";
const OWN: &str = "/api/users/me/identities";
const SESSIONS: &str = "/api/auth/sessions";
const INVALID: &str = "id_token_invalid";

async fn sign_in(api: &TestApi, token: &Value) -> Answer {
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
    let session = sign_in(&api, &id_token(&api, "1", Some(ANA)).await).await.expect(201);
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
    let again = sign_in(&api, &id_token(&api, "1", None).await).await.expect(201);
    assert_eq!(again.text_at("/user/id"), me.text_at("/id"));
    let guess = json!({"email": ANA, "password": PASSWORD});
    api.anonymous().post(SESSIONS, &guess).await.problem(401, "invalid_credentials");
    // The owner of the address can set a password.
    api.anonymous().post("/api/auth/recovery", &json!({"email": ANA})).await.expect(202);
    let granted = api.redeem(&link_to(&api, ANA).await).await.expect(200);
    let holder = api.with_token(&granted.text_at("/recovery_token"));
    holder.put("/api/auth/recovery/password", &json!({"password": PASSWORD})).await.expect(204);
    api.anonymous().post(SESSIONS, &guess).await.expect(201);

    // The provider sends no name that a profile can store.
    let mut token = id_token(&api, "2", Some("bo@school.example")).await;
    let mut claims: Value = serde_json::from_str(token["id_token"].as_str().expect("text")).expect("JSON");
    (claims["given_name"], claims["family_name"]) = (json!("www.evil.example"), Value::Null);
    token["id_token"] = json!(claims.to_string());
    let session = sign_in(&api, &token).await.expect(201);
    assert_eq!(
        (session.text_at("/user/first_name").as_str(), session.text_at("/user/last_name").as_str()),
        ("(no name)", "(no name)")
    );

    // Of several tabs that sign in at once, one creates the account.
    let mut tokens = Vec::new();
    for _ in 0..9 {
        tokens.push(id_token(&api, "3", Some("cy@school.example")).await);
    }
    let sessions = futures_util::future::join_all(tokens.iter().map(|token| sign_in(&api, token))).await;
    let mut users: Vec<_> =
        sessions.into_iter().map(|session| session.expect(201).text_at("/user/id")).collect();
    users.dedup();
    assert_eq!(users.len(), 1);
}

#[tokio::test]
async fn an_existing_account_is_never_linked_automatically() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant(ANA).await;
    for email in [ANA, "ANA@school.example"] {
        sign_in(&api, &id_token(&api, "1", Some(email)).await).await.problem(409, "account_exists");
    }
    assert_eq!(ana.get(OWN).await.json, json!({"items": [], "next_cursor": null}));
    // An unconfirmed sign-up of the address is not an account.
    api.anonymous().post("/api/auth/signup", &sign_up_form("bo@school.example")).await.expect(202);
    let token = id_token(&api, "2", Some("bo@school.example")).await;
    let session = sign_in(&api, &token).await.expect(201);
    assert_eq!(session.text_at("/user/first_name"), "Ina");
    assert_eq!(readback.registrations().await, 0);
    let guess = json!({"email": "bo@school.example", "password": PASSWORD});
    api.anonymous().post(SESSIONS, &guess).await.problem(401, "invalid_credentials");
}

#[tokio::test]
async fn a_linked_identity_signs_in_regardless_of_its_address_and_after_the_second_factor() {
    let (api, readback) = with_readback(Ports::new().await);
    for email in [None, Some("no address")] {
        sign_in(&api, &id_token(&api, "1", email).await).await.problem(403, "email_not_verified");
    }
    let ana = api.applicant(ANA).await;
    let bo = api.applicant("bo@school.example").await;
    linked(&ana, &api, "1").await;
    for email in [None, Some("bo@school.example"), Some("new@school.example")] {
        let session = sign_in(&api, &id_token(&api, "1", email).await).await.expect(201);
        assert_eq!(session.text_at("/user/email"), ANA, "{email:?}");
    }
    assert_eq!(bo.get(OWN).await.json, json!({"items": [], "next_cursor": null}));
    Enrolled::by(&ana).await.verify(&ana).await.expect(200);
    let asked = sign_in(&api, &id_token(&api, "1", None).await).await.expect(200);
    assert_eq!(asked.text_at("/status"), "factor_required");
    disable(&readback, &ana).await;
    sign_in(&api, &id_token(&api, "1", None).await).await.problem(403, "account_disabled");
}

#[tokio::test]
async fn a_nonce_is_single_use_and_expires_after_five_minutes() {
    let api = TestApi::new().await;
    let token = id_token(&api, "1", Some(ANA)).await;
    sign_in(&api, &token).await.expect(201);
    sign_in(&api, &token).await.problem(401, INVALID);
    for (wait, status) in [(Duration::seconds(299), 201), (Duration::seconds(300), 401)] {
        let token = id_token(&api, "1", None).await;
        api.clock().advance(wait);
        sign_in(&api, &token).await.expect(status);
    }
    let [mine, other] = [id_token(&api, "1", None).await, id_token(&api, "1", None).await];
    for nonce in [&json!(UNKNOWN_ID), &json!("no-id"), &other["nonce"]] {
        let mut token = mine.clone();
        token["nonce"] = nonce.clone();
        sign_in(&api, &token).await.problem(401, INVALID);
    }
    let mut unknown = mine.clone();
    unknown["provider"] = json!("other");
    sign_in(&api, &unknown).await.problem(404, "unknown_provider");
    // The right nonce is still valid.
    sign_in(&api, &mine).await.expect(201);
}

#[tokio::test]
async fn linking_needs_a_fresh_session_and_notifies_the_owner() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant(ANA).await;
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
    let session = sign_in(&api, &id_token(&api, "1", None).await).await.expect(201);
    let by_token = api.with_token(&session.text_at("/access_token"));
    by_token.post(OWN, &token).await.problem(403, stale);
    reauthenticate(&ana).await;
    let other = json!({"provider": "other", "id_token": token["id_token"], "nonce": token["nonce"]});
    ana.post(OWN, &other).await.problem(404, "unknown_provider");
    ana.post(OWN, &token).await.expect(201);
    ana.post(OWN, &token).await.problem(401, INVALID);
    assert_eq!(ana.get(OWN).await.each("subject"), ["1", "2"]);
    ana.delete(&path).await.expect(204);
    let mut actions = readback.audit_actions().await;
    actions.retain(|action| action.starts_with("identity."));
    assert_eq!(actions, ["identity.linked", "identity.linked", "identity.unlinked"]);
    sign_in(&api, &id_token(&api, "1", None).await).await.problem(403, "email_not_verified");
    ana.delete(&path).await.problem(404, "not_found");
}

#[tokio::test]
async fn the_last_sign_in_method_cannot_be_removed() {
    let api = TestApi::new().await;
    let session = sign_in(&api, &id_token(&api, "1", Some(ANA)).await).await.expect(201);
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

#[tokio::test]
async fn restoring_an_address_unlinks_identities_linked_since() {
    let api = TestApi::new().await;
    let thief = api.applicant(ANA).await;
    linked(&thief, &api, "before").await;
    api.clock().advance(Duration::days(31));
    let thief = api.sign_in(ANA).await;
    let change = json!({"email": "thief@evil.example", "current_password": PASSWORD});
    thief.put("/api/users/me/email", &change).await.expect(202);
    let mut links = Vec::new();
    for email in [ANA, "thief@evil.example"] {
        links.push(link_to(&api, email).await);
    }
    linked(&thief, &api, "since").await;
    // Sends its notice first: mails of the same time have no order.
    api.run_mail().await;
    for link in links {
        api.redeem(&link).await.expect(200);
    }
    // The former address is reserved for its owner.
    sign_in(&api, &id_token(&api, "new", Some(ANA)).await).await.problem(409, "account_exists");
    let back = link_to(&api, ANA).await;
    api.redeem(&back).await.expect(200);
    sign_in(&api, &id_token(&api, "since", None).await).await.problem(403, "email_not_verified");
    sign_in(&api, &id_token(&api, "before", None).await).await.expect(201);
}
