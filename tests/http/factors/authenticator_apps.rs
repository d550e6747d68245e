//! Authenticator apps over HTTP: enrolment, sign-in, recovery codes, limits, and which sessions may change factors.

use forum_domain::mail::MailKind;
use forum_tests::builders::totp;
use forum_tests::harness::{Answer, PASSWORD, Sent, TestApi};
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::{new_session, reauthenticate};
use crate::support::sign_in_methods::{Enrolled, challenge_token, code_now, code_of, sign_in_code, with_app};

const ANA: &str = "ana@school.example";
const FACTORS: &str = "/api/auth/factors";
const SESSIONS: &str = "/api/auth/sessions";
const STEP_TWO: &str = "/api/auth/sessions/factor";
const REAUTHENTICATE: &str = "/api/auth/sessions/reauthentication";
const STEP: Duration = Duration::seconds(30);

async fn step_two(api: &TestApi, token: &str, app: &Enrolled, code: &str) -> Answer {
    let body = json!({"challenge_token": token, "factor_id": app.id, "code": code});
    api.anonymous().post(STEP_TWO, &body).await
}

async fn with_recovery_code(api: &TestApi, code: &str) -> Answer {
    let token = challenge_token(api, ANA).await;
    api.anonymous().post(STEP_TWO, &json!({"challenge_token": token, "recovery_code": code})).await
}

#[tokio::test]
async fn verifying_the_first_app_returns_ten_recovery_codes() {
    let (api, ana) = TestApi::with_applicant().await;
    let body = json!({"factor_type": "totp", "friendly_name": " My phone "});
    let enrolled = ana.post(FACTORS, &body).await.expect(201);
    let secret = enrolled.text_at("/secret");
    let uri = format!(
        "otpauth://totp/Educators%20Forum:ana%40school.example?secret={secret}&issuer=Educators%20Forum"
    );
    assert_eq!(enrolled.text_at("/uri"), uri);
    assert!(enrolled.text_at("/qr_svg").starts_with("<svg"));
    let listed = ana.get(FACTORS).await.expect(200);
    assert_eq!(listed.text_at("/items/0/friendly_name"), "My phone");
    assert_eq!(listed.each("status"), ["unverified"]);
    assert_eq!(listed.json["recovery_codes_left"], 0);

    let app = Enrolled { id: enrolled.text_at("/id"), code: totp(&secret, api.now()), secret };
    let session = app.verify(&ana).await.expect(200);
    assert_eq!((session.text_at("/aal").as_str(), session.methods()), ("aal2", vec!["password", "totp"]));
    let codes = session.json["recovery_codes"].as_array().expect("codes");
    assert_eq!(codes.len(), 10);
    // The tokens belong to the same session.
    let again = api.with_token(&session.text_at("/access_token"));
    let sessions = again.get(SESSIONS).await.expect(200);
    assert_eq!((&sessions.json["total"], &sessions.json["items"][0]["aal"]), (&json!(1), &json!("aal2")));
    let refresh = json!({"refresh_token": session.text_at("/refresh_token")});
    let refreshed = api.anonymous().post("/api/auth/sessions/refresh", &refresh).await.expect(200);
    assert_eq!(refreshed.text_at("/aal"), "aal2");
    let listed = ana.get(FACTORS).await.expect(200);
    assert_eq!(listed.each("status"), ["verified"]);
    assert_eq!(listed.json["recovery_codes_left"], 10);
    api.run_mail().await;
    assert_eq!(api.inbox().last_to(ANA).expect("a notice").kind, MailKind::FactorAdded);

    // A second app creates no codes and keeps the existing ones.
    let second = Enrolled::by(&ana).await.verify(&ana).await.expect(200);
    assert_eq!(second.json["recovery_codes"], Value::Null);
}

