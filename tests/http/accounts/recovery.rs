//! Choosing a new password, and signing in with a code, over HTTP.

use forum_domain::mail::MailKind;
use forum_tests::harness::{PASSWORD, Ports, Sent, TestApi};
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::mailed::{code_to, link_to, recovery_token, recovery_token_of, sign_in_code};
use crate::support::requests::{sign_up_form, with_readback};
use crate::support::sign_in_methods::id_token;

const ANA: &str = "ana@school.example";
const NEW: &str = "Chosen-Meadow-51";
const RESET: &str = "/api/auth/recovery/password";
const SESSIONS: &str = "/api/auth/sessions";
const VERIFY: &str = "/api/auth/verifications";

fn credentials(password: &str) -> Value {
    json!({"email": ANA, "password": password})
}

#[tokio::test]
async fn a_new_password_ends_every_session_and_the_old_password() {
    let (api, readback) = with_readback(Ports::new().await);
    let signed_in = api.applicant(ANA).await;
    let (second, bo) = (api.sign_in(ANA).await, api.applicant("bo@school.example").await);
    let identity = id_token(&api, "1", None).await;
    signed_in.post("/api/users/me/identities", &identity).await.expect(201);
    let grant = recovery_token_of(&api, ANA).await;
    api.with_token(&grant).put(RESET, &json!({"password": NEW})).await.expect(204);
    for caller in [&signed_in, &second] {
        caller.get("/api/users/me").await.problem(401, "session_revoked");
    }
    bo.get("/api/users/me").await.expect(200);
    let stranger = api.anonymous();
    stranger.post(SESSIONS, &credentials(PASSWORD)).await.problem(401, "invalid_credentials");
    stranger.post(SESSIONS, &credentials(NEW)).await.expect(201);
    assert!(readback.audit_actions().await.contains(&"password.reset".to_owned()));
    let mails = readback.mails().await;
    let notice = mails.iter().find(|mail| mail.kind == MailKind::PasswordChanged).expect("a notice");
    assert_eq!(notice.items.len(), 1, "the identity, with which an attacker could still sign in");
}

#[tokio::test]
async fn recovery_confirms_a_pending_address_and_voids_its_other_link() {
    let api = TestApi::new().await;
    api.anonymous().post("/api/auth/signup", &sign_up_form(ANA)).await.expect(202);
    let confirmation = link_to(&api, ANA).await;
    let grant = recovery_token_of(&api, ANA).await;
    api.with_token(&grant).put(RESET, &json!({"password": NEW})).await.expect(204);
    api.anonymous().post(VERIFY, &json!({"token": confirmation})).await.problem(400, "token_invalid");
    api.anonymous().post(SESSIONS, &credentials(PASSWORD)).await.problem(401, "invalid_credentials");
    api.anonymous().post(SESSIONS, &credentials(NEW)).await.expect(201);
}

#[tokio::test]
async fn concurrent_use_of_a_recovery_grant_succeeds_once() {
    let api = TestApi::new().await;
    let grant = recovery_token(&api, ANA).await;
    let holder = api.with_token(&grant);
    let bodies: Vec<Value> = (0..20).map(|turn| json!({"password": format!("{NEW}-{turn}")})).collect();
    let answers = join_all(bodies.iter().map(|body| holder.put(RESET, body))).await;
    let of = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((of(204), of(401)), (1, 19));
    assert!(answers.iter().all(|answer| answer.status == 204 || answer.code() == "recovery_expired"));
}

