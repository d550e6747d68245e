//! Sessions that were ended, and sessions of accounts that have changed since sign-in.

use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::builders::totp;
use forum_tests::harness::{Answer, Caller, PASSWORD, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::json;
use time::Duration;

use crate::support::requests::{new_session, reauthenticate};
use crate::support::sign_in_methods::link_to;
use crate::support::sign_in_methods::{
    Enrolled, EnrolledPasskey, begin_passkey, challenge_token, id_token, verify_passkey,
};

const SESSIONS: &str = "/api/auth/sessions";
const ME: &str = "/api/users/me";
const USERS: &str = "/api/admin/users";
const ANA: &str = "ana@school.example";
const FACTORS: &str = "/api/auth/factors";
const REVOKED: &str = "session_revoked";
const STALE: &str = "reauthentication_required";

#[track_caller]
fn expect_session(answer: Answer, is_active: bool) {
    if is_active {
        answer.expect(200);
    } else {
        answer.problem(401, "session_revoked");
    }
}

#[tokio::test]
async fn each_scope_of_signing_out_takes_effect_on_the_next_request() {
    let api = TestApi::new().await;
    let stranger = api.applicant("ben@school.example").await;
    // The scope, then whether the caller's session and the other session stay alive.
    let table = [
        ("", false, false),
        ("?scope=global", false, false),
        ("?scope=local", false, true),
        ("?scope=others", true, false),
    ];
    for (number, (scope, own, other)) in table.into_iter().enumerate() {
        let email = format!("ana{number}@school.example");
        let first = api.applicant(&email).await;
        let second = api.sign_in(&email).await;
        first.delete(&format!("{SESSIONS}{scope}")).await.expect(204);
        for (caller, is_active) in [(&first, own), (&second, other), (&stranger, true)] {
            expect_session(caller.get(ME).await, is_active);
        }
    }
    let ana = api.applicant("ana@school.example").await;
    let refused = ana.delete(&format!("{SESSIONS}?scope=GLOBAL")).await;
    refused.invalid("invalid_scope", &[("/scope", "invalid_scope")]);
    expect_session(ana.get(ME).await, true);
}

/// A user may end each of their sessions by its id, from the same session or another one.
#[tokio::test]
async fn ending_a_single_session_takes_effect_on_its_next_request() {
    let (api, here) = TestApi::with_applicant().await;
    let there = api.sign_in("ana@school.example").await;
    let stranger = api.applicant("ben@school.example").await;
    let list = there.get(SESSIONS).await.expect(200);
    let own = list.items().iter().find(|item| item["current"] == true).expect("the current session");
    let path = format!("{SESSIONS}/{}", own["id"].as_str().expect("an id"));
    stranger.delete(&path).await.problem(404, "not_found");
    expect_session(there.get(ME).await, true);
    here.delete(&path).await.expect(204);
    expect_session(there.get(ME).await, false);
    expect_session(here.get(ME).await, true);
    // Ending a session repeatedly is no error.
    here.delete(&path).await.expect(204);
    for unknown in [UNKNOWN_ID, "no-id"] {
        here.delete(&format!("{SESSIONS}/{unknown}")).await.problem(404, "not_found");
    }
}

/// When an account is disabled, all its sessions end at once, for requests and for refreshing.
#[tokio::test]
async fn disabling_an_account_takes_effect_on_its_next_request() {
    let (api, boss) = TestApi::with_admin().await;
    let first = api.applicant("ana@school.example").await;
    let session = new_session(&api, "ana@school.example").await;
    let second = api.with_token(&session.text_at("/access_token"));
    let id = first.get(ME).await.text_at("/id");
    boss.post(&format!("{USERS}/{id}/disable"), &json!({"reason": "left"})).await.expect(204);
    expect_session(first.get(ME).await, false);
    expect_session(second.get(ME).await, false);
    let refresh = json!({"refresh_token": session.text_at("/refresh_token")});
    api.anonymous().post(&format!("{SESSIONS}/refresh"), &refresh).await.problem(401, "session_revoked");
    let credentials = json!({"email": "ana@school.example", "password": PASSWORD});
    api.anonymous().post(SESSIONS, &credentials).await.problem(403, "account_disabled");
    // Enabling lets the user sign in again, and revives no session.
    boss.call(&format!("{USERS}/{id}/enable")).await.expect(204);
    expect_session(first.get(ME).await, false);
    expect_session(api.sign_in("ana@school.example").await.get(ME).await, true);
}

async fn delete(caller: &Caller, path: &str) -> Answer {
    caller.send(Sent::new(Method::DELETE, path).json(&json!({}))).await
}

/// The stale session is refused at every step that it had started.
#[tokio::test]
async fn an_enrolment_begun_before_the_first_factor_cannot_be_finished() {
    let (api, thief) = TestApi::with_applicant().await;
    let app = Enrolled::by(&thief).await;
    let app_challenge = app.challenge(&thief).await;
    let begun = begin_passkey(&thief).await;
    let (_, credential) = SoftPasskey::create(&begun.json["options"], &Conduct::default());
    let owner = api.sign_in(ANA).await;
    Enrolled::by(&owner).await.verify(&owner).await.expect(200);
    let code = totp(&app.secret, api.now());
    app.answer(&thief, &app_challenge, &code).await.problem(401, REVOKED);
    let (id, challenge) = (begun.text_at("/id"), begun.text_at("/challenge_id"));
    verify_passkey(&thief, &id, &challenge, &credential).await.problem(401, REVOKED);
    // The started enrolment is gone for the owner too.
    app.answer(&owner, &app_challenge, &code).await.problem(404, "not_found");
    let listed = owner.get(FACTORS).await.expect(200);
    assert_eq!(listed.json["items"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn an_enrolment_is_finished_in_a_session_as_fresh_as_beginning_it() {
    let (api, ana) = TestApi::with_applicant().await;
    let app = Enrolled::by(&ana).await;
    api.clock().advance(Duration::minutes(10));
    app.verify(&ana).await.problem(403, STALE);
    delete(&ana, &format!("{FACTORS}/{}", app.id)).await.problem(403, STALE);
    reauthenticate(&ana).await;
    app.verify(&ana).await.expect(200);
}

#[tokio::test]
async fn the_first_factor_ends_every_other_session() {
    let api = TestApi::new().await;
    let (stale, owner) = (api.applicant(ANA).await, api.sign_in(ANA).await);
    Enrolled::by(&owner).await.verify(&owner).await.expect(200);
    stale.get(ME).await.problem(401, REVOKED);
    // A further factor ends no session.
    api.clock().advance(Duration::seconds(30));
    let more = Enrolled::by(&owner).await;
    let token = challenge_token(&api, ANA).await;
    more.verify(&owner).await.expect(200);
    api.clock().advance(Duration::seconds(30));
    let step = json!({"challenge_token": token, "factor_id": more.id, "code": totp(&more.secret, api.now())});
    let second = api.sign_in_by_factor(&step).await;
    EnrolledPasskey::by(&second).await;
    owner.get(ME).await.expect(200);
}

#[tokio::test]
async fn a_second_step_begun_before_an_address_was_restored_opens_no_session() {
    let (api, owner) = TestApi::with_applicant().await;
    let app = Enrolled::by(&owner).await;
    app.verify(&owner).await.expect(200);
    api.clock().advance(Duration::days(31));
    let stolen = "eve@evil.example";
    let step = json!({"challenge_token": challenge_token(&api, ANA).await, "factor_id": app.id,
        "code": totp(&app.secret, api.now())});
    let thief = api.sign_in_by_factor(&step).await;
    let change = json!({"email": stolen, "current_password": PASSWORD});
    thief.put("/api/users/me/email", &change).await.expect(202);
    for email in [ANA, stolen] {
        api.redeem(&link_to(&api, email).await).await.expect(200);
    }
    api.clock().advance(Duration::seconds(30));
    let begun = json!({"challenge_token": challenge_token(&api, stolen).await, "factor_id": app.id,
        "code": totp(&app.secret, api.now())});
    api.redeem(&link_to(&api, ANA).await).await.expect(200);
    api.anonymous().post("/api/auth/sessions/factor", &begun).await.problem(400, "challenge_expired");
    thief.get(ME).await.problem(401, REVOKED);
}

/// Signs in with a provider, as an account without a password.
async fn newcomer(api: &TestApi) -> Caller {
    let token = id_token(api, "1", Some(ANA)).await;
    let session = api.anonymous().post("/api/auth/sessions/id_token", &token).await.expect(201);
    api.with_token(&session.text_at("/access_token"))
}

#[tokio::test]
async fn an_account_without_a_password_keeps_its_last_passkey() {
    let api = TestApi::new().await;
    let ana = newcomer(&api).await;
    let (first, second) = (EnrolledPasskey::by(&ana).await, EnrolledPasskey::by(&ana).await);
    let own = "/api/users/me/identities";
    let identity = ana.get(own).await.expect(200).text_at("/items/0/id");
    delete(&ana, &format!("{own}/{identity}")).await.expect(204);
    delete(&ana, &format!("{FACTORS}/{}", first.id)).await.expect(204);
    delete(&ana, &format!("{FACTORS}/{}", second.id)).await.problem(409, "last_way_in");
    ana.get(ME).await.expect(200);
}

#[tokio::test]
async fn a_fresh_session_deletes_and_moves_an_account_without_a_password() {
    let api = TestApi::new().await;
    let ana = newcomer(&api).await;
    let change = json!({"email": "ana@new.example"});
    api.clock().advance(Duration::minutes(10));
    ana.put("/api/users/me/email", &change).await.problem(403, STALE);
    delete(&ana, ME).await.problem(403, STALE);
    ana.get("/api/users/me/export").await.problem(403, STALE);
    let ana = newcomer(&api).await;
    ana.put("/api/users/me/email", &change).await.expect(202);
    let guess = json!({"current_password": PASSWORD});
    let guessed = ana.send(Sent::new(Method::DELETE, ME).json(&guess)).await;
    guessed.problem(401, "invalid_credentials");
    delete(&ana, ME).await.expect(202);
}
