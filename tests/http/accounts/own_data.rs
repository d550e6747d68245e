//! The export of a user's data, and the deletion of an account.

use std::io::{Cursor, Read};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::headshots::{HeadshotKey, ImageKind};
use forum_tests::faults::{BrokenFileStore, FileTrouble};
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi};
use forum_tests::memory::plain_image;
use futures_util::stream::{FuturesUnordered, StreamExt};
use http::Method;
use http_body_util::{BodyExt, Empty};
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::support::dump::{dump, holds};
use crate::support::requests::contact_form;

const ME: &str = "/api/users/me";
const EXPORT: &str = "/api/users/me/export";

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

pub(crate) async fn exported(caller: &Caller) -> (Value, Vec<(String, Vec<u8>)>) {
    let answer = caller.get(EXPORT).await.expect(200);
    assert_eq!(answer.header("content-type"), "application/zip");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"educators-forum-data.zip\"");
    assert_eq!(answer.header("cache-control"), "no-store");
    let mut files = files(&answer);
    let (name, data) = files.remove(0);
    assert_eq!(name, "data.json");
    (serde_json::from_slice(&data).expect("JSON"), files)
}

#[tokio::test]
async fn the_export_is_a_zip_of_data_and_photos_without_internal_notes() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let (empty, none) = exported(&api.user("new@school.example", &[]).await).await;
    assert_eq!((&empty["draft"], none.is_empty()), (&json!(null), true));
    for part in ["roles", "email_changes", "applications", "photos", "emails", "contact_messages"] {
        assert_eq!(empty[part], json!([]), "{part}");
    }
    let bo = api.applicant("bo@school.example").await;
    bo.upload("bo.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
    bo.apply().await;
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
    let id = ana.apply_with(json!({"headshot_id": photo.json["id"]})).await.expect(201).text_at("/id");
    let (path, own_path) = (format!("/api/admin/applications/{id}"), format!("/api/applications/{id}"));
    let asked = json!({"message": "Please check your city.", "fields": ["city"]});
    admin.post(&format!("{path}/change-requests"), &asked).await.expect(201);
    admin.post(&format!("{path}/notes"), &json!({"text": "A first reading."})).await.expect(201);
    admin
        .send(Sent::new(Method::PUT, &format!("{path}/marks/me")).json(&json!({"mark": "maybe"})))
        .await
        .expect(200);
    admin.get(&path).await.expect(200);
    let edited = Caller::wizard_with(json!({"headshot_id": photo.json["id"], "city": "New Tampa"}));
    ana.replace(&own_path, "\"1\"", &edited).await.expect(200);
    let decision = json!({"decision": "rejected", "note": "a secret note"});
    admin.post(&format!("{path}/decision"), &decision).await.expect(200);
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
    let elsewhere = ["user_id", "first_name", "last_name", "email", "version", "change_request"];
    for (member, value) in ana.get(&own_path).await.json.as_object().expect("an object") {
        assert!(elsewhere.contains(&&**member) || own.get(member) == Some(value), "{member}");
    }
    let history = admin.get(&format!("{path}/history")).await.expect(200);
    for (member, listed) in [
        ("at", "created_at"),
        ("change", "change"),
        ("from_status", "from_status"),
        ("to_status", "to_status"),
    ] {
        let copied: Vec<_> =
            own["history"].as_array().expect("events").iter().map(|event| &event[member]).collect();
        assert_eq!((&copied, copied.len()), (&history.each(listed), 4), "{member}");
    }
    let (request, version) = (&own["change_requests"][0], &own["versions"][0]);
    assert_eq!((&request["message"], &request["fields"]), (&asked["message"], &asked["fields"]));
    assert_eq!((&own["city"], &version["city"]), (&edited["city"], &Caller::wizard()["city"]));
    assert_eq!((&version["number"], &version["change_request_id"]), (&json!(1), &request["id"]));
    let text = data.to_string();
    assert_eq!(data["internal_assessments"], empty["internal_assessments"], "the same for each user");
    for secret in
        ["a secret note", "decided_by", "A first reading", "maybe", "read_at", "reviewed\"", "$plain$"]
    {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let emails = data["emails"].as_array().expect("mails");
    assert!(emails.len() == 2 && emails.iter().any(|mail| mail["kind"] == "application_rejected"), "{text}");
    assert_eq!(emails[0]["state"], "sent");
    assert_eq!((&data["actions"][0]["action"], &data["actions_total"]), (&json!("user.exported"), &json!(3)));
    let name = format!("photos/{}", photo.text_at("/name"));
    assert_eq!(data["photos"][0]["file"], *name);
    let stored = api.anonymous().get(&photo.text_at("/headshot_url")).await.expect(200).body;
    assert_eq!(photos, [(name, stored)]);
    assert!(api.readback().audit_actions().await.contains(&"user.exported".to_owned()));

    let (written, _) = exported(&admin).await;
    assert_eq!(
        (&written["notes"][0]["text"], &written["change_requests"][0]),
        (&json!("A first reading."), request)
    );
    assert_eq!(written["notes"][0]["application_id"], *id);
    let key = HeadshotKey::of_url(&photo.text_at("/headshot_url")).expect("a key").to_string();
    api.ports.files.delete(&key).await.expect("a deleted file");
    let (data, photos) = exported(&ana).await;
    assert_eq!((data["photos"].as_array().map(Vec::len), photos.len()), (Some(1), 0), "its file is missing");
}

#[tokio::test]
async fn four_exports_run_at_once_and_one_for_each_user() {
    let ports = Ports::new().await;
    let files = Arc::new(BrokenFileStore::over(ports.files.clone()));
    let api = TestApi::with(ports.with(|program| program.files = files.clone()));
    let mut callers = Vec::new();
    for number in 1..=5 {
        let caller = api.applicant(&format!("ana{number}@school.example")).await;
        caller.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
        callers.push(caller);
    }
    files.set(FileTrouble::Stalled);
    let mut exports: FuturesUnordered<_> =
        [callers[0].get(EXPORT), callers[0].get(EXPORT)].into_iter().collect();
    let refused = exports.next().await.expect("the second response").problem(429, "rate_limited");
    assert_eq!(refused.header("retry-after"), "10");
    exports.extend(callers[1..].iter().map(|caller| caller.get(EXPORT)));
    exports.next().await.expect("the fifth response").problem(503, "busy");
    files.set(FileTrouble::None);
    let answers: Vec<Answer> = exports.collect().await;
    assert_eq!(answers.iter().map(|answer| answer.status).collect::<Vec<_>>(), [200; 4]);
    callers[0].get(EXPORT).await.expect(200);
}

#[tokio::test]
async fn an_export_ends_after_sign_out() {
    let (_, ana) = TestApi::with_applicant().await;
    let body = Empty::new().map_err(|never| match never {}).boxed();
    let response = ana.begin(Sent::new(Method::GET, EXPORT), body).await;
    ana.delete("/api/auth/sessions").await.expect(204);
    // Longer than the pause between two checks.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(response.into_body().collect().await.is_err());
}

#[tokio::test]
async fn deletion_removes_the_photos_and_anonymises_decided_applications() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
    let decided = ana.apply_with(json!({"headshot_id": photo.json["id"]})).await.expect(201).text_at("/id");
    admin.decide(&decided, "rejected").await.expect(200);
    let pending = ana.apply().await;
    ana.leave().await;
    api.anonymous().get(&photo.text_at("/headshot_url")).await.expect(404);
    let later = api.now() + time::Duration::hours(1);
    assert_eq!(api.ports.files.written_before(later).await.expect("stored files"), Vec::<String>::new());

    admin.get(&format!("/api/applications/{pending}")).await.problem(404, "not_found");
    let left = admin.get(&format!("/api/applications/{decided}")).await.expect(200).json;
    for member in ["first_name", "last_name", "email", "address_line2", "headshot_url", "note"] {
        assert!(left[member].is_null(), "{member}: {left}");
    }
    assert_eq!((&left["city"], &left["date_of_birth"]), (&json!("—"), &json!("1900-01-01")));
    admin.decide(&decided, "approved").await.problem(409, "application_already_decided");
    let history = admin.get(&format!("/api/admin/applications/{decided}/history")).await.expect(200);
    assert_eq!(history.each("actor_name"), [&Value::Null, &json!("Ana Li")]);
    for query in ["?sort=name", "?sort=name&order=asc", "?sort=status"] {
        let list = admin.get(&format!("/api/admin/applications{query}")).await.expect(200);
        assert_eq!(list.each("id"), [&*decided]);
        assert_eq!(list.each("email"), [&Value::Null]);
        assert_eq!(list.json["counts"], json!({"total": 1, "pending": 0, "approved": 0, "rejected": 1}));
    }
    assert_eq!(admin.get("/api/admin/applications?q=ana").await.expect(200).json["total"], 0);
}

