//! The export of a user's data, and the deletion of an account.

use std::io::{Cursor, Read};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::headshots::{HeadshotKey, ImageKind};
use forum_domain::shared::Clock;
use forum_tests::faults::{BrokenFileStore, FileTrouble};
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi};
use forum_tests::memory::plain_image;
use forum_tests::postgres::PostgresDatabase;
use futures_util::stream::{FuturesUnordered, StreamExt};
use http::Method;
use http_body_util::{BodyExt, Empty};
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::support::dump::{dump, holds};
use crate::support::mailed::link_to;
use crate::support::requests::{id_of, sign_up_form, with_readback};

const ME: &str = "/api/users/me";
const EXPORT: &str = "/api/users/me/export";

/// The files of an archive by name.
fn files(answer: &Answer) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(&answer.body)).expect("a ZIP file");
    (0..archive.len())
        .map(|at| {
            let mut file = archive.by_index(at).expect("a file");
            let (name, mut content) = (file.name().expect("a name").into_owned(), Vec::new());
            file.read_to_end(&mut content).expect("the content of the file");
            (name, content)
        })
        .collect()
}

pub(crate) async fn exported(caller: &Caller<'_>) -> (Value, Vec<(String, Vec<u8>)>) {
    let answer = caller.get(EXPORT).await.expect(200);
    assert_eq!(answer.header("content-type"), "application/zip");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"educators-forum-data.zip\"");
    assert_eq!(answer.header("cache-control"), "no-store");
    let mut files = files(&answer);
    let (name, data) = files.remove(0);
    assert_eq!(name, "data.json");
    (serde_json::from_slice(&data).expect("JSON"), files)
}

async fn delete(caller: &Caller<'_>, password: &str) -> Answer {
    let body = json!({"current_password": password});
    caller.send(Sent::new(Method::DELETE, ME).json(&body)).await
}

async fn sign_in(api: &TestApi, email: &str) -> Answer {
    api.anonymous().post("/api/auth/sessions", &json!({"email": email, "password": PASSWORD})).await
}

#[tokio::test]
async fn the_export_is_a_zip_of_data_and_photos_without_internal_notes() {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let bo = api.applicant("bo@school.example").await;
    bo.upload("bo.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
    bo.apply().await;
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
    let mut wizard = Caller::wizard();
    wizard["headshot_id"] = photo.json["id"].clone();
    let application = ana.post("/api/applications", &wizard).await.expect(201).text_at("/id");
    let decision = json!({"decision": "rejected", "note": "a secret note"});
    admin.post(&format!("/api/admin/applications/{application}/decision"), &decision).await.expect(200);
    api.run_mail().await;
    api.clock().advance(time::Duration::MINUTE);

    let (data, photos) = exported(&ana).await;
    let me = ana.get(ME).await.json;
    for member in ["id", "email", "first_name", "last_name", "created_at"] {
        assert_eq!(data["profile"][member], me[member]);
    }
    assert_eq!(data["roles"], json!(["applicant"]));
    for part in ["sessions", "applications", "photos"] {
        assert_eq!(data[part].as_array().map(Vec::len), Some(1), "{part}: only the caller's");
    }
    assert_eq!(data["sessions"][0]["ip_prefix"], "203.0.113.0/24");
    let own = &data["applications"][0];
    let shown = ana.get(&format!("/api/applications/{application}")).await.json;
    for (member, value) in shown.as_object().expect("an object") {
        if !["user_id", "first_name", "last_name", "email", "version", "change_request"]
            .contains(&member.as_str())
        {
            assert_eq!(own.get(member), Some(value), "{member}");
        }
    }
    assert_eq!(own["history"].as_array().map(Vec::len), Some(2));
    let text = data.to_string();
    assert!(!text.contains("a secret note") && !text.contains("decided_by"), "{text}");
    assert!(!text.contains("$plain$"), "no password hash: {text}");
    let kinds: Vec<_> = data["emails"].as_array().expect("mails").iter().map(|mail| &mail["kind"]).collect();
    assert_eq!(kinds.len(), 2);
    assert!(kinds.contains(&&json!("application_rejected")));
    assert_eq!(data["emails"][0]["state"], "sent");
    assert_eq!(data["actions"][0]["action"], "user.exported");
    assert_eq!(data["actions_total"], 2);
    let name = photo.text_at("/name");
    assert_eq!(data["photos"][0]["file"], format!("photos/{name}"));
    let stored = api.anonymous().get(&photo.text_at("/headshot_url")).await.expect(200).body;
    assert_eq!(photos, [(format!("photos/{name}"), stored)]);
    assert_eq!(readback.audit_actions().await.last().map(String::as_str), Some("user.exported"));
}

#[tokio::test]
async fn the_export_has_history_edits_requests_and_notes() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let id = ana.apply().await;
    let path = format!("/api/admin/applications/{id}");
    let asked = json!({"message": "Please check your city.", "fields": ["city"]});
    admin.post(&format!("{path}/change-requests"), &asked).await.expect(201);
    admin.post(&format!("{path}/notes"), &json!({"text": "A first reading."})).await.expect(201);
    let mut edited = Caller::wizard();
    edited["city"] = json!("New Tampa");
    let own_path = format!("/api/applications/{id}");
    let edit = Sent::new(Method::PUT, &own_path).header("if-match", "\"1\"").json(&edited);
    ana.send(edit).await.expect(200);

    let (data, _) = exported(&ana).await;
    let own = &data["applications"][0];
    let history = admin.get(&format!("{path}/history")).await.expect(200).json["items"].take();
    for (member, listed) in [
        ("at", "created_at"),
        ("change", "change"),
        ("from_status", "from_status"),
        ("to_status", "to_status"),
    ] {
        let of = |events: &Value, member: &str| {
            let events = events.as_array().expect("events").iter();
            events.map(|event| event[member].clone()).collect::<Vec<_>>()
        };
        let copied = of(&own["history"], member);
        assert_eq!((&copied, copied.len()), (&of(&history, listed), 3), "{member}");
    }
    let (request, version) = (&own["change_requests"][0], &own["versions"][0]);
    assert_eq!((&request["message"], &request["fields"]), (&asked["message"], &asked["fields"]));
    assert_eq!((&own["city"], &version["city"]), (&edited["city"], &Caller::wizard()["city"]));
    assert_eq!((&version["number"], &version["change_request_id"]), (&json!(1), &request["id"]));
    let (written, _) = exported(&admin).await;
    assert_eq!(written["notes"][0]["text"], "A first reading.");
    assert_eq!(
        (&written["change_requests"][0], written["notes"][0]["application_id"].as_str()),
        (request, Some(id.as_str()))
    );
}

