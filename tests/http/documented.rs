//! Every documented response can be produced: each status, and each code of a problem. (The harness checks for every
//! response in every test that its operation documents it.)

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::accounts::{AccessClaims, Role, TokenIssuer};
use forum_domain::headshots::ImageKind;
use forum_domain::mail::SendError;
use forum_domain::shared::Fault;
use forum_http::{Part, ReadinessReport, Reason, SiteSettings};
use forum_tests::builders::{NOON, session};
use forum_tests::faults::{BusyHasher, ExhaustedLimiter, FailingSender};
use forum_tests::harness::{
    Caller, Document, Documented, PASSWORD, Ports, Sent, StubReadiness, TestApi, streamed,
};
use forum_tests::memory::{MemoryDatabase, PlainTokenIssuer, plain_image};
use http::Method;
use serde_json::{Value, json};

use crate::requests::{Content, Owner, Request, recovery_token};

/// Documented responses that cannot be produced here, and why. `*` stands for every operation without that response.
const EXCEPTIONS: &[(&str, u16, &str, &str)] = &[
    (
        "*",
        503,
        "busy",
        "every operation may be refused before it begins; here only hashes and uploads have a queue",
    ),
    ("revoke_role", 409, "last_admin", "only of two administrators who demote each other at once"),
    ("get_health", 500, "internal_error", "it does nothing that could fail"),
    ("get_health", 503, "unavailable", "it needs no part of the program"),
    ("get_readiness", 500, "internal_error", "every fault of a part is a 503"),
    ("list_keys", 500, "internal_error", "the keys of the test cannot fail"),
    ("list_keys", 503, "unavailable", "the keys of the test cannot fail"),
];

#[tokio::test]
async fn every_documented_status_and_code_is_returned_for_some_request() {
    let documented = Document::published().documented();
    let mut seen = BTreeSet::new();
    seen.extend(good_requests_and_tokens().await);
    seen.extend(bodies().await);
    seen.extend(outages().await);
    seen.extend(floods().await);
    seen.extend(accounts().await);
    seen.extend(recovery().await);
    seen.extend(own_account().await);
    seen.extend(applications().await);
    seen.extend(photos().await);
    seen.extend(emails().await);
    let missing: BTreeSet<&Documented> = documented.difference(&seen).collect();
    let excepted = |kind: &Documented, row: &(&str, u16, &str, &str)| {
        (row.0 == "*" || row.0 == kind.0) && (row.1, row.2) == (kind.1, kind.2.as_str())
    };
    let never: Vec<_> =
        missing.iter().filter(|kind| !EXCEPTIONS.iter().any(|row| excepted(kind, row))).collect();
    assert!(never.is_empty(), "documented, and no request got it: {never:#?}");
    let stale: Vec<_> =
        EXCEPTIONS.iter().filter(|row| !missing.iter().any(|kind| excepted(kind, row))).collect();
    assert!(stale.is_empty(), "no exception is needed for {stale:#?}");
}

/// Whether a request requires a signed-in caller.
fn is_secured(api: &TestApi, request: &Request) -> bool {
    let operation = api.document().operation(&request.method, &request.path).expect("an operation");
    operation.is_secured() && request.operation != "set_recovery_password"
}

/// The caller who may send a request.
fn sender<'a>(api: &'a TestApi, owner: &Owner<'a>, admin: &Caller<'a>, request: &Request) -> Caller<'a> {
    match request.operation {
        "set_recovery_password" => api.with_token(&owner.grant),
        _ if request.path.starts_with("/api/admin") => admin.clone(),
        _ => owner.caller.clone(),
    }
}

