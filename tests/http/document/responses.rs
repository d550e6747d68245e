//! Documented responses that no other test receives: of every operation to bad tokens and bodies and during
//! outages, and of single ones. `security::roles` has those to valid requests.

use std::sync::Arc;
use std::time::Duration;

use forum_domain::accounts::{AccessClaims, AdminFactor, TokenIssuer};
use forum_domain::mail::SendError;
use forum_domain::notes::MAX_NOTES;
use forum_http::{ReadinessReport, Reason};
use forum_tests::builders::{NOON, session};
use forum_tests::faults::BrokenHasher;
use forum_tests::harness::{
    Answer, Caller, PASSWORD, Ports, Sent, StubReadiness, TestApi, UNKNOWN_ID, streamed,
};
use forum_tests::postgres::PostgresDatabase;
use forum_tests::wallet::SoftWallet;
use http::Method;
use serde_json::{Value, json};

use crate::support::requests::{Content, Owner, Request, reauthenticate, sign_up_form};
use crate::support::sign_in_methods::{
    Enrolled, challenge_token, link_wallet, recovery_token, returned, second_step, signed,
};

const BY_CODE: &str = "/api/auth/sessions/pkce";
const BY_WALLET: &str = "/api/auth/sessions/web3";

#[tokio::test]
async fn an_ended_or_expired_session_and_an_expired_token_are_refused_by_every_secured_operation() {
    let api = TestApi::unchecked().await;
    let owner = Owner::new(&api, "a").await;
    let ended = api.applicant("ended@school.example").await;
    ended.delete("/api/auth/sessions").await.expect(204);
    refused(&api, &owner, &ended, "session_revoked").await;
    // This session expires before its access token.
    let user_id = owner.id.parse().expect("an id");
    let outliving = session(user_id, NOON);
    api.ports.open(outliving.clone()).await;
    let expires_at = NOON + time::Duration::days(365);
    let claims = AccessClaims { user_id, session_id: outliving.id, counter: 1, expires_at };
    let token = TokenIssuer::issue(&*api.ports.issuer, &claims).expect("a token");
    let outlived = api.with_token(&token);
    api.clock().advance(time::Duration::days(40));
    refused(&api, &owner, &owner.caller, "token_expired").await;
    refused(&api, &owner, &outlived, "session_expired").await;
}

async fn refused(api: &TestApi, owner: &Owner, caller: &Caller, code: &str) {
    for request in owner.requests().into_iter().filter(|request| is_secured(api, request)) {
        request.send(caller).await.problem(401, code);
    }
}

#[tokio::test]
async fn an_administrator_without_the_required_second_factor_is_refused() {
    let api = TestApi::with(Ports::new().await.with(|program| program.admin_factor = AdminFactor::Required));
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    for request in owner.requests() {
        if request.path.starts_with("/api/admin") || request.operation == "get_application" {
            request.send(&admin).await.problem(403, "second_factor_required");
        }
    }
    for (caller, lacks_factor) in [(&admin, true), (&api.applicant("ana@school.example").await, false)] {
        let own = caller.get("/api/users/me").await.expect(200);
        assert_eq!(own.json["second_factor_required"], lacks_factor);
    }
}

/// Bodies that are invalid for all operations alike, an unknown parameter, and a body that never ends.
#[tokio::test]
async fn bad_bodies_and_parameters_are_refused_by_every_operation_alike() {
    let ports = Ports::new().await;
    let deadline = Duration::from_millis(500);
    let impatient = TestApi::with(ports.clone().set(|settings| settings.request_deadline = deadline));
    let api = TestApi::with(ports);
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    for request in owner.requests() {
        let caller = sender(&api, &owner, &admin, &request);
        let path = format!("{}?unknown=1", request.path.split('?').next().unwrap_or_default());
        let with_unknown = caller.send(Sent::new(request.method.clone(), &path)).await;
        // Providers add their own parameters.
        if request.operation == "finish_authorization" {
            with_unknown.expect(303);
        } else {
            with_unknown.problem(422, "unknown_parameter");
        }
        let hostless = Sent::new(request.method.clone(), &request.path).header("host", "a b");
        caller.send(hostless).await.problem(400, "malformed_request");
        let Content::Json(good) = &request.body else { continue };
        let sent = || request.sent().header("content-type", "application/json");
        for malformed in [&b"{"[..], b"\xff\xfe", &[b'['; 10_000]] {
            caller.send(Sent { body: malformed.into(), ..sent() }).await.problem(400, "malformed_request");
        }
        caller.send(Sent { body: vec![b' '; 70_000], ..sent() }).await.problem(413, "payload_too_large");
        let large = request.sent().json(good).header("content-length", "18446744073709551615");
        caller.send(large).await.problem(413, "payload_too_large");
        let packed = request.sent().json(good).header("content-encoding", "identity, br");
        caller.send(packed).await.problem(415, "unsupported_media_type");
        let text = request.sent().header("content-type", "text/plain");
        caller.send(text).await.problem(415, "unsupported_media_type");
        let endless = streamed(futures_util::stream::pending::<std::io::Result<Vec<u8>>>());
        caller.at(&impatient).send_body(sent(), endless).await.problem(408, "request_timeout");

        let mut unknown = good.clone();
        unknown["unknown"] = json!(1);
        let with = async |body: &Value| caller.send(request.sent().json(body)).await;
        with(&unknown).await.problem(422, "unknown_field");
        // If no member is required, one has a wrong type.
        let incomplete = match request.operation {
            "grant_role" | "enable_user" => json!({"reason": 7}),
            "delete_current_user" => json!({"current_password": 7}),
            "update_current_user" => json!({"first_name": 1}),
            "set_selection" => json!({"target": "many"}),
            _ => json!({}),
        };
        with(&incomplete).await.problem(422, "validation_failed");
        // A control character in each string in turn; some operations may treat it as a wrong secret.
        for name in good.as_object().expect("an object").keys().cloned().chain(["note".to_owned()]) {
            if good[&name].is_string() || request.operation.starts_with("decide_application") {
                let mut body = good.clone();
                body[name] = json!("a\u{0}@school.example");
                with(&body).await;
            }
        }
    }
}

