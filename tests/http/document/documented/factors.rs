//! Refusals of second factors, identities and wallets, and of administrators without a factor.

use std::collections::BTreeSet;
use std::sync::Arc;

use forum_domain::accounts::AdminFactor;
use forum_tests::authenticator::Conduct;
use forum_tests::harness::{Answer, Caller, Documented, Ports, Sent, TestApi};
use forum_tests::memory::PlainProviders;
use forum_tests::wallet::SoftWallet;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::mailed::code_of;
use crate::support::requests::{Owner, disable, reauthenticate, with_readback};
use crate::support::sign_in_methods::{
    Enrolled, EnrolledPasskey, VERIFIER, challenge_token, id_token, link_wallet, linked, passkey_options,
    returned, second_step, signed, verify_passkey,
};

const UNKNOWN_ID: &str = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
const STEP_TWO: &str = "/api/auth/sessions/factor";

async fn patched(caller: &Caller<'_>, path: &str, body: &Value) -> Answer {
    caller.send(Sent::new(Method::PATCH, path).json(body)).await
}

pub(super) async fn refusals() -> BTreeSet<Documented> {
    let mut seen = of_factors().await;
    seen.extend(of_identities().await);
    seen.extend(of_code_flows_and_wallets().await);
    seen.extend(of_administrators().await);
    seen
}