/// Valid requests by an owner, an administrator and a stranger, and every way in which a token is refused.
async fn good_requests_and_tokens() -> BTreeSet<Documented> {
    let ports = Ports::memory();
    let sessions = ports.program.sessions.clone();
    let api = TestApi::with(ports);
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    for caller in [&owner.caller, &api.member("member@school.example").await, &admin] {
        for request in owner.requests() {
            // The owner is needed below.
            if request.operation != "delete_current_user" || !std::ptr::eq(caller, &owner.caller) {
                request.send(caller).await;
            }
        }
    }
    for request in owner.requests().into_iter().filter(|row| row.operation == "set_recovery_password") {
        request.send(&api.with_token(&owner.grant)).await.expect(204);
        request.send(&api.anonymous()).await.problem(401, "authentication_required");
    }
    let tag = api.anonymous().get("/api/auth/keys").await.header("etag").to_owned();
    api.send(Sent::new(Method::GET, "/api/auth/keys").header("if-none-match", tag)).await.expect(304);

    // One session has been ended; another expires before its access token.
    let ended = api.applicant("ended@school.example").await;
    ended.delete("/api/auth/sessions").await.expect(204);
    let user_id = owner.id.parse().expect("an id");
    let outliving = session(user_id, NOON);
    sessions.open(outliving.clone()).await.expect("a session");
    let expires_at = NOON + time::Duration::days(365);
    let claims = AccessClaims { user_id, session_id: outliving.id, counter: 1, expires_at };
    let outlived = api.with_token(&PlainTokenIssuer.issue(&claims).expect("a token"));
    for (caller, code) in [
        (&api.anonymous(), "authentication_required"),
        (&api.with_token("junk"), "invalid_token"),
        (&ended, "session_revoked"),
    ] {
        refused(&api, &owner, caller, code).await;
    }
    api.clock().advance(time::Duration::days(40));
    refused(&api, &owner, &owner.caller, "token_expired").await;
    refused(&api, &owner, &outlived, "session_expired").await;
    api.document().seen()
}

async fn refused(api: &TestApi, owner: &Owner<'_>, caller: &Caller<'_>, code: &str) {
    for request in owner.requests().into_iter().filter(|request| is_secured(api, request)) {
        request.send(caller).await.problem(401, code);
    }
}

/// Bodies and parameters that are invalid for all operations alike, and a body that never ends.
async fn bodies() -> BTreeSet<Documented> {
    let ports = Ports::memory();
    let deadline = Duration::from_millis(500);
    let settings = SiteSettings { request_deadline: deadline, ..ports.settings.clone() };
    let api = TestApi::with(Ports { settings, ..ports });
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    for request in owner.requests() {
        let caller = sender(&api, &owner, &admin, &request);
        let path = format!("{}?unknown=1", request.path.split('?').next().unwrap_or_default());
        caller.send(Sent::new(request.method.clone(), &path)).await.problem(422, "unknown_parameter");
        let hostless = Sent::new(request.method.clone(), &request.path).header("host", "a b");
        caller.send(hostless).await.problem(400, "malformed_request");
        let Content::Json(good) = &request.body else { continue };
        let sent = || request.sent().header("content-type", "application/json");
        caller.send(Sent { body: b"{".to_vec(), ..sent() }).await.problem(400, "malformed_request");
        caller.send(Sent { body: vec![b' '; 70_000], ..sent() }).await.problem(413, "payload_too_large");
        let text = request.sent().header("content-type", "text/plain");
        caller.send(text).await.problem(415, "unsupported_media_type");
        let endless = streamed(futures_util::stream::pending::<std::io::Result<Vec<u8>>>());
        caller.send_body(sent(), endless).await.problem(408, "request_timeout");

        let mut unknown = good.clone();
        unknown["unknown"] = json!(1);
        let with = async |body: &Value| caller.send(request.sent().json(body)).await;
        with(&unknown).await.problem(422, "unknown_field");
        // Where every member may be left out, a member of another type.
        let incomplete = match request.operation {
            "grant_role" | "enable_user" => json!({"reason": 7}),
            "update_current_user" => json!({"first_name": 1}),
            _ => json!({}),
        };
        with(&incomplete).await.problem(422, "validation_failed");
        // A control character in each string in turn; some operations may treat it as a wrong secret.
        for name in good.as_object().expect("an object").keys().cloned().chain(["note".to_owned()]) {
            if good[&name].is_string() || request.operation == "decide_application" {
                let mut body = good.clone();
                body[name] = json!("a\u{0}@school.example");
                with(&body).await;
            }
        }
    }
    for (path, caller) in [
        ("/api/auth/sessions?limit=0", &owner.caller),
        ("/api/applications/mine?limit=0", &owner.caller),
        ("/api/headshots?limit=0", &owner.caller),
        ("/api/admin/applications?limit=0", &admin),
        ("/api/admin/users?limit=0", &admin),
        ("/api/admin/audit-events?limit=0", &admin),
        ("/api/admin/email-messages?limit=0", &admin),
    ] {
        caller.get(path).await.problem(422, "validation_failed");
    }
    owner.caller.get("/api/headshots?cursor=x").await.problem(422, "invalid_cursor");
    admin.get("/api/admin/applications?cursor=x").await.problem(422, "invalid_cursor");
    admin.get("/api/admin/applications?q=%00").await.problem(422, "invalid_text");
    admin.get("/api/admin/audit-events?cursor=x").await.problem(422, "invalid_cursor");
    admin.get("/api/admin/audit-events?action=%00").await.problem(422, "invalid_text");
    admin.get("/api/admin/email-messages?cursor=x").await.problem(422, "invalid_cursor");
    owner.caller.delete("/api/auth/sessions?scope=mine").await.problem(422, "invalid_scope");
    for id in ["no-id", "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"] {
        owner.caller.delete(&format!("/api/auth/sessions/{id}")).await.problem(404, "not_found");
        owner.caller.delete(&format!("/api/headshots/{id}")).await.problem(404, "not_found");
        owner.caller.get(&format!("/api/applications/{id}")).await.problem(404, "not_found");
        admin.decide(id, "approved").await.problem(404, "not_found");
    }
    users(&admin, &owner).await;
    api.document().seen()
}