/// A database that is down or faulty, and a hasher without capacity.
#[tokio::test]
async fn an_outage_is_a_503_and_a_bug_a_500_for_every_operation() {
    let database = PostgresDatabase::fresh().await;
    let api = TestApi::with(Ports::on(database.stores()));
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    let all_fail = async |status, code| {
        for request in owner.requests() {
            if ![
                "get_health",
                "get_readiness",
                "list_keys",
                "list_providers",
                "get_site",
                "open_unsubscription",
            ]
            .contains(&request.operation)
            {
                let caller = sender(&api, &owner, &admin, &request);
                let answer = request.send(&caller).await.problem(status, code);
                assert!(
                    !answer.text.contains("relation") && !answer.text.contains("pool"),
                    "{}",
                    answer.text
                );
            }
        }
    };
    database.lose_tables().await;
    all_fail(500, "internal_error").await;
    database.pool().close().await;
    all_fail(503, "unavailable").await;

    let reason = Reason::new("database", "unreachable", "The database does not answer.");
    let report = ReadinessReport { failures: vec![reason], ..ReadinessReport::default() };
    let readiness = Arc::new(StubReadiness(report));
    let ports = Ports::new().await.with(|program| program.hasher = Arc::new(BrokenHasher::Busy));
    let api = TestApi::with(Ports { readiness, ..ports });
    api.anonymous().get("/api/ready").await.problem(503, "unavailable");
    let body = sign_up_form("a@school.example");
    api.anonymous().post("/api/auth/signup", &body).await.problem(503, "busy");
    let credentials = json!({"email": "a@school.example", "password": PASSWORD});
    api.anonymous().post("/api/auth/sessions", &credentials).await.problem(503, "busy");
}

/// Whether a request requires a signed-in caller.
fn is_secured(api: &TestApi, request: &Request) -> bool {
    let operation = api.document().operation(&request.method, &request.path).expect("an operation");
    operation.is_secured() && request.operation != "set_recovery_password"
}

fn sender(api: &TestApi, owner: &Owner, admin: &Caller, request: &Request) -> Caller {
    match request.operation {
        "set_recovery_password" => api.with_token(&owner.grant),
        _ if request.path.starts_with("/api/admin") => admin.clone(),
        _ => owner.caller.clone(),
    }
}

#[tokio::test]
async fn a_hundred_notes_are_the_maximum_and_an_unknown_application_has_none() {
    let (_, _, admin, id) = TestApi::with_desk().await;
    let text = json!({"text": "Called the school."});
    let notes = |id: &str| format!("/api/admin/applications/{id}/notes");
    for _ in 0..MAX_NOTES {
        admin.post(&notes(&id), &text).await.expect(201);
    }
    admin.post(&notes(&id), &text).await.problem(409, "too_many_notes");
    admin.post(&notes(UNKNOWN_ID), &text).await.problem(404, "not_found");
    admin.delete("/api/admin/applications/no-id/viewers/me").await.problem(404, "not_found");
}