#[tokio::test]
async fn an_unverified_factor_is_ignored() {
    let (api, ana) = TestApi::with_applicant().await;
    let abandoned = Enrolled::by(&ana).await;
    let session = new_session(&api, ANA).await;
    assert_eq!((session.text_at("/aal").as_str(), session.methods()), ("aal1", vec!["password"]));
    let proof = json!({"factor_id": abandoned.id, "code": abandoned.code});
    ana.post(REAUTHENTICATE, &proof).await.problem(401, "code_invalid");
    // The same with another, verified factor.
    let (bo, _, _) = with_app(&api, "bo@school.example").await;
    let waiting = Enrolled::by(&bo).await;
    let token = challenge_token(&api, "bo@school.example").await;
    step_two(&api, &token, &waiting, &code_now(&api, &waiting)).await.problem(401, "code_invalid");
    // A new enrolment replaces it.
    let other = Enrolled::by(&ana).await;
    assert_eq!(ana.get(FACTORS).await.expect(200).each("id"), [&*other.id]);
}

#[tokio::test]
async fn a_challenge_is_answered_with_its_own_factor_and_once() {
    let api = TestApi::new().await;
    let (ana, app, _) = with_app(&api, ANA).await;
    let other = Enrolled::by(&ana).await;
    let challenge = app.challenge(&ana).await;
    other.answer(&ana, &challenge, &code_now(&api, &other)).await.problem(400, "challenge_expired");
    app.answer(&ana, &challenge, &code_now(&api, &app)).await.expect(200);
    api.clock().advance(STEP);
    app.answer(&ana, &challenge, &code_now(&api, &app)).await.problem(400, "challenge_expired");
    // Another user cannot answer it with any factor.
    let (bo, bos, _) = with_app(&api, "bo@school.example").await;
    let challenge = app.challenge(&ana).await;
    bos.answer(&bo, &challenge, &code_now(&api, &bos)).await.problem(400, "challenge_expired");
    app.answer(&bo, &challenge, &code_now(&api, &app)).await.problem(404, "not_found");
}

#[tokio::test]
async fn signing_in_with_a_factor_takes_two_steps_and_gives_aal2() {
    let api = TestApi::new().await;
    let (_, app, _) = with_app(&api, ANA).await;
    let credentials = json!({"email": ANA, "password": PASSWORD});
    let asked = api.anonymous().post(SESSIONS, &credentials).await.expect(200);
    assert_eq!(
        asked.json["factors"],
        json!([{"id": app.id, "factor_type": "totp", "friendly_name": "Authenticator app"}])
    );
    assert_eq!(asked.json["access_token"], Value::Null);
    let token = asked.text_at("/challenge_token");
    let session = step_two(&api, &token, &app, &code_now(&api, &app)).await.expect(201);
    assert_eq!((session.text_at("/aal").as_str(), session.methods()), ("aal2", vec!["password", "totp"]));
    // The challenge is single-use.
    api.clock().advance(STEP);
    step_two(&api, &token, &app, &code_now(&api, &app)).await.problem(400, "challenge_expired");

    // A mailed code is a first step too.
    let (email, code) = code_of(&api, ANA).await;
    let typed = json!({"email": email, "code": code});
    let asked = api.anonymous().post("/api/auth/sessions/code", &typed).await.expect(200);
    api.clock().advance(STEP);
    let token = asked.text_at("/challenge_token");
    let session = step_two(&api, &token, &app, &code_now(&api, &app)).await.expect(201);
    assert_eq!(session.methods(), ["code", "totp"]);
}