#[tokio::test]
async fn the_export_of_an_empty_account_has_every_part() {
    let api = TestApi::new().await;
    let (data, photos) = exported(&api.user("ana@school.example", &[]).await).await;
    assert_eq!(data["draft"], json!(null));
    for part in ["roles", "email_changes", "applications", "photos", "emails"] {
        assert_eq!(data[part], json!([]), "{part}");
    }
    assert!(photos.is_empty());
    assert!(data["exported_at"].as_str().is_some_and(|at| at.ends_with('Z')));
}

#[tokio::test]
async fn a_user_gets_one_export_at_a_time_and_others_are_not_affected() {
    let ports = Ports::new().await;
    let files = Arc::new(BrokenFileStore::over(ports.program.files.clone()));
    let api = TestApi::with(ports.with(|program| program.files = files.clone()));
    let ana = api.applicant("ana@school.example").await;
    let bo = api.applicant("bo@school.example").await;
    ana.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
    files.set(FileTrouble::Stalled);
    let mut two: FuturesUnordered<_> = [ana.get(EXPORT), ana.get(EXPORT)].into_iter().collect();
    let refused = two.next().await.expect("the second response").problem(429, "rate_limited");
    assert_eq!(refused.header("retry-after"), "10");
    bo.get(EXPORT).await.expect(200);
    files.set(FileTrouble::None);
    two.next().await.expect("the first response").expect(200);
    ana.get(EXPORT).await.expect(200);
}

#[tokio::test]
async fn the_export_has_no_file_for_a_photo_whose_file_is_missing() {
    let ports = Ports::new().await;
    let files = ports.program.files.clone();
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let url = ana.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
    let key = HeadshotKey::of_url(&url.text_at("/headshot_url")).expect("a key").to_string();
    files.delete(&key).await.expect("a deleted file");
    let (data, photos) = exported(&ana).await;
    assert_eq!((data["photos"].as_array().map(Vec::len), photos.len()), (Some(1), 0));
}

