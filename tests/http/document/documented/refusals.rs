//! Refusals of individual operations, by subject.

use std::collections::BTreeSet;
use std::time::Duration;

use forum_domain::accounts::Role;
use forum_domain::applications::ChangeRequest;
use forum_domain::headshots::ImageKind;
use forum_domain::notes::MAX_NOTES;
use forum_http::SiteSettings;
use forum_tests::builders::NOON;
use forum_tests::harness::{Caller, Documented, PASSWORD, Ports, Sent, TestApi, streamed};
use forum_tests::memory::plain_image;
use http::Method;
use serde_json::{Value, json};

use crate::support::mailed::recovery_token;
use crate::support::requests::{Content, Owner, draft, with_readback};

/// Invalid parameters and unknown ids.
pub(super) async fn parameters() -> BTreeSet<Documented> {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    for (path, caller) in [
        ("/api/auth/sessions?limit=0", &owner.caller),
        ("/api/applications/mine?limit=0", &owner.caller),
        ("/api/headshots?limit=0", &owner.caller),
        ("/api/admin/applications?limit=0", &admin),
        ("/api/admin/applications/export?sort=phone", &admin),
        ("/api/admin/applications/states?status=open", &admin),
        ("/api/admin/users?limit=0", &admin),
        ("/api/admin/audit-events?limit=0", &admin),
        ("/api/admin/email-messages?limit=0", &admin),
    ] {
        caller.get(path).await.problem(422, "validation_failed");
    }
    for list in ["/api/headshots", "/api/auth/sessions", "/api/applications/mine"] {
        owner.caller.get(&format!("{list}?cursor=x")).await.problem(422, "invalid_cursor");
    }
    admin.get("/api/admin/applications?cursor=x").await.problem(422, "invalid_cursor");
    admin.get("/api/admin/applications?q=%00").await.problem(422, "invalid_text");
    admin.get("/api/admin/applications/export?q=%00").await.problem(422, "invalid_text");
    admin.get("/api/admin/applications/states?q=%00").await.problem(422, "invalid_text");
    admin.get("/api/admin/audit-events?cursor=x").await.problem(422, "invalid_cursor");
    admin.get("/api/admin/audit-events?action=%00").await.problem(422, "invalid_text");
    admin.get("/api/admin/email-messages?cursor=x").await.problem(422, "invalid_cursor");
    owner.caller.delete("/api/auth/sessions?scope=mine").await.problem(422, "invalid_scope");
    for id in ["no-id", "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"] {
        owner.caller.delete(&format!("/api/auth/sessions/{id}")).await.problem(404, "not_found");
        owner.caller.delete(&format!("/api/headshots/{id}")).await.problem(404, "not_found");
        owner.caller.get(&format!("/api/applications/{id}")).await.problem(404, "not_found");
        admin.decide(id, "approved").await.problem(404, "not_found");
        let undo = format!("/api/admin/applications/{id}/decision/undo");
        admin.send(Sent::new(Method::POST, &undo)).await.problem(404, "not_found");
        let history = format!("/api/admin/applications/{id}/history");
        admin.get(&history).await.problem(404, "not_found");
    }
    users(&admin, &owner).await;
    api.document().seen()
}

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