async fn of_factors() -> BTreeSet<Documented> {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant("ana@school.example").await;
    let factor = Enrolled::by(&ana).await;
    let path = format!("/api/auth/factors/{}", factor.id);
    ana.post("/api/auth/sessions/reauthentication", &json!({"password": "x"}))
        .await
        .problem(401, "invalid_credentials");
    let wrong = json!({"factor_id": factor.id, "code": "000000"});
    ana.post("/api/auth/sessions/reauthentication", &wrong).await.problem(401, "code_invalid");
    factor.answer(&ana, UNKNOWN_ID, &factor.code).await.problem(400, "challenge_expired");
    let challenge = factor.challenge(&ana).await;
    factor.answer(&ana, &challenge, "000000").await.problem(401, "code_invalid");
    let challenge = factor.challenge(&ana).await;
    let invalid = "credential_invalid";
    verify_passkey(&ana, &factor.id, &challenge, &json!({})).await.problem(401, invalid);
    ana.post("/api/auth/sessions/reauthentication", &json!({"credential": {}})).await.problem(401, invalid);
    factor.verify(&ana).await.expect(200);
    for id in ["no-id", UNKNOWN_ID] {
        let other = format!("/api/auth/factors/{id}");
        ana.send(Sent::new(Method::POST, &format!("{other}/challenges"))).await.problem(404, "not_found");
        let body = json!({"challenge_id": UNKNOWN_ID, "code": "000000"});
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
    disable(&readback, &di).await;
    let credential = enrolled.passkey.answer(&passkey_options(&api).await, &Conduct::default());
    let by_passkey = json!({"credential": credential});
    stranger.post("/api/auth/sessions/passkey", &by_passkey).await.problem(403, "account_disabled");

    api.clock().advance(Duration::minutes(11));
    let stale = "reauthentication_required";
    ana.post("/api/auth/factors", &totp).await.problem(403, stale);
    patched(&ana, &path, &json!({"friendly_name": "Phone"})).await.problem(403, stale);
    ana.delete(&path).await.problem(403, stale);
    ana.send(Sent::new(Method::POST, codes)).await.problem(403, stale);
    let stale_owner = api.applicant("stale@school.example").await;
    let begun = Enrolled::by(&stale_owner).await;
    api.clock().advance(Duration::minutes(10));
    begun.verify(&stale_owner).await.problem(403, "reauthentication_required");
    let wanted = json!({"email": "stale@new.example"});
    stale_owner.put("/api/users/me/email", &wanted).await.problem(403, "reauthentication_required");
    stale_owner
        .send(Sent::new(Method::DELETE, "/api/users/me").json(&json!({})))
        .await
        .problem(403, "reauthentication_required");
    stale_owner.get("/api/users/me/export").await.problem(403, "reauthentication_required");
    api.document().seen()
}

async fn of_identities() -> BTreeSet<Documented> {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant("ana@school.example").await;
    let stranger = api.anonymous();
    let by_token = "/api/auth/sessions/id_token";
    let junk = json!({"provider": "school", "id_token": "junk", "nonce": UNKNOWN_ID});
    stranger.post(by_token, &junk).await.problem(401, "id_token_invalid");
    let unknown = json!({"provider": "other", "id_token": "junk", "nonce": UNKNOWN_ID});
    stranger.post(by_token, &unknown).await.problem(404, "unknown_provider");
    let taken = id_token(&api, "1", Some("ana@school.example")).await;
    stranger.post(by_token, &taken).await.problem(409, "account_exists");
    let unverified = id_token(&api, "1", None).await;
    stranger.post(by_token, &unverified).await.problem(403, "email_not_verified");
    let own = "/api/users/me/identities";
    link(&ana, "school", &junk).await.problem(401, "id_token_invalid");
    link(&ana, "other", &unknown).await.problem(404, "unknown_provider");
    let first = linked(&ana, &api, "1").await.text_at("/id");
    let factored = linked(&api.applicant("bo@school.example").await, &api, "2").await;
    factored.expect(201);
    let again = id_token(&api, "2", None).await;
    link(&ana, "school", &again).await.problem(409, "identity_taken");
    for id in ["no-id", UNKNOWN_ID] {
        ana.delete(&format!("{own}/{id}")).await.problem(404, "not_found");
    }
    let newcomer = id_token(&api, "3", Some("cy@school.example")).await;
    let session = stranger.post(by_token, &newcomer).await.expect(201);
    let cy = api.with_token(&session.text_at("/access_token"));
    Enrolled::by(&cy).await.verify(&cy).await.expect(200);
    let only = cy.get(own).await.text_at("/items/0/id");
    cy.delete(&format!("{own}/{only}")).await.problem(409, "last_way_in");
    stranger.post(by_token, &id_token(&api, "3", None).await).await.expect(200);
    let newcomer = id_token(&api, "4", Some("di@school.example")).await;
    let session = stranger.post(by_token, &newcomer).await.expect(201);
    let di = api.with_token(&session.text_at("/access_token"));
    let key = EnrolledPasskey::by(&di).await;
    let linked = di.get(own).await.text_at("/items/0/id");
    di.delete(&format!("{own}/{linked}")).await.expect(204);
    di.delete(&format!("/api/auth/factors/{}", key.id)).await.problem(409, "last_way_in");
    api.clock().advance(Duration::minutes(11));
    ana.delete(&format!("{own}/{first}")).await.problem(403, "reauthentication_required");
    link(&ana, "school", &junk).await.problem(403, "reauthentication_required");
    disable(&readback, &ana).await;
    let disabled = id_token(&api, "1", None).await;
    stranger.post(by_token, &disabled).await.problem(403, "account_disabled");
    let none = TestApi::with(Ports::new().await.with(|program| {
        program.providers = Arc::new(PlainProviders(Vec::new()));
        program.chains = Vec::new();
    }));
    for path in ["/api/auth/nonces", "/api/auth/web3/nonces"] {
        none.anonymous().send(Sent::new(Method::POST, path)).await.problem(404, "unknown_provider");
    }
    let mut seen = api.document().seen();
    seen.extend(none.document().seen());
    seen
}

/// Links an identity with the proof of a sign-in request.
async fn link(caller: &Caller<'_>, provider: &str, request: &Value) -> Answer {
    let mut body = request.clone();
    let members = body.as_object_mut().expect("an object");
    members.retain(|name, _| !["provider", "chain"].contains(&name.as_str()));
    members.insert("provider".to_owned(), provider.into());
    caller.post("/api/users/me/identities", &body).await
}

/// Sign-in through a provider or a wallet.
async fn of_code_flows_and_wallets() -> BTreeSet<Documented> {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, stranger) = (api.applicant("ana@school.example").await, api.anonymous());
    let challenge = "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256";
    let unknown = format!("/api/auth/authorize?provider=other&{challenge}");
    stranger.get(&unknown).await.problem(404, "unknown_provider");
    let short = "/api/auth/authorize?provider=school&code_challenge=x&code_challenge_method=S256";
    stranger.get(short).await.problem(422, "validation_failed");

    let by_code = "/api/auth/sessions/pkce";
    let junk = json!({"auth_code": "junk", "code_verifier": VERIFIER});
    let present = async |linking: bool, proof: &Value| match linking {
        false => stranger.post(by_code, proof).await,
        true => link(&ana, "school", proof).await,
    };
    let mut old = Vec::new();
    for linking in [false, true] {
        present(linking, &junk).await.problem(400, "flow_state_not_found");
        let mut other = returned(&api, "1", None).await;
        other["code_verifier"] = json!("other");
        present(linking, &other).await.problem(400, "bad_code_verifier");
        old.push((linking, returned(&api, "1", None).await));
    }
    api.clock().advance(Duration::minutes(5));
    reauthenticate(&ana).await;
    for (linking, old) in old {
        present(linking, &old).await.problem(400, "flow_state_expired");
    }
    let taken = returned(&api, "1", Some("ana@school.example")).await;
    stranger.post(by_code, &taken).await.problem(409, "account_exists");
    let unverified = returned(&api, "1", None).await;
    stranger.post(by_code, &unverified).await.problem(403, "email_not_verified");
    link(&ana, "school", &returned(&api, "1", None).await).await.expect(201);

    let by_wallet = "/api/auth/sessions/web3";
    let (wallet, solana) = (SoftWallet::ethereum("ana"), SoftWallet::solana("ana"));
    let mut unsigned = signed(&api, &wallet).await;
    stranger.post(by_wallet, &unsigned).await.problem(403, "wallet_not_linked");
    unsigned["message"] = json!("junk");
    let refuse = async |request: &Value, status, code| {
        stranger.post(by_wallet, request).await.problem(status, code);
        link(&ana, "ethereum", request).await.problem(status, code);
    };
    refuse(&unsigned, 400, "message_invalid").await;
    let mut forged = signed(&api, &wallet).await;
    forged["signature"] =
        json!(SoftWallet::ethereum("eve").sign(forged["message"].as_str().expect("a string")));
    refuse(&forged, 401, "signature_invalid").await;
    forged["signature"] = json!("0xab");
    refuse(&forged, 422, "unsupported_wallet").await;
    forged["chain"] = json!("bitcoin");
    stranger.post(by_wallet, &forged).await.problem(404, "unknown_provider");
    link_wallet(&ana, &api, &wallet).await.expect(201);
    link_wallet(&ana, &api, &solana).await.expect(201);
    stranger.post(by_wallet, &signed(&api, &wallet).await).await.expect(201);
    let app = Enrolled::by(&ana).await;
    app.verify(&ana).await.expect(200);
    stranger.post(by_wallet, &signed(&api, &solana).await).await.expect(200);
    stranger.post(by_code, &returned(&api, "1", None).await).await.expect(200);
    disable(&readback, &ana).await;
    stranger.post(by_wallet, &signed(&api, &wallet).await).await.problem(403, "account_disabled");
    let back = returned(&api, "1", None).await;
    stranger.post(by_code, &back).await.problem(403, "account_disabled");
    api.document().seen()
}

/// Every operation for administrators, called without a required second factor.
async fn of_administrators() -> BTreeSet<Documented> {
    let api = TestApi::with(Ports::new().await.with(|program| program.admin_factor = AdminFactor::Required));
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
