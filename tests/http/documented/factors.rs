//! Refusals that occur only for second factors, and to administrators who lack one.

use std::collections::BTreeSet;
use std::sync::Arc;

use forum_domain::accounts::AdminFactor;
use forum_tests::authenticator::Conduct;
use forum_tests::harness::{Caller, Documented, Ports, Sent, TestApi};
use forum_tests::memory::PlainProviders;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::requests::{
    Enrolled, EnrolledPasskey, Owner, challenge_token, code_of, id_token, linked, passkey_options,
    second_step, verify_passkey,
};

const NOTHING: &str = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
const STEP_TWO: &str = "/api/auth/sessions/factor";

async fn patched(caller: &Caller<'_>, path: &str, body: &Value) -> forum_tests::harness::Answer {
    caller.send(Sent::new(Method::PATCH, path).json(body)).await
}

pub(super) async fn refusals() -> BTreeSet<Documented> {
    let mut seen = of_factors().await;
    seen.extend(of_identities().await);
    seen.extend(of_administrators().await);
    seen
}

async fn of_factors() -> BTreeSet<Documented> {
    let ports = Ports::memory();
    let readback = ports.readback.clone();
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let factor = Enrolled::by(&ana).await;
    let path = format!("/api/auth/factors/{}", factor.id);
    ana.post("/api/auth/sessions/reauthentication", &json!({"password": "x"}))
        .await
        .problem(401, "invalid_credentials");
    let wrong = json!({"factor_id": factor.id, "code": "000000"});
    ana.post("/api/auth/sessions/reauthentication", &wrong).await.problem(401, "code_invalid");
    factor.answer(&ana, NOTHING, &factor.code).await.problem(400, "challenge_expired");
    let challenge = factor.challenge(&ana).await;
    factor.answer(&ana, &challenge, "000000").await.problem(401, "code_invalid");
    let challenge = factor.challenge(&ana).await;
    let invalid = "credential_invalid";
    verify_passkey(&ana, &factor.id, &challenge, &json!({})).await.problem(401, invalid);
    ana.post("/api/auth/sessions/reauthentication", &json!({"credential": {}})).await.problem(401, invalid);
    factor.verify(&ana).await.expect(200);
    for id in ["no-id", NOTHING] {
        let other = format!("/api/auth/factors/{id}");
        ana.send(Sent::new(Method::POST, &format!("{other}/challenges"))).await.problem(404, "not_found");
        let body = json!({"challenge_id": NOTHING, "code": "000000"});
        ana.post(&format!("{other}/verifications"), &body).await.problem(404, "not_found");
        patched(&ana, &other, &json!({"friendly_name": "Phone"})).await.problem(404, "not_found");
        ana.delete(&other).await.problem(404, "not_found");
    }
    let bo = api.applicant("bo@school.example").await;
    let codes = "/api/auth/factors/recovery-codes";
    bo.send(Sent::new(Method::POST, codes)).await.problem(404, "not_found");
    for _ in 1..10 {
        Enrolled::by(&ana).await.verify(&ana).await.expect(200);
    }
    let totp = json!({"factor_type": "totp"});
    ana.post("/api/auth/factors", &totp).await.problem(409, "too_many_factors");

    let stranger = api.anonymous();
    let (email, code) = code_of(&api, "ana@school.example").await;
    stranger.post("/api/auth/sessions/code", &json!({"email": email, "code": code})).await.expect(200);
    let token = challenge_token(&api, "ana@school.example").await;
    let answer = json!({"challenge_token": "junk", "factor_id": factor.id, "code": "000000"});
    stranger.post(STEP_TWO, &answer).await.problem(400, "challenge_expired");
    let answer = json!({"challenge_token": token, "factor_id": factor.id, "code": "000000"});
    stranger.post(STEP_TWO, &answer).await.problem(401, "code_invalid");
    stranger.post(STEP_TWO, &json!({"challenge_token": token, "credential": {}})).await.problem(401, invalid);
    let step = second_step(&api, "cy@school.example").await;
    let user = api.sign_in_by_factor(&step).await.get("/api/users/me").await.text_at("/id");
    let token = challenge_token(&api, "cy@school.example").await;
    readback.disable(user.parse().expect("an id"), api.now()).await;
    let answer = json!({"challenge_token": token, "factor_id": step["factor_id"], "code": "000000"});
    stranger.post(STEP_TWO, &answer).await.problem(403, "account_disabled");

    let di = api.applicant("di@school.example").await;
    let mut enrolled = EnrolledPasskey::by(&di).await;
    let user = di.get("/api/users/me").await.text_at("/id");
    readback.disable(user.parse().expect("an id"), api.now()).await;
    let credential = enrolled.passkey.answer(&passkey_options(&api).await, &Conduct::default());
    let by_passkey = json!({"credential": credential});
    stranger.post("/api/auth/sessions/passkey", &by_passkey).await.problem(403, "account_disabled");

    api.clock().advance(Duration::minutes(11));
    let stale = "reauthentication_required";
    ana.post("/api/auth/factors", &totp).await.problem(403, stale);
    patched(&ana, &path, &json!({"friendly_name": "Phone"})).await.problem(403, stale);
    ana.delete(&path).await.problem(403, stale);
    ana.send(Sent::new(Method::POST, codes)).await.problem(403, stale);
    api.document().seen()
}