/// Refusals that occur only when signing up, signing in and refreshing.
pub(super) async fn accounts() -> BTreeSet<Documented> {
    let (api, readback) = with_readback(Ports::new().await);
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
pub(super) async fn recovery() -> BTreeSet<Documented> {
    let api = TestApi::new().await;
    let path = "/api/auth/recovery/password";
    let password = |password: &str| json!({"password": password});
    let holder = api.with_token(&recovery_token(&api, "ana@school.example").await);
    holder.put(path, &password("short")).await.problem(422, "weak_password");
    holder.put(path, &password(PASSWORD)).await.problem(422, "same_password");
    holder.put(path, &password("Chosen-Meadow-51")).await.expect(204);
    holder.put(path, &password("Chosen-Meadow-52")).await.problem(401, "recovery_expired");
    let wrong = json!({"email": "unknown@school.example", "code": "000000"});
    api.anonymous().post("/api/auth/sessions/code", &wrong).await.problem(401, "code_invalid");
    api.document().seen()
}

/// Refusals that occur only when changing and deleting one's own account.
pub(super) async fn own_account() -> BTreeSet<Documented> {
    let api = TestApi::new().await;
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

pub(super) async fn applications() -> BTreeSet<Documented> {
    let api = TestApi::with(Ports::new().await.with(|program| program.undo_window = time::Duration::MINUTE));
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
    let undo = async |id: &str| {
        admin.send(Sent::new(Method::POST, &format!("/api/admin/applications/{id}/decision/undo"))).await
    };
    undo(&own).await.problem(409, "undo_expired");
    let ben = api.applicant("ben@school.example").await;
    let again = ben.apply().await;
    admin.decide(&again, "rejected").await.expect(200);
    ben.apply().await;
    undo(&again).await.problem(409, "applied_again");
    undo(&id).await.expect(200);
    let no_role = api.user("unknown@school.example", &[]).await;
    no_role.post("/api/applications", &body).await.problem(403, "not_applicant");
    ana.decide(&id, "approved").await.problem(403, "forbidden");
    ana.get("/api/admin/applications").await.problem(403, "forbidden");
    let bo = api.applicant("bo@school.example").await;
    let pending = bo.apply().await;
    let withdraw = async |id: &str, key: &str| {
        let path = format!("/api/applications/{id}/withdrawal");
        bo.send(Sent::new(Method::POST, &path).header("idempotency-key", key)).await
    };
    withdraw(&pending, "").await.problem(422, "validation_failed");
    bo.post(&format!("/api/applications/{pending}/withdrawal"), &json!({"reason": "Moved."}))
        .await
        .problem(422, "unknown_field");
    admin.get(&format!("/api/admin/applications/{own}/history")).await.problem(409, "own_application");
    withdraw(&pending, "k").await.expect(204);
    assert_eq!(withdraw(&pending, "k").await.expect(204).header("idempotency-replayed"), "true");
    withdraw(&id, "k").await.problem(422, "idempotency_key_reused");
    withdraw(&id, "other").await.problem(404, "not_found");
    let decided = bo.apply().await;
    admin.decide(&decided, "rejected").await.expect(200);
    withdraw(&decided, "other").await.problem(409, "application_already_decided");
    api.document().seen()
}

/// Notes and viewers, also of one's own application.
pub(super) async fn notes() -> BTreeSet<Documented> {
    let api = TestApi::new().await;
    let id = api.applicant("ana@school.example").await.apply().await;
    let admin = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let own = admin.apply().await;
    let of = |id: &str, rest: &str| format!("/api/admin/applications/{id}/{rest}");
    let text = json!({"text": "Called the school."});
    let put = async |path: String| admin.send(Sent::new(Method::PUT, &path)).await;
    admin.get(&of(&own, "notes")).await.problem(409, "own_application");
    admin.post(&of(&own, "notes"), &text).await.problem(409, "own_application");
    put(of(&own, "viewers/me")).await.problem(409, "own_application");
    for id in ["no-id", "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"] {
        admin.get(&of(id, "notes")).await.problem(404, "not_found");
        admin.post(&of(id, "notes"), &text).await.problem(404, "not_found");
        put(of(id, "viewers/me")).await.problem(404, "not_found");
    }
    admin.delete(&of("no-id", "viewers/me")).await.problem(404, "not_found");
    let mut note = String::new();
    for _ in 0..MAX_NOTES {
        note = admin.post(&of(&id, "notes"), &text).await.expect(201).text_at("/id");
    }
    admin.post(&of(&id, "notes"), &text).await.problem(409, "too_many_notes");
    let path = of(&id, &format!("notes/{note}"));
    let edit = || Sent::new(Method::PATCH, &path).json(&text);
    admin.send(edit().header("if-match", "*")).await.expect(200);
    let other = Sent::new(Method::PATCH, &path).header("if-match", "\"1\"").json(&json!({"text": "Busy."}));
    admin.send(other).await.problem(412, "version_conflict");
    admin.send(edit()).await.problem(428, "precondition_required");
    let stale = Sent::new(Method::DELETE, &path).header("if-match", "\"1\"");
    admin.send(stale).await.problem(412, "version_conflict");
    admin.delete(&path).await.expect(204);
    api.document().seen()
}

/// Requests for changes and edits, also of one's own application.
pub(super) async fn changes() -> BTreeSet<Documented> {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let id = ana.apply().await;
    let admin = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let own = admin.apply().await;
    let of = |id: &str, rest: &str| format!("/api/admin/applications/{id}/{rest}");
    let asked = json!({"message": "Which city?"});
    let ask = async |id: &str| admin.post(&of(id, "change-requests"), &asked).await;
    let take_back =
        async |id: &str, request: &str| admin.delete(&of(id, &format!("change-requests/{request}"))).await;
    ask(&own).await.problem(409, "own_application");
    take_back(&own, &id).await.problem(409, "own_application");
    admin.get(&of(&own, "versions")).await.problem(409, "own_application");
    for id in ["no-id", "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"] {
        ask(id).await.problem(404, "not_found");
        take_back(id, id).await.problem(404, "not_found");
        admin.get(&of(id, "versions")).await.problem(404, "not_found");
    }
    let path = format!("/api/applications/{id}");
    let edit = async |tag: &str| {
        ana.send(Sent::new(Method::PUT, &path).header("if-match", tag).json(&Caller::wizard())).await
    };
    edit("\"1\"").await.problem(409, "not_editable");
    let request = ask(&id).await.expect(201).text_at("/id");
    ask(&id).await.problem(409, "change_request_open");
    take_back(&id, &request).await.expect(204);
    ask(&id).await.expect(201);
    ana.put(&path, &Caller::wizard()).await.problem(428, "precondition_required");
    edit("\"2\"").await.problem(412, "version_conflict");
    edit("\"1\"").await.expect(200);
    let unknown = Sent::new(Method::PUT, "/api/applications/no-id").header("if-match", "*");
    ana.send(unknown.json(&Caller::wizard())).await.problem(404, "not_found");
    for number in 2..=ChangeRequest::MAX_EDITS {
        ask(&id).await.expect(201);
        edit(&format!("\"{number}\"")).await.expect(200);
    }
    ask(&id).await.problem(409, "too_many_edits");
    admin.get(&of(&id, "versions")).await.expect(200);
    let first = json!({"decision": "rejected", "version": 1});
    admin.post(&of(&id, "decision"), &first).await.problem(412, "version_conflict");
    admin.decide(&id, "rejected").await.expect(200);
    ask(&id).await.problem(409, "application_already_decided");
    api.document().seen()
}

/// Each operation with a key is sent two different requests under it, and one under a key that is too long.
pub(super) async fn idempotency_keys() -> BTreeSet<Documented> {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "a").await;
    let admin = api.admin("admin@forum.example").await;
    let document = api.document();
    for request in owner.requests() {
        let operation = document.operation(&request.method, &request.path).expect("an operation");
        let mut parameters = operation.value["parameters"].as_array().into_iter().flatten();
        // Other tests send two submissions, two uploads and two retries.
        let known = ["submit_application", "upload_headshot", "retry_email_message"];
        let takes_key = parameters.any(|parameter| parameter["name"] == "Idempotency-Key");
        let Content::Json(body) = &request.body else { continue };
        if known.contains(&request.operation) || !takes_key {
            continue;
        }
        let caller = if request.path.contains("/admin/") { &admin } else { &owner.caller };
        let under = |key: &str| request.sent().header("idempotency-key", key).json(body);
        caller.send(under(&"k".repeat(65))).await.problem(422, "validation_failed");
        let first = caller.send(under("k")).await;
        assert!((200..300).contains(&first.status), "{}: {}", request.operation, first.text);
        caller.send(under("k")).await.expect(first.status);
        // A space does not change the meaning, but the request is another one.
        let other = Sent { body: format!("{body} ").into_bytes(), ..under("k") };
        caller.send(other).await.problem(422, "idempotency_key_reused");
    }
    api.document().seen()
}

pub(super) async fn drafts() -> BTreeSet<Documented> {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let member = api.member("member@school.example").await;
    let path = "/api/applications/draft";
    ana.put(path, &draft()).await.expect(200);
    ana.put(path, &json!({"fields": {"city": "\0"}, "step": 1})).await.problem(422, "invalid_text");
    member.get(path).await.problem(403, "not_applicant");
    member.put(path, &draft()).await.problem(403, "not_applicant");
    member.delete(path).await.problem(403, "not_applicant");
    ana.apply().await;
    ana.put(path, &draft()).await.problem(409, "application_pending_exists");
    api.document().seen()
}

pub(super) async fn photos() -> BTreeSet<Documented> {
    let ports = Ports::new().await;
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
    // Three photos, each used by an application.
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