#[tokio::test]
async fn four_exports_run_at_once_and_a_fifth_is_refused() {
    let ports = Ports::new().await;
    let files = Arc::new(BrokenFileStore::over(ports.program.files.clone()));
    let api = TestApi::with(ports.with(|program| program.files = files.clone()));
    let mut callers = Vec::new();
    for number in 1..=5 {
        let caller = api.applicant(&format!("ana{number}@school.example")).await;
        caller.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
        callers.push(caller);
    }
    files.set(FileTrouble::Stalled);
    let mut exports: FuturesUnordered<_> = callers.iter().map(|caller| caller.get(EXPORT)).collect();
    exports.next().await.expect("the fifth response").problem(503, "busy");
    files.set(FileTrouble::None);
    let mut done = 0;
    while let Some(answer) = exports.next().await {
        answer.expect(200);
        done += 1;
    }
    assert_eq!(done, 4);
}

#[tokio::test]
async fn an_export_ends_after_sign_out() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let body = Empty::new().map_err(|never| match never {}).boxed();
    let response = ana.begin(Sent::new(Method::GET, EXPORT), body).await;
    ana.delete("/api/auth/sessions").await.expect(204);
    // Longer than the pause between two checks.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(response.into_body().collect().await.is_err());
}

#[tokio::test]
async fn a_deleted_account_is_signed_out_and_can_sign_up_again() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let other = sign_in(&api, "ana@school.example").await.expect(201);
    delete(&ana, PASSWORD).await.expect(202);
    for token in [&ana, &api.with_token(&other.text_at("/access_token"))] {
        token.get(ME).await.problem(401, "session_revoked");
    }
    let refresh = json!({"refresh_token": other.json["refresh_token"]});
    api.anonymous().post("/api/auth/sessions/refresh", &refresh).await.problem(401, "refresh_token_invalid");
    sign_in(&api, "ana@school.example").await.problem(401, "invalid_credentials");

    let form = sign_up_form("ana@school.example");
    api.anonymous().post("/api/auth/signup", &form).await.expect(202);
    let token = link_to(&api, "ana@school.example").await;
    api.anonymous().post("/api/auth/verifications", &json!({"token": token})).await.expect(200);
    let again = api.sign_in("ana@school.example").await;
    assert_eq!(again.get("/api/applications/mine").await.json["total"], 0);
}

#[tokio::test]
async fn deletion_removes_the_photos_and_anonymises_decided_applications() {
    let ports = Ports::new().await;
    let files = ports.program.files.clone();
    let clock = ports.clock.clone();
    let api = TestApi::with(ports);
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
    let mut wizard = Caller::wizard();
    wizard["headshot_id"] = photo.json["id"].clone();
    let decided = ana.post("/api/applications", &wizard).await.expect(201).text_at("/id");
    admin.decide(&decided, "rejected").await.expect(200);
    let pending = ana.apply().await;

    delete(&ana, PASSWORD).await.expect(202);
    api.anonymous().get(&photo.text_at("/headshot_url")).await.expect(404);
    let later = clock.now() + time::Duration::hours(1);
    assert_eq!(files.written_before(later).await.expect("stored files"), Vec::<String>::new());

    admin.get(&format!("/api/applications/{pending}")).await.problem(404, "not_found");
    admin.decide(&pending, "approved").await.problem(404, "not_found");
    let left = admin.get(&format!("/api/applications/{decided}")).await.expect(200);
    for member in ["first_name", "last_name", "email", "address_line2", "headshot_url", "note"] {
        assert!(left.json[member].is_null(), "{member}: {}", left.text);
    }
    assert_eq!(
        (left.json["city"].as_str(), left.json["date_of_birth"].as_str()),
        (Some("—"), Some("1900-01-01"))
    );
    let known = admin.decide(&decided, "approved").await.problem(409, "application_already_decided");
    assert_eq!(known.json["current_status"], "rejected");
    for query in ["", "?sort=name", "?sort=name&order=asc", "?sort=status"] {
        let list = admin.get(&format!("/api/admin/applications{query}")).await.expect(200);
        assert_eq!(list.json["items"][0]["id"], decided.as_str());
        assert!(list.json["items"][0]["email"].is_null());
        assert_eq!(list.json["counts"], json!({"total": 1, "pending": 0, "approved": 0, "rejected": 1}));
    }
    let found = admin.get("/api/admin/applications?q=ana").await.expect(200);
    assert_eq!(found.json["total"], 0);
}

#[tokio::test]
async fn a_deletion_needs_the_current_password_and_another_administrator() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    delete(&admin, "wrong").await.problem(401, "invalid_credentials");
    delete(&admin, PASSWORD).await.problem(409, "last_admin");
    admin.get(ME).await.expect(200);
    api.admin("second@forum.example").await;
    delete(&admin, PASSWORD).await.expect(202);
}