/// Refusals of the administration of users.
async fn users(admin: &Caller<'_>, owner: &Owner<'_>) {
    admin.get("/api/admin/users?cursor=x").await.problem(422, "invalid_cursor");
    admin.get("/api/admin/users?q=%00").await.problem(422, "invalid_text");
    let own = admin.get("/api/users/me").await.text_at("/id");
    let of = |id: &str, rest: &str| format!("/api/admin/users/{id}{rest}");
    let put = async |path: String| admin.send(Sent::new(Method::PUT, &path)).await;
    let reason = json!({"reason": "left"});
    for id in ["no-id", "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"] {
        admin.get(&of(id, "")).await.problem(404, "not_found");
        put(of(id, "/roles/partner")).await.problem(404, "not_found");
        admin.delete(&of(id, "/roles/partner")).await.problem(404, "not_found");
        admin.post(&of(id, "/disable"), &reason).await.problem(404, "not_found");
        admin.post(&of(id, "/enable"), &reason).await.problem(404, "not_found");
    }
    put(of(&own, "/roles/partner")).await.problem(409, "own_roles");
    admin.delete(&of(&own, "/roles/admin")).await.problem(409, "own_roles");
    put(of(&owner.id, "/roles/owner")).await.problem(422, "unknown_role");
    admin.delete(&of(&owner.id, "/roles/owner")).await.problem(422, "unknown_role");
    let partner = of(&owner.id, "/roles/partner");
    let long = "x".repeat(501);
    admin.delete(&format!("{partner}?reason={long}")).await.problem(422, "validation_failed");
    admin.delete(&format!("{partner}?reason=%00")).await.problem(422, "invalid_text");
    admin.post(&of(&own, "/disable"), &reason).await.problem(409, "last_admin");
}

