//! Responses that every operation can return: to bad tokens and bodies, and during outages. `security::roles` has those to
//! valid requests.

use std::sync::Arc;
use std::time::Duration;

use forum_domain::accounts::{AccessClaims, AdminFactor, TokenIssuer};
use forum_http::{ReadinessReport, Reason};
use forum_tests::builders::{NOON, session};
use forum_tests::faults::BusyHasher;
use forum_tests::harness::{Caller, PASSWORD, Ports, Sent, StubReadiness, TestApi, streamed};
use forum_tests::postgres::PostgresDatabase;
use serde_json::{Value, json};

use crate::support::requests::{Content, Owner, Request, sign_up_form};

#[tokio::test]
async fn an_ended_or_expired_session_and_an_expired_token_are_refused_by_every_secured_operation() {
    let database = PostgresDatabase::fresh().await;
    let api = TestApi::with(Ports::on(database.stores()));
    let owner = Owner::new(&api, "a").await;
    let ended = api.applicant("ended@school.example").await;
    ended.delete("/api/auth/sessions").await.expect(204);
    refused(&api, &owner, &ended, "session_revoked").await;
    // This session expires before its access token.
    let user_id = owner.id.parse().expect("an id");
    let outliving = session(user_id, NOON);
    database.stores().open(outliving.clone()).await;
    let expires_at = NOON + time::Duration::days(365);
    let claims = AccessClaims { user_id, session_id: outliving.id, counter: 1, expires_at };
    let token = TokenIssuer::issue(&*database.stores().issuer, &claims).expect("a token");
    let outlived = api.with_token(&token);
    api.clock().advance(time::Duration::days(40));
    refused(&api, &owner, &owner.caller, "token_expired").await;
    refused(&api, &owner, &outlived, "session_expired").await;
}

async fn refused(api: &TestApi, owner: &Owner<'_>, caller: &Caller<'_>, code: &str) {
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
            if !["get_health", "get_readiness", "list_keys", "list_providers"].contains(&request.operation) {
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
    let ports = Ports::new().await.with(|program| program.hasher = Arc::new(BusyHasher));
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

fn sender<'a>(api: &'a TestApi, owner: &Owner<'a>, admin: &Caller<'a>, request: &Request) -> Caller<'a> {
    match request.operation {
        "set_recovery_password" => api.with_token(&owner.grant),
        _ if request.path.starts_with("/api/admin") => admin.clone(),
        _ => owner.caller.clone(),
    }
}