#[tokio::test]
async fn unknown_users_and_long_reasons_are_refused() {
    let (_, admin) = TestApi::with_admin().await;
    let disabling = format!("/api/admin/users/{UNKNOWN_ID}/disable");
    admin.post(&disabling, &json!({"reason": "left"})).await.problem(404, "not_found");
    let revoking = format!("/api/admin/users/{UNKNOWN_ID}/roles/partner?reason={}", "x".repeat(501));
    admin.delete(&revoking).await.problem(422, "validation_failed");
}

#[tokio::test]
async fn the_key_of_a_withdrawal_or_a_retry_is_valid_and_belongs_to_one_request() {
    let api = TestApi::new().await;
    api.inbox().fail(1, SendError::Permanent("550 no".into()));
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let id = ana.apply().await;
    api.run_mail().await;
    let failed = admin.get("/api/admin/email-messages?state=failed").await.expect(200).text_at("/items/0/id");
    let of = async |caller: &Caller, path: &str, key: &str| {
        caller.send(Sent::new(Method::POST, path).header("idempotency-key", key)).await
    };
    let withdrawal = |id: &str| format!("/api/applications/{id}/withdrawal");
    of(&ana, &withdrawal(&id), "").await.problem(422, "validation_failed");
    of(&ana, &withdrawal(&id), "k").await.expect(204);
    of(&ana, &withdrawal(UNKNOWN_ID), "k").await.problem(422, "idempotency_key_reused");
    let retry = |id: &str| format!("/api/admin/email-messages/{id}/retry");
    of(&admin, &retry(&failed), "").await.problem(422, "validation_failed");
    of(&admin, &retry(&failed), "k").await.expect(202);
    of(&admin, &retry(UNKNOWN_ID), "k").await.problem(422, "idempotency_key_reused");
}

#[tokio::test]
async fn a_recovered_password_must_be_another_one() {
    let api = TestApi::new().await;
    let holder = api.with_token(&recovery_token(&api, "ana@school.example").await);
    let same = json!({"password": PASSWORD});
    holder.put("/api/auth/recovery/password", &same).await.problem(422, "same_password");
}

/// Links an identity with the proof of a sign-in request.
async fn link(caller: &Caller, provider: &str, request: &Value) -> Answer {
    let mut body = request.clone();
    let members = body.as_object_mut().expect("an object");
    members.retain(|name, _| !["provider", "chain"].contains(&name.as_str()));
    members.insert("provider".to_owned(), provider.into());
    caller.post("/api/users/me/identities", &body).await
}

#[tokio::test]
async fn a_proof_that_is_not_accepted_links_no_identity() {
    let (api, ana) = TestApi::with_applicant().await;
    let mut other = returned(&api, "1", None).await;
    other["code_verifier"] = json!("other");
    link(&ana, "school", &other).await.problem(400, "bad_code_verifier");
    let mut forged = signed(&api, &SoftWallet::ethereum("ana")).await;
    let message = forged["message"].as_str().expect("a text");
    forged["signature"] = json!(SoftWallet::ethereum("eve").sign(message));
    link(&ana, "ethereum", &forged).await.problem(401, "signature_invalid");
    forged["signature"] = json!("0xab");
    link(&ana, "ethereum", &forged).await.problem(422, "unsupported_wallet");
    api.anonymous().post(BY_WALLET, &forged).await.problem(422, "unsupported_wallet");
    let old = returned(&api, "1", None).await;
    api.clock().advance(time::Duration::minutes(5));
    reauthenticate(&ana).await;
    link(&ana, "school", &old).await.problem(400, "flow_state_expired");
}

#[tokio::test]
async fn a_second_factor_and_a_disabled_account_stop_every_other_way_in() {
    let api = TestApi::new().await;
    let (ana, stranger) = (api.applicant("ana@school.example").await, api.anonymous());
    let wallet = SoftWallet::ethereum("ana");
    link(&ana, "school", &returned(&api, "1", None).await).await.expect(201);
    link_wallet(&ana, &api, &wallet).await.expect(201);
    Enrolled::by(&ana).await.verify(&ana).await.expect(200);
    stranger.post(BY_WALLET, &signed(&api, &wallet).await).await.expect(200);
    stranger.post(BY_CODE, &returned(&api, "1", None).await).await.expect(200);
    ana.disable().await;
    let disabled = "account_disabled";
    stranger.post(BY_WALLET, &signed(&api, &wallet).await).await.problem(403, disabled);
    stranger.post(BY_CODE, &returned(&api, "1", None).await).await.problem(403, disabled);

    let step = second_step(&api, "cy@school.example").await;
    let cy = api.sign_in_by_factor(&step).await;
    let token = challenge_token(&api, "cy@school.example").await;
    cy.disable().await;
    let answer = json!({"challenge_token": token, "factor_id": step["factor_id"], "code": "000000"});
    stranger.post("/api/auth/sessions/factor", &answer).await.problem(403, disabled);
}