/// Runs with the scaled-up limits of the tests, which do not scale this one.
#[tokio::test]
async fn five_wrong_codes_end_a_challenge_and_ten_limit_the_account() {
    let api = TestApi::new().await;
    let (ana, app, _) = with_app(&api, ANA).await;
    // In the second round the account has reached its limit too.
    for (status, refusal) in [(400, "challenge_expired"), (429, "rate_limited")] {
        let token = challenge_token(&api, ANA).await;
        for _ in 0..5 {
            step_two(&api, &token, &app, "000000").await.problem(401, "code_invalid");
        }
        step_two(&api, &token, &app, &code_now(&api, &app)).await.problem(status, refusal);
    }
    let token = challenge_token(&api, ANA).await;
    let limited = step_two(&api, &token, &app, &code_now(&api, &app)).await;
    assert!(limited.header("retry-after").parse::<u32>().expect("seconds") <= 90);
    limited.problem(429, "rate_limited");
    // The limit covers every operation that accepts a code.
    let proof = json!({"factor_id": app.id, "code": code_now(&api, &app)});
    ana.post(REAUTHENTICATE, &proof).await.problem(429, "rate_limited");
    let challenge = app.challenge(&ana).await;
    app.answer(&ana, &challenge, &code_now(&api, &app)).await.problem(429, "rate_limited");
    let code = json!({"challenge_token": token, "recovery_code": "aaaaa-aaaaa"});
    api.anonymous().post(STEP_TWO, &code).await.problem(429, "rate_limited");
    // Other accounts are not affected, and the owner can sign in after the wait.
    let (_, other, _) = with_app(&api, "bo@school.example").await;
    let bos = challenge_token(&api, "bo@school.example").await;
    step_two(&api, &bos, &other, &code_now(&api, &other)).await.expect(201);
    api.clock().advance(Duration::seconds(90));
    step_two(&api, &token, &app, &code_now(&api, &app)).await.expect(201);
}

#[tokio::test]
async fn concurrent_use_of_a_code_signs_in_once() {
    let api = TestApi::new().await;
    let (_, app, _) = with_app(&api, ANA).await;
    let code = code_now(&api, &app);
    let mut tokens = Vec::new();
    for _ in 0..9 {
        tokens.push(challenge_token(&api, ANA).await);
    }
    let answers = join_all(tokens.iter().map(|token| step_two(&api, token, &app, &code))).await;
    let of = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((of(201), of(401)), (1, 8));
    // One challenge opens one session, even with several right codes.
    api.clock().advance(Duration::minutes(15));
    let token = challenge_token(&api, ANA).await;
    let codes = [0, 1].map(|steps| totp(&app.secret, api.now() + STEP * steps));
    let answers = join_all(codes.iter().map(|code| step_two(&api, &token, &app, code))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
}

#[tokio::test]
async fn a_recovery_code_is_single_use_and_its_owner_is_notified() {
    let api = TestApi::new().await;
    let (ana, _, codes) = with_app(&api, ANA).await;
    let typed = codes[3].to_uppercase().replace('-', " ");
    let session = with_recovery_code(&api, &typed).await.expect(201);
    assert_eq!(session.methods(), ["password", "recovery_code"]);
    api.run_mail().await;
    assert_eq!(api.inbox().last_to(ANA).expect("a notice").kind, MailKind::RecoveryCodeUsed);
    assert_eq!(api.readback().audit_actions().await.last().expect("an event"), "recovery_code.used");
    with_recovery_code(&api, &codes[3]).await.problem(401, "code_invalid");
    assert_eq!(ana.get(FACTORS).await.json["recovery_codes_left"], json!(9));
    with_recovery_code(&api, &codes[9]).await.expect(201);

    // New codes replace the old ones.
    let made = ana.call("/api/auth/factors/recovery-codes").await.expect(201);
    let fresh = made.text_at("/recovery_codes/0");
    with_recovery_code(&api, &codes[0]).await.problem(401, "code_invalid");
    with_recovery_code(&api, &fresh).await.expect(201);
}

#[tokio::test]
async fn a_new_password_invalidates_a_pending_second_step() {
    let api = TestApi::new().await;
    let (ana, app, _) = with_app(&api, ANA).await;
    let token = challenge_token(&api, ANA).await;
    api.clock().advance(Duration::SECOND);
    let change = json!({"current_password": PASSWORD, "password": "Chosen-Meadow-51"});
    ana.put("/api/users/me/password", &change).await.expect(204);
    step_two(&api, &token, &app, &code_now(&api, &app)).await.problem(400, "challenge_expired");
}

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
