//! Choosing a new password, and signing in with a code, over HTTP.

use forum_domain::mail::MailKind;
use forum_tests::harness::{PASSWORD, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::mailed::{link_to, recovery_token_of, sign_in_code};
use crate::support::requests::with_readback;
use crate::support::sign_in_methods::id_token;

const ANA: &str = "ana@school.example";
const NEW: &str = "Chosen-Meadow-51";
const RESET: &str = "/api/auth/recovery/password";
const SESSIONS: &str = "/api/auth/sessions";

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
    let answer = api.redeem(&link_to(&api, ANA).await).await.expect(200);
    let grant = answer.text_at("/recovery_token");
    let expected = json!({"purpose": "verify_email", "verified": true, "email": ANA,
        "recovery_token": grant, "expires_in": 600});
    assert_eq!(answer.json, expected);
    for password in [PASSWORD, "Planted-Bridge-7"] {
        stranger.post(SESSIONS, &credentials(password)).await.problem(401, "invalid_credentials");
    }
    api.with_token(&grant).put(RESET, &json!({"password": NEW})).await.expect(204);
    stranger.post(SESSIONS, &credentials(NEW)).await.expect(201);
}

#[tokio::test]
async fn a_code_is_single_use_and_every_other_one_gets_the_same_response() {
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
        let answer = api.anonymous().post("/api/auth/sessions/code", &body).await;
        seen.push(answer.problem(401, "code_invalid").visible());
    }
    seen.dedup();
    assert_eq!(seen.len(), 1);
    let body = json!({"email": email.to_uppercase(), "code": code});
    let session = api.anonymous().post("/api/auth/sessions/code", &body).await.expect(201);
    assert_eq!((session.text_at("/user/email").as_str(), session.methods()), (ANA, vec!["code"]));
    assert_eq!(session.text_at("/aal"), "aal1");
    api.anonymous().post("/api/auth/sessions/code", &body).await.problem(401, "code_invalid");
}