/// A database that is down or faulty, and a hasher without capacity.
async fn outages() -> BTreeSet<Documented> {
    let database = MemoryDatabase::new();
    let api = TestApi::with(Ports::memory_on(&database));
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    for (fault, status, code) in [
        (Fault::Unavailable("away".into()), 503, "unavailable"),
        (Fault::Bug("wrong".into()), 500, "internal_error"),
    ] {
        database.go_down(fault);
        for request in owner.requests() {
            if !["get_health", "get_readiness", "list_keys"].contains(&request.operation) {
                let caller = sender(&api, &owner, &admin, &request);
                request.send(&caller).await.problem(status, code);
            }
        }
        database.come_back();
    }
    let mut seen = api.document().seen();

    let report = ReadinessReport {
        database: Part::Fails(Reason::new("unreachable", "The database does not answer.")),
        migrations: Part::Unknown,
        store: Part::Works,
        outbox: Part::Unknown,
        outbox_oldest_due: None,
    };
    let readiness = Arc::new(StubReadiness(report));
    let api = TestApi::with(Ports::memory().with(|program| {
        program.readiness = readiness;
        program.hasher = Arc::new(BusyHasher);
    }));
    api.anonymous().get("/api/ready").await.problem(503, "unavailable");
    let body =
        json!({"email": "a@school.example", "password": PASSWORD, "first_name": "A", "last_name": "B"});
    api.anonymous().post("/api/auth/signup", &body).await.problem(503, "busy");
    let credentials = json!({"email": "a@school.example", "password": PASSWORD});
    api.anonymous().post("/api/auth/sessions", &credentials).await.problem(503, "busy");
    seen.extend(api.document().seen());
    seen
}

/// Limits that are reached: the one on all requests of a network.
async fn floods() -> BTreeSet<Documented> {
    let calm = TestApi::memory();
    let limiter = Arc::new(ExhaustedLimiter);
    let owner = Owner::new(&calm, "a").await;
    let api = TestApi::with(Ports::memory().with(|program| program.local_limiter = limiter));
    for request in owner.requests() {
        let answer = request.send(&api.anonymous()).await;
        if !["get_health", "get_readiness"].contains(&request.operation) {
            answer.problem(429, "rate_limited");
        }
    }
    api.document().seen()
}

/// Refusals that occur only when signing up, signing in and refreshing.
async fn accounts() -> BTreeSet<Documented> {
    let ports = Ports::memory();
    let readback = ports.readback.clone();
    let api = TestApi::with(ports);
    let stranger = api.anonymous();
    let sign_up = |password: &str| json!({"email": "new@school.example", "password": password, "first_name": "N", "last_name": "W"});
    let sign_in = |email: &str, password: &str| json!({"email": email, "password": password});
    stranger.post("/api/auth/signup", &sign_up("short")).await.problem(422, "weak_password");
    stranger.post("/api/auth/signup", &sign_up(PASSWORD)).await.expect(202);
    stranger.post("/api/auth/verifications", &json!({"token": "x"})).await.problem(400, "token_invalid");

    let sessions = "/api/auth/sessions";
    stranger
        .post(sessions, &sign_in("new@school.example", PASSWORD))
        .await
        .problem(403, "email_not_verified");
    stranger.post(sessions, &sign_in("new@school.example", "x")).await.problem(401, "invalid_credentials");
    let ana = api.applicant("ana@school.example").await;
    let open = async || stranger.post(sessions, &sign_in("ana@school.example", PASSWORD)).await.expect(201);
    let refresh = async |token: &Value| {
        stranger.post("/api/auth/sessions/refresh", &json!({"refresh_token": token})).await
    };
    let (first, expiring) = (open().await, open().await);
    refresh(&json!("x")).await.problem(401, "refresh_token_invalid");
    let second = refresh(&first.json["refresh_token"]).await.expect(200);
    api.with_token(&second.text_at("/access_token")).get("/api/users/me").await.expect(200);
    api.clock().advance(time::Duration::seconds(10));
    refresh(&first.json["refresh_token"]).await.problem(401, "refresh_token_reused");
    refresh(&second.json["refresh_token"]).await.problem(401, "session_revoked");
    let me = ana.get("/api/users/me").await.expect(200).text_at("/id");
    api.clock().advance(time::Duration::days(31));
    refresh(&expiring.json["refresh_token"]).await.problem(401, "session_expired");
    readback.disable(me.parse().expect("an id"), NOON).await;
    stranger.post(sessions, &sign_in("ana@school.example", PASSWORD)).await.problem(403, "account_disabled");
    api.document().seen()
}

