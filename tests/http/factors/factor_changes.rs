//! Which sessions may change factors, and what changes with them.

use forum_domain::mail::MailKind;
use forum_tests::harness::{PASSWORD, Sent, TestApi};
use http::Method;
use serde_json::json;
use time::Duration;

use crate::support::mailed::sign_in_code;
use crate::support::requests::reauthenticate;
use crate::support::sign_in_methods::{Enrolled, challenge_token, code_now, with_app};

const ANA: &str = "ana@school.example";
const FACTORS: &str = "/api/auth/factors";
const SESSIONS: &str = "/api/auth/sessions";
const REAUTHENTICATE: &str = "/api/auth/sessions/reauthentication";

#[tokio::test]
async fn changes_to_factors_need_a_fresh_session_which_a_mailed_code_does_not_give() {
    let api = TestApi::new().await;
    let (email, code) = sign_in_code(&api, ANA).await;
    let typed = json!({"email": email, "code": code});
    let session = api.anonymous().post("/api/auth/sessions/code", &typed).await.expect(201);
    let ana = api.with_token(&session.text_at("/access_token"));
    let stale = "reauthentication_required";
    ana.post(FACTORS, &json!({"factor_type": "totp"})).await.problem(403, stale);
    reauthenticate(&ana).await;
    let app = Enrolled::by(&ana).await;
    let path = format!("{FACTORS}/{}", app.id);
    app.verify(&ana).await.expect(200);
    // Its code has made the session fresh for ten minutes.
    let renamed = ana.patch(&path, &json!({"friendly_name": "Phone"})).await;
    assert_eq!(renamed.expect(200).text_at("/friendly_name"), "Phone");
    api.clock().advance(Duration::minutes(10));
    for request in [
        Sent::new(Method::POST, FACTORS).json(&json!({"factor_type": "totp"})),
        Sent::new(Method::PATCH, &path).json(&json!({"friendly_name": "Mine"})),
        Sent::new(Method::POST, "/api/auth/factors/recovery-codes"),
        Sent::new(Method::DELETE, &path),
    ] {
        ana.send(request).await.problem(403, stale);
    }
    let listed = ana.get(FACTORS).await.expect(200);
    assert_eq!(listed.each("friendly_name"), ["Phone"]);
    assert_eq!(listed.json["recovery_codes_left"], 10);
}

#[tokio::test]
async fn a_password_or_a_factor_makes_a_session_fresh() {
    let api = TestApi::new().await;
    let (ana, app, _) = with_app(&api, ANA).await;
    let renames = async || {
        let path = format!("{FACTORS}/{}", app.id);
        ana.patch(&path, &json!({"friendly_name": "Phone"})).await.status
    };
    // Access tokens are valid for 15 minutes.
    api.clock().advance(Duration::minutes(10));
    assert_eq!(renames().await, 403);
    let wrong = json!({"password": "Quiet-Rivet-42"});
    ana.post(REAUTHENTICATE, &wrong).await.problem(401, "invalid_credentials");
    assert_eq!(renames().await, 403);
    reauthenticate(&ana).await;
    assert_eq!(renames().await, 200);
    let stranger = api.applicant("bo@school.example").await;
    let proof = json!({"factor_id": app.id, "code": code_now(&api, &app)});
    stranger.post(REAUTHENTICATE, &proof).await.problem(401, "code_invalid");
    ana.post(REAUTHENTICATE, &proof).await.expect(204);
    ana.post(REAUTHENTICATE, &proof).await.problem(401, "code_invalid");
    let own = ana.get(SESSIONS).await.expect(200);
    assert_eq!(own.json["items"][0]["amr"].as_array().map(Vec::len), Some(2));
    for incomplete in [
        json!({}),
        json!({"code": "000000"}),
        json!({"password": PASSWORD, "factor_id": app.id, "code": "000000"}),
    ] {
        ana.post(REAUTHENTICATE, &incomplete).await.problem(422, "validation_failed");
    }
}

#[tokio::test]
async fn removing_the_last_factor_ends_the_second_step_and_the_recovery_codes() {
    let api = TestApi::new().await;
    let (ana, first, _) = with_app(&api, ANA).await;
    let second = Enrolled::by(&ana).await;
    second.verify(&ana).await.expect(200);
    ana.delete(&format!("{FACTORS}/{}", first.id)).await.expect(204);
    assert_eq!(ana.get(FACTORS).await.json["recovery_codes_left"], json!(10));
    challenge_token(&api, ANA).await;
    api.clock().advance(Duration::SECOND);
    ana.delete(&format!("{FACTORS}/{}", second.id)).await.expect(204);
    api.run_mail().await;
    assert_eq!(api.inbox().last_to(ANA).expect("a notice").kind, MailKind::FactorRemoved);
    // The session was authenticated only by removed factors.
    ana.get(FACTORS).await.problem(401, "session_revoked");
    let credentials = json!({"email": ANA, "password": PASSWORD});
    let again = api.anonymous().post(SESSIONS, &credentials).await.expect(201);
    assert_eq!(again.text_at("/aal"), "aal1");
    let listed = api.with_token(&again.text_at("/access_token")).get(FACTORS).await;
    assert_eq!(listed.json, json!({"items": [], "next_cursor": null, "recovery_codes_left": 0}));
}