/// Covers every column of every table: address, names, password, devices, answers, and notes about the user.
#[tokio::test]
async fn no_table_contains_personal_data_of_a_deleted_account() {
    let api = TestApi::unchecked().await;
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
        let linked = sqlx::query(identity).bind(user.id().await).bind(subject);
        linked.execute(api.ports.pool()).await.expect("a linked identity");
    }
    for (email, name) in
        [("Anaximandra@school.example", "Anaximandra Lindqvist"), ("bo@school.example", "Bo Li")]
    {
        let mut form = contact_form(email);
        form["full_name"] = json!(name);
        api.anonymous().keyed(name, "/api/contact-messages", &form).await.expect(202);
    }
    let (of_bo, _) = exported(&bo).await;
    assert_eq!(of_bo["contact_messages"][0]["message"], "May I quote\n<b>the report</b>?");
    let rename = json!({"first_name": "Anaximandra", "last_name": "Lindqvist"});
    ana.patch(ME, &rename).await.expect(200);
    let change = json!({"current_password": PASSWORD, "password": "Leaving-Brook-91"});
    ana.put("/api/users/me/password", &change).await.expect(204);
    let credentials = json!({"email": "anaximandra@school.example", "password": "Leaving-Brook-91"});
    let elsewhere = Sent::new(Method::POST, "/api/auth/sessions").header("user-agent", "Telltale-Browser/7");
    let elsewhere = Sent { peer: IpAddr::from([198, 51, 100, 9]), ..elsewhere.json(&credentials) };
    api.send(elsewhere).await.expect(201);
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
    let wizard = Caller::wizard_with(json!({
        "teaching_experience": "Years at a lighthouse", "school_district": "District of Telltale",
        "address_line1": "77 Telltale Lane", "city": "Telltaleville", "phone": "555 0177 077",
        "date_of_birth": "1977-07-07", "headshot_id": photo.json["id"],
    }));
    let first = ana.keyed("telltale-1", "/api/applications", &wizard).await.expect(201).text_at("/id");
    let body = json!({"decision": "rejected", "note": "A telltale note"});
    admin.keyed("telltale-3", &format!("/api/admin/applications/{first}/decision"), &body).await.expect(200);
    ana.keyed("telltale-2", "/api/applications", &wizard).await.expect(201);
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
        let stored = dump(api.ports.pool()).await;
        personal.map(|text| {
            let columns = stored.iter().filter(|stored| holds(&stored.value, text.as_bytes()));
            (text, columns.map(|stored| stored.column.clone()).collect::<Vec<_>>())
        })
    };
    for (text, columns) in found().await {
        assert!(!columns.is_empty(), "{text} was stored");
    }
    let body = json!({"current_password": "Leaving-Brook-91"});
    ana.send(Sent::new(Method::DELETE, ME).json(&body)).await.expect(202);
    for (text, columns) in found().await {
        assert_eq!(columns, Vec::<String>::new(), "{text}");
    }
    let (left, _) = exported(&bo).await;
    for part in ["profile", "roles", "sessions", "identities", "applications", "photos", "emails"] {
        assert_eq!(left[part], of_bo[part], "{part}: those of another user stay");
    }
}