#[tokio::test]
async fn without_a_valid_grant_nothing_else_is_checked() {
    let api = TestApi::new().await;
    let signed_in = api.applicant(ANA).await;
    let session = api.anonymous().post(SESSIONS, &credentials(PASSWORD)).await.expect(201);
    let bad = json!({"unknown": 1});
    api.anonymous().put(RESET, &bad).await.problem(401, "authentication_required");
    for caller in [&api.with_token("junk"), &signed_in, &api.with_token(&session.text_at("/refresh_token"))] {
        let answer = caller.put(RESET, &bad).await.problem(401, "recovery_expired");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    let query = Sent::new(Method::PUT, "/api/auth/recovery/password?unknown=1");
    api.with_token("junk").send(query).await.problem(401, "recovery_expired");
}

#[tokio::test]
async fn after_two_sign_ups_the_owner_of_the_address_chooses_the_password() {
    let api = TestApi::new().await;
    let stranger = api.anonymous();
    for password in [PASSWORD, "Planted-Bridge-7"] {
        let form = json!({"email": ANA, "password": password, "first_name": "Ana", "last_name": "Li"});
        stranger.post("/api/auth/signup", &form).await.expect(202);
        api.clock().advance(Duration::SECOND);
    }
    // The owner of the newest registration learns that only the confirmation is missing.
    stranger.post(SESSIONS, &credentials(PASSWORD)).await.problem(401, "invalid_credentials");
    stranger.post(SESSIONS, &credentials("Planted-Bridge-7")).await.problem(403, "email_not_verified");
    let resend = json!({"email": ANA, "purpose": "verify_email"});
    stranger.post("/api/auth/verifications/resend", &resend).await.expect(202);
    let token = link_to(&api, ANA).await;
    let answer = stranger.post(VERIFY, &json!({"token": token})).await.expect(200);
    let grant = answer.text_at("/recovery_token");
    let expected = json!({
        "purpose": "verify_email",
        "verified": true,
        "email": ANA,
        "recovery_token": grant,
        "expires_in": 600
    });
    assert_eq!(answer.json, expected);
    for password in [PASSWORD, "Planted-Bridge-7"] {
        stranger.post(SESSIONS, &credentials(password)).await.problem(401, "invalid_credentials");
    }
    api.with_token(&grant).put(RESET, &json!({"password": NEW})).await.expect(204);
    stranger.post(SESSIONS, &credentials(NEW)).await.expect(201);
}

#[tokio::test]
async fn the_code_of_a_recovery_mail_gives_a_grant_like_its_link() {
    let api = TestApi::new().await;
    api.applicant(ANA).await;
    api.anonymous().post("/api/auth/recovery", &json!({"email": ANA})).await.expect(202);
    let code = code_to(&api, ANA).await;
    let body = json!({"email": ANA.to_uppercase(), "code": code});
    let stranger = api.anonymous();
    stranger.post("/api/auth/sessions/code", &body).await.problem(401, "code_invalid");
    let granted = stranger.post(VERIFY, &body).await.expect(200);
    assert_eq!((&granted.json["purpose"], &granted.json["expires_in"]), (&json!("recovery"), &json!(600)));
    stranger.post(VERIFY, &body).await.problem(400, "token_invalid");
    let holder = api.with_token(&granted.text_at("/recovery_token"));
    holder.put(RESET, &json!({"password": NEW})).await.expect(204);
    stranger.post(SESSIONS, &credentials(NEW)).await.expect(201);
}

#[tokio::test]
async fn a_code_is_single_use() {
    let api = TestApi::new().await;
    let (email, code) = sign_in_code(&api, ANA).await;
    let body = json!({"email": email.to_uppercase(), "code": code});
    let session = api.anonymous().post("/api/auth/sessions/code", &body).await.expect(201);
    assert_eq!(session.text_at("/user/email"), ANA);
    assert_eq!(
        (session.text_at("/aal").as_str(), session.text_at("/amr/0/method").as_str()),
        ("aal1", "code")
    );
    api.with_token(&session.text_at("/access_token")).get("/api/users/me").await.expect(200);
    api.anonymous().post("/api/auth/sessions/code", &body).await.problem(401, "code_invalid");
}

#[tokio::test]
async fn every_code_that_is_not_accepted_gets_the_same_response() {
    let api = TestApi::new().await;
    let (email, code) = sign_in_code(&api, ANA).await;
    let other = if code == "000000" { "000001" } else { "000000" };
    let mut seen = Vec::new();
    for (email, code) in [
        (email.as_str(), other),
        ("unknown@school.example", code.as_str()),
        ("no address", code.as_str()),
        (email.as_str(), "12345"),
    ] {
        let body = json!({"email": email, "code": code});
        let mut answer =
            api.anonymous().post("/api/auth/sessions/code", &body).await.problem(401, "code_invalid");
        answer.json["instance"] = Value::Null;
        let (status, _, headers) = answer.visible();
        seen.push((status, answer.json, headers));
    }
    seen.dedup();
    assert_eq!(seen.len(), 1);
}