#[tokio::test]
async fn queued_mails_of_a_deleted_account_are_never_sent() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    ana.apply().await;
    delete(&ana, PASSWORD).await.expect(202);
    api.run_mail().await;
    assert_eq!(api.inbox().last_to("ana@school.example"), None);
}

/// Covers every column of every table: address, names, password, devices, answers, and notes about the user.
#[tokio::test]
async fn no_table_contains_personal_data_of_a_deleted_account() {
    let database = PostgresDatabase::fresh().await;
    let api = TestApi::with(Ports::on(database.stores()));
    let admin = api.admin("admin@forum.example").await;
    let ana = api.applicant("anaximandra@school.example").await;
    let bo = api.applicant("bo@school.example").await;
    bo.upload("bo.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
    bo.apply().await;
    // The next photo has another name.
    api.clock().advance(time::Duration::SECOND);
    for (user, subject) in [(&ana, "telltale-subject"), (&bo, "of-bo")] {
        let identity = "insert into identities (id, user_id, provider, subject, linked_at)
                        values (gen_random_uuid(), $1::uuid, 'school', $2, now())";
        let linked = sqlx::query(identity).bind(id_of(user).await).bind(subject);
        linked.execute(database.pool()).await.expect("a linked identity");
    }
    let (of_bo, _) = exported(&bo).await;
    let rename = json!({"first_name": "Anaximandra", "last_name": "Lindqvist"});
    ana.send(Sent::new(Method::PATCH, ME).json(&rename)).await.expect(200);
    let change = json!({"current_password": PASSWORD, "password": "Leaving-Brook-91"});
    ana.put("/api/users/me/password", &change).await.expect(204);
    let credentials = json!({"email": "anaximandra@school.example", "password": "Leaving-Brook-91"});
    let elsewhere = Sent::new(Method::POST, "/api/auth/sessions").header("user-agent", "Telltale-Browser/7");
    let elsewhere = Sent { peer: IpAddr::from([198, 51, 100, 9]), ..elsewhere.json(&credentials) };
    api.send(elsewhere).await.expect(201);
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
    let mut wizard = Caller::wizard();
    wizard["headshot_id"] = photo.json["id"].clone();
    for (field, answer) in [
        ("teaching_experience", "Years at a lighthouse"),
        ("school_district", "District of Telltale"),
        ("address_line1", "77 Telltale Lane"),
        ("city", "Telltaleville"),
        ("phone", "555 0177 077"),
        ("date_of_birth", "1977-07-07"),
    ] {
        wizard[field] = json!(answer);
    }
    for decision in [Some("rejected"), None] {
        let key = format!("telltale-key-{}", decision.unwrap_or("none"));
        let sent = Sent::new(Method::POST, "/api/applications").header("idempotency-key", key).json(&wizard);
        let application = ana.send(sent).await.expect(201).text_at("/id");
        let Some(decision) = decision else { continue };
        let body = json!({"decision": decision, "note": "A telltale note"});
        admin.post(&format!("/api/admin/applications/{application}/decision"), &body).await.expect(200);
    }
    for (path, body) in [
        ("recovery", json!({"email": "anaximandra@school.example"})),
        ("codes", json!({"email": "anaximandra@school.example"})),
        ("sessions/code", json!({"email": "anaximandra@school.example", "code": "000000"})),
    ] {
        api.anonymous().post(&format!("/api/auth/{path}"), &body).await;
    }
    let file = photo.text_at("/name");
    let personal = [
        "anaximandra",
        "lindqvist",
        "Leaving-Brook-91",
        "198.51.100",
        "telltale",
        "lighthouse",
        "0177 077",
        "1977-07-07",
        &file,
    ];
    let found = async || {
        let stored = dump(database.pool()).await;
        personal.map(|text| {
            let columns = stored.iter().filter(|stored| holds(&stored.value, text.as_bytes()));
            (text, columns.map(|stored| stored.column.clone()).collect::<Vec<_>>())
        })
    };
    for (text, columns) in found().await {
        assert!(!columns.is_empty(), "{text} was stored");
    }
    delete(&ana, "Leaving-Brook-91").await.expect(202);
    for (text, columns) in found().await {
        assert_eq!(columns, Vec::<String>::new(), "{text}");
    }
    let (left, _) = exported(&bo).await;
    for part in ["profile", "roles", "sessions", "identities", "applications", "photos", "emails"] {
        assert_eq!(left[part], of_bo[part], "{part}: those of another user stay");
    }
}