async fn of_identities() -> BTreeSet<Documented> {
    let ports = Ports::memory();
    let readback = ports.readback.clone();
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let stranger = api.anonymous();
    let by_token = "/api/auth/sessions/id_token";
    let junk = json!({"provider": "school", "id_token": "junk", "nonce": NOTHING});
    stranger.post(by_token, &junk).await.problem(401, "id_token_invalid");
    let unknown = json!({"provider": "other", "id_token": "junk", "nonce": NOTHING});
    stranger.post(by_token, &unknown).await.problem(404, "unknown_provider");
    let taken = id_token(&api, "1", Some("ana@school.example")).await;
    stranger.post(by_token, &taken).await.problem(409, "account_exists");
    let unverified = id_token(&api, "1", None).await;
    stranger.post(by_token, &unverified).await.problem(403, "email_not_verified");
    let own = "/api/users/me/identities";
    let body = json!({"id_token": "junk", "nonce": NOTHING});
    ana.post(&format!("{own}/school"), &body).await.problem(401, "id_token_invalid");
    ana.post(&format!("{own}/other"), &body).await.problem(404, "unknown_provider");
    let first = linked(&ana, &api, "1").await.text_at("/id");
    let factored = linked(&api.applicant("bo@school.example").await, &api, "2").await;
    factored.expect(201);
    let again = id_token(&api, "2", None).await;
    let body = json!({"id_token": again["id_token"], "nonce": again["nonce"]});
    ana.post(&format!("{own}/school"), &body).await.problem(409, "identity_taken");
    for id in ["no-id", NOTHING] {
        ana.delete(&format!("{own}/{id}")).await.problem(404, "not_found");
    }
    let newcomer = id_token(&api, "3", Some("cy@school.example")).await;
    let session = stranger.post(by_token, &newcomer).await.expect(201);
    let cy = api.with_token(&session.text_at("/access_token"));
    Enrolled::by(&cy).await.verify(&cy).await.expect(200);
    let only = cy.get(own).await.text_at("/items/0/id");
    cy.delete(&format!("{own}/{only}")).await.problem(409, "last_way_in");
    stranger.post(by_token, &id_token(&api, "3", None).await).await.expect(200);
    api.clock().advance(Duration::minutes(11));
    ana.delete(&format!("{own}/{first}")).await.problem(403, "reauthentication_required");
    ana.post(&format!("{own}/school"), &body).await.problem(403, "reauthentication_required");
    let user = ana.get("/api/users/me").await.text_at("/id");
    readback.disable(user.parse().expect("an id"), api.now()).await;
    let disabled = id_token(&api, "1", None).await;
    stranger.post(by_token, &disabled).await.problem(403, "account_disabled");
    let none = TestApi::with(
        Ports::memory().with(|program| program.providers = Arc::new(PlainProviders(Vec::new()))),
    );
    none.anonymous().send(Sent::new(Method::POST, "/api/auth/nonces")).await.problem(404, "unknown_provider");
    let mut seen = api.document().seen();
    seen.extend(none.document().seen());
    seen
}

/// Every operation of administrators, where they need a second factor and have none.
async fn of_administrators() -> BTreeSet<Documented> {
    let api = TestApi::with(Ports::memory().with(|program| program.admin_factor = AdminFactor::Required));
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    for request in owner.requests() {
        let others = request.operation == "get_application";
        if request.path.starts_with("/api/admin") || others {
            request.send(&admin).await.problem(403, "second_factor_required");
        }
    }
    api.document().seen()
}