/// Choosing a new password, and signing in with a code.
async fn recovery() -> BTreeSet<Documented> {
    let api = TestApi::memory();
    let path = "/api/auth/recovery/password";
    let password = |password: &str| json!({"password": password});
    let holder = api.with_token(&recovery_token(&api, "ana@school.example").await);
    holder.put(path, &password("short")).await.problem(422, "weak_password");
    holder.put(path, &password(PASSWORD)).await.problem(422, "same_password");
    holder.put(path, &password("Chosen-Meadow-51")).await.expect(204);
    holder.put(path, &password("Chosen-Meadow-52")).await.problem(401, "recovery_expired");
    let wrong = json!({"email": "nobody@school.example", "code": "000000"});
    api.anonymous().post("/api/auth/sessions/code", &wrong).await.problem(401, "code_invalid");
    api.document().seen()
}

/// Refusals that occur only when changing and deleting one's own account.
async fn own_account() -> BTreeSet<Documented> {
    let api = TestApi::memory();
    let admin = api.admin("admin@forum.example").await;
    let change = async |current: &str, new: &str| {
        let body = json!({"current_password": current, "password": new});
        admin.send(Sent::new(Method::PUT, "/api/users/me/password").json(&body)).await
    };
    change("wrong", PASSWORD).await.problem(401, "invalid_credentials");
    change(PASSWORD, "short").await.problem(422, "weak_password");
    change(PASSWORD, PASSWORD).await.problem(422, "same_password");
    let wrong = json!({"email": "new@forum.example", "current_password": "wrong"});
    admin.put("/api/users/me/email", &wrong).await.problem(401, "invalid_credentials");
    let delete = async |current: &str| {
        let body = json!({"current_password": current});
        admin.send(Sent::new(Method::DELETE, "/api/users/me").json(&body)).await
    };
    delete("wrong").await.problem(401, "invalid_credentials");
    delete(PASSWORD).await.problem(409, "last_admin");
    api.document().seen()
}

/// Refusals that depend on the state of an application.
async fn applications() -> BTreeSet<Documented> {
    let api = TestApi::memory();
    let ana = api.applicant("ana@school.example").await;
    let admin = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let mut body = Caller::wizard();
    let under_key =
        |body: &Value| Sent::new(Method::POST, "/api/applications").header("idempotency-key", "k").json(body);
    let id = ana.send(under_key(&body)).await.expect(201).text_at("/id");
    body["city"] = json!("Orlando");
    ana.send(under_key(&body)).await.problem(422, "idempotency_key_reused");
    ana.post("/api/applications", &body).await.problem(409, "application_pending_exists");
    let own = admin.apply().await;
    admin.decide(&own, "approved").await.problem(409, "own_application");
    admin.decide(&id, "approved").await.expect(200);
    admin.decide(&id, "approved").await.problem(409, "application_already_decided");
    ana.post("/api/applications", &body).await.problem(409, "already_member");
    let nobody = api.user("nobody@school.example", &[]).await;
    nobody.post("/api/applications", &body).await.problem(403, "not_applicant");
    ana.decide(&id, "approved").await.problem(403, "forbidden");
    ana.get("/api/admin/applications").await.problem(403, "forbidden");
    api.document().seen()
}

