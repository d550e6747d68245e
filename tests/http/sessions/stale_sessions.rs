//! Sessions of accounts that have changed since sign-in.

use forum_domain::accounts::AdminFactor;
use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::builders::totp;
use forum_tests::harness::{Caller, PASSWORD, Ports, Sent, TestApi};
use forum_tests::memory::PlainProviders;
use http::Method;
use serde_json::json;
use std::sync::Arc;
use time::Duration;

use crate::support::mailed::link_to;
use crate::support::requests::reauthenticate;
use crate::support::sign_in_methods::{
    Enrolled, EnrolledPasskey, begin_passkey, challenge_token, id_token, verify_passkey,
};

const ANA: &str = "ana@school.example";
const FACTORS: &str = "/api/auth/factors";
const ME: &str = "/api/users/me";
const REVOKED: &str = "session_revoked";
const STALE: &str = "reauthentication_required";

async fn delete(caller: &Caller<'_>, path: &str) -> forum_tests::harness::Answer {
    caller.send(Sent::new(Method::DELETE, path).json(&json!({}))).await
}

/// The stale session is refused at every step that it had started.
#[tokio::test]
async fn an_enrolment_begun_before_the_first_factor_cannot_be_finished() {
    let api = TestApi::new().await;
    let thief = api.applicant(ANA).await;
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
    let api = TestApi::new().await;
    let ana = api.applicant(ANA).await;
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
async fn an_administrator_without_the_required_factor_loses_access() {
    let api = TestApi::with(Ports::new().await.with(|program| program.admin_factor = AdminFactor::Required));
    let (admin, applicant) = (api.admin(ANA).await, api.applicant("bo@school.example").await);
    for (user, required) in [(&admin, true), (&applicant, false)] {
        assert_eq!(user.get(ME).await.expect(200).json["second_factor_required"], required);
    }
    let app = Enrolled::by(&admin).await;
    app.verify(&admin).await.expect(200);
    api.clock().advance(Duration::seconds(30));
    let step = json!({"challenge_token": challenge_token(&api, ANA).await, "factor_id": app.id,
        "code": totp(&app.secret, api.now())});
    let opened = api.anonymous().post("/api/auth/sessions/factor", &step).await.expect(201);
    let refresh = json!({"refresh_token": opened.text_at("/refresh_token")});
    let second = api.with_token(&opened.text_at("/access_token"));
    second.get("/api/admin/users").await.expect(200);
    assert_eq!(second.get(ME).await.json["second_factor_required"], false);
    delete(&second, &format!("{FACTORS}/{}", app.id)).await.expect(204);
    for session in [&admin, &second] {
        session.get("/api/admin/users").await.problem(401, REVOKED);
    }
    api.anonymous().post("/api/auth/sessions/refresh", &refresh).await.problem(401, REVOKED);
    api.sign_in(ANA).await.get("/api/admin/users").await.problem(403, "second_factor_required");
}

#[tokio::test]
async fn a_second_step_begun_before_an_address_was_restored_opens_no_session() {
    let api = TestApi::new().await;
    let owner = api.applicant(ANA).await;
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
async fn newcomer(api: &TestApi) -> Caller<'_> {
    let token = id_token(api, "1", Some(ANA)).await;
    let session = api.anonymous().post("/api/auth/sessions/id_token", &token).await.expect(201);
    api.with_token(&session.text_at("/access_token"))
}

fn with_school(ports: Ports) -> Ports {
    ports.with(|program| program.providers = Arc::new(PlainProviders::school()))
}

#[tokio::test]
async fn an_account_without_a_password_keeps_its_last_passkey() {
    let api = TestApi::with(with_school(Ports::new().await));
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
    let api = TestApi::with(with_school(Ports::new().await));
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