/// Refusals that occur only for photos.
async fn photos() -> BTreeSet<Documented> {
    let ports = Ports::memory();
    let settings = SiteSettings { upload_deadline: Duration::from_millis(500), ..ports.settings.clone() };
    let api = TestApi::with(Ports { settings, ..ports });
    let ana = api.applicant("ana@school.example").await;
    let photo = plain_image(ImageKind::Png, 640, 480);
    let table: [(&[u8], u16, &str); 4] = [
        (b"text", 415, "unsupported_image"),
        (&plain_image(ImageKind::Jpeg, 30_000, 30_000), 422, "image_too_large"),
        (&photo[..9], 422, "image_unreadable"),
        (&[photo.clone(), vec![0; ImageKind::MAX_BYTES]].concat(), 413, "payload_too_large"),
    ];
    for (content, status, code) in table {
        ana.upload("me.png", content).await.problem(status, code);
    }
    let form = "multipart/form-data; boundary=b";
    let post = |kind: &str| Sent::new(Method::POST, "/api/headshots").header("content-type", kind.to_owned());
    ana.send(Sent { body: b"junk".to_vec(), ..post(form) }).await.problem(400, "malformed_request");
    ana.send(post("image/png")).await.problem(415, "unsupported_media_type");
    ana.send(Sent::new(Method::POST, "/api/headshots").form(&[])).await.problem(422, "validation_failed");
    let beside = Sent::new(Method::POST, "/api/headshots").form(&[("photo", "a.png", &photo)]);
    ana.send(beside).await.problem(422, "unknown_field");
    let endless = || streamed(futures_util::stream::pending::<std::io::Result<Vec<u8>>>());
    ana.send_body(post(form), endless()).await.problem(408, "request_timeout");

    let under_key = |content: &[u8]| {
        Sent::new(Method::POST, "/api/headshots").header("idempotency-key", "k").photo("me.png", content)
    };
    ana.send(under_key(&photo)).await.expect(201);
    let other = plain_image(ImageKind::Png, 9, 9);
    ana.send(under_key(&other)).await.problem(422, "idempotency_key_reused");
    // Three photos, each shown by an application.
    let admin = api.admin("admin@forum.example").await;
    let mut body = Caller::wizard();
    for _ in 0..3 {
        let id = ana.upload("me.png", &photo).await.expect(201).text_at("/id");
        body["headshot_id"] = json!(id);
        let application = ana.post("/api/applications", &body).await.expect(201).text_at("/id");
        ana.delete(&format!("/api/headshots/{id}")).await.problem(409, "in_use");
        admin.decide(&application, "rejected").await.expect(200);
    }
    ana.upload("me.png", &photo).await.problem(409, "in_use");
    api.document().seen()
}

/// Refusals that occur only for templates and mails.
async fn emails() -> BTreeSet<Documented> {
    let sender = Arc::new(FailingSender::times(1, SendError::Permanent("550 no".into())));
    let api = TestApi::with(Ports::memory().with(|program| program.sender = sender));
    let admin = api.admin("admin@forum.example").await;
    let of = |rest: &str| format!("/api/admin/email-templates/{rest}");
    let good = json!({"subject": "Hello", "html_content": "<p>Hello</p>"});
    let refused = [
        (json!({"subject": "Hello {{user}}", "html_content": "<p>Hello</p>"}), "unknown_placeholder"),
        (json!({"subject": "a\nb", "html_content": "<p>Hello</p>"}), "invalid_subject"),
        (json!({"subject": "Hello", "html_content": "<script>"}), "html_rejected"),
    ];
    let put = async |path: &str, tag: &str, body: &Value| {
        admin.send(Sent::new(Method::PUT, path).header("if-match", tag).json(body)).await
    };
    admin.get(&of("newsletter")).await.problem(404, "not_found");
    put(&of("newsletter"), "\"1\"", &good).await.problem(404, "not_found");
    let template = of("application_approved");
    admin.put(&template, &good).await.problem(428, "precondition_required");
    put(&template, "\"2\"", &good).await.problem(412, "version_conflict");
    for (body, code) in &refused {
        put(&template, "\"1\"", body).await.problem(422, code);
    }
    for act in ["preview", "test"] {
        admin.post(&of(&format!("newsletter/{act}")), &good).await.problem(404, "not_found");
        for (body, code) in &refused {
            admin.post(&format!("{template}/{act}"), body).await.problem(422, code);
        }
    }
    admin.post(&format!("{template}/test"), &good).await.expect(202);
    api.run_mail().await;
    let failed = admin.get("/api/admin/email-messages?state=failed").await.expect(200).text_at("/items/0/id");
    let retry = async |id: &str| {
        let path = format!("/api/admin/email-messages/{id}/retry");
        admin.send(Sent::new(Method::POST, &path)).await
    };
    retry(&failed).await.expect(202);
    retry(&failed).await.problem(409, "conflict");
    retry("5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d").await.problem(404, "not_found");
    api.document().seen()
}
