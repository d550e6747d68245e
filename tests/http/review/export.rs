//! The export of applications: its formats, its audit entry, and the resources that it occupies.
//! tests/foreign-client reads the cells of a workbook with another program's library.

use std::path::Path;

use csv::ReaderBuilder;
use forum_domain::accounts::TokenScope;
use forum_domain::applications::Field;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi};
use forum_tests::stores::Stores;
use http::Method;
use http_body_util::{BodyExt, Empty};
use serde_json::{Value, json};
use sqlx::PgPool;
use time::Duration;

use crate::support::requests::ids;

const LIST: &str = "/api/admin/applications";
const EXPORT: &str = "/api/admin/applications/export";

/// Rows as maps from field to value; strict: every row has as many fields as the header.
fn rows(answer: &Answer) -> Vec<Value> {
    let mut reader = ReaderBuilder::new().flexible(false).from_reader(answer.body.as_slice());
    let header = reader.headers().expect("a header").clone();
    reader
        .records()
        .map(|row| {
            let row = row.expect("a row with all fields");
            header.iter().zip(row.iter()).map(|(name, value)| (name.to_owned(), json!(value))).collect()
        })
        .collect()
}

async fn three(api: &TestApi) -> Caller {
    let admin = api.admin("admin@forum.example").await;
    for (number, email) in
        ["ana@school.example", "ben@school.example", "cleo@other.example"].iter().enumerate()
    {
        api.clock().advance(Duration::minutes(4));
        let id = api.applicant(email).await.apply().await;
        if number == 1 {
            admin.decide(&id, "rejected").await.expect(200);
        }
    }
    admin
}

#[tokio::test]
async fn the_export_is_a_file_of_what_the_filter_lists() {
    let api = TestApi::new().await;
    let admin = three(&api).await;
    for query in [
        "?q=school&status=rejected",
        "?sort=email&order=asc",
        "?q=unknown",
        "?state=FL&subject=science&submitted_after=2026-11-20T12:10:00Z",
    ] {
        let answer = admin.get(&format!("{EXPORT}{query}")).await.expect(200);
        assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8; header=present");
        let name = "attachment; filename=\"applications-2026-11-20.csv\"";
        assert_eq!(answer.header("content-disposition"), name);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.body.starts_with(b"id,status,") && answer.body.ends_with(b"\r\n"), "{}", answer.text);
        let listed = admin.get(&format!("{LIST}{query}")).await.expect(200).json;
        assert_eq!(ids(&json!({"items": rows(&answer)})), ids(&listed), "{query}");
    }
}

/// Ids, internal fields, and what belongs to an edit.
const NOT_EXPORTED: [&str; 8] =
    ["user_id", "headshot_id", "note", "decided_by", "similar", "messages", "version", "change_request"];

#[tokio::test]
async fn a_row_has_every_field_of_the_application_as_the_api_gives_it() {
    let (api, admin) = TestApi::with_admin().await;
    let mut wizard = Caller::wizard();
    wizard["subjects_taught"] = json!(["Math", "Art; Music", "\"Civics\", history"]);
    wizard["teaching_experience"] = json!("One.\nTwo, \"three\".");
    let ana = api.applicant("ana@school.example").await;
    let id = ana.post("/api/applications", &wizard).await.expect(201).text_at("/id");
    let answer = admin.get(EXPORT).await.expect(200);
    let row = rows(&answer).remove(0);
    let detail = admin.get(&format!("/api/applications/{id}")).await.expect(200).json;
    for (field, value) in detail.as_object().expect("an object") {
        let expected = match (field.as_str(), value) {
            (field, _) if NOT_EXPORTED.contains(&field) => continue,
            (_, Value::Null) => json!(""),
            ("subjects_taught", _) => json!("Math; Art; Music; \"Civics\", history"),
            (_, value) => value.clone(),
        };
        assert_eq!(row[field], expected, "{field}");
    }
    // The order of docs/product.md, 6.5.
    let header = answer.text.lines().next().expect("a header");
    let mut known: Vec<&str> = detail.as_object().expect("an object").keys().map(String::as_str).collect();
    known.retain(|name| !NOT_EXPORTED.contains(name));
    let mut named: Vec<&str> = header.split(',').collect();
    assert_eq!(
        named[..7],
        ["id", "status", "submitted_at", "reviewed_at", "first_name", "last_name", "email"]
    );
    assert!(
        Field::ALL.iter().filter(|field| field.name() != "headshot_id").all(|f| named.contains(&f.name()))
    );
    known.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, known);
}

#[tokio::test]
async fn an_export_is_audited_with_its_filter_and_number_of_rows() {
    let api = TestApi::new().await;
    let admin = three(&api).await;
    let before = api.readback().audit().await.len();
    let query = "?status=pending&q=%20Ana%20&sort=name&order=asc&include_note=true&bom=true";
    let file = admin.get(&format!("{EXPORT}{query}")).await.expect(200);
    assert!(file.body.starts_with(b"\xef\xbb\xbfid,status,"), "{}", file.text);
    admin.get(EXPORT).await.expect(200);
    admin.get(&format!("{EXPORT}?state=Fl%C3%B3rida&subject=math&has_notes=true")).await.expect(200);
    admin.get(&format!("{EXPORT}?sort=phone")).await.problem(422, "validation_failed");
    let entries = api.readback().audit().await.split_off(before);
    let seen: Vec<_> = entries
        .iter()
        .map(|entry| (entry.action.as_str(), entry.target_type.as_str(), entry.detail.clone()))
        .collect();
    let narrow = json!({"status": "pending", "searched": "true", "sort": "name", "order": "asc", "note": "true",
        "rows": "2"});
    let whole = json!({"sort": "submitted_at", "order": "desc", "rows": "3"});
    let filters = "state,subject,has_notes";
    let filtered = json!({"filters": filters, "sort": "submitted_at", "order": "desc", "rows": "0"});
    let expected = [narrow, whole, filtered].map(|detail| ("applications.exported", "export", detail));
    assert_eq!(seen, expected);
    // A search text can be a name or an address, and the log contains no personal data.
    assert!(!format!("{entries:?}").contains("Ana"), "{entries:?}");
    assert_ne!(entries[0].target_id, entries[1].target_id);
    let listed = admin.get("/api/admin/audit-events?action=applications.exported").await.expect(200);
    assert_eq!(listed.json["items"].as_array().map(Vec::len), Some(3));
}

/// A request for an export whose response is not read.
async fn begun(api: &TestApi, email: &str, query: &str) -> http::Response<forum_http::ResponseBody> {
    let credentials = json!({"email": email, "password": PASSWORD});
    let token = api.anonymous().post("/api/auth/sessions", &credentials).await.expect(201);
    let bearer = format!("Bearer {}", token.text_at("/access_token"));
    let path = format!("{EXPORT}{query}");
    let request = Sent::new(Method::GET, &path).header("authorization", bearer);
    api.begin(&request, Empty::new().map_err(|never| match never {}).boxed()).await
}

#[tokio::test]
async fn an_administrator_gets_one_export_at_a_time() {
    let api = TestApi::new().await;
    let admin = three(&api).await;
    let first = begun(&api, "admin@forum.example", "").await;
    assert_eq!(first.status(), 200);
    let refused = admin.get(EXPORT).await.problem(429, "rate_limited");
    assert_eq!(refused.header("retry-after"), "10");
    for email in ["bo@forum.example", "cy@forum.example"] {
        api.admin(email).await;
    }
    let second = begun(&api, "bo@forum.example", "").await;
    assert_eq!(second.status(), 200);
    let third = begun(&api, "cy@forum.example", "").await;
    assert_eq!(third.status(), 503);
    drop((first, second));
    admin.get(EXPORT).await.expect(200);
}

/// Rejected applications of one user, who must exist, with a text of this length.
async fn insert_applications(api: &TestApi, number: i32, length: i32) {
    let insert = "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
            teaching_position, school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code,
            phone, t_shirt_size)
        select gen_random_uuid(), (select user_id from profiles limit 1), 'rejected', '2026-01-01', '2026-01-02',
            repeat('x', $2), 'p', 'd', '{}', '1980-01-01', 'a', 'c', 's', 'z', '1', 'M'
        from generate_series(1, $1)";
    sqlx::query(insert).bind(number).bind(length).execute(api.ports.pool()).await.expect("applications");
}

#[tokio::test]
async fn an_export_ends_after_the_demotion_of_its_reader_or_the_revocation_of_its_token() {
    let api = TestApi::unchecked().await;
    let boss = api.admin("boss@forum.example").await;
    insert_applications(&api, 1_000, 1).await;
    let reader = api.admin("reader@forum.example").await.id().await;
    let mut response = begun(&api, "reader@forum.example", "").await;
    let machine = api.machine("nightly", TokenScope::Export).await;
    let export = Sent::new(Method::GET, EXPORT);
    let mut of_machine = machine.begin(export, Empty::new().map_err(|never| match never {}).boxed()).await;
    for response in [&mut response, &mut of_machine] {
        response.body_mut().frame().await.expect("a piece").expect("no fault");
    }
    boss.delete(&format!("/api/admin/users/{reader}/roles/admin")).await.expect(204);
    api.machine_tokens().revoke("nightly").await.expect("a token");
    // Longer than the pause between two checks.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    for response in [response, of_machine] {
        assert!(response.into_body().collect().await.is_err());
    }
}

/// Each running export occupies a connection in a transaction until it ends or the client disconnects.
#[tokio::test]
async fn a_disconnected_client_releases_the_database_connection() {
    let api = TestApi::unchecked().await;
    let admin = api.admin("admin@forum.example").await;
    insert_applications(&api, 1_000, 1).await;
    // More often than the pool has connections.
    for _ in 0..20 {
        let mut response = begun(&api, "admin@forum.example", "").await;
        assert_eq!(response.status(), 200);
        let piece = response.body_mut().frame().await.expect("a piece").expect("no fault");
        assert!(piece.data_ref().is_some_and(|data| data.starts_with(b"id,status,")));
        drop(response);
    }
    let whole = admin.get(EXPORT).await.expect(200);
    assert_eq!(rows(&whole).len(), 1_000);

    // The server ends the transaction: the file is truncated with an error instead of ending normally.
    let mut response = begun(&api, "admin@forum.example", "").await;
    response.body_mut().frame().await.expect("a piece").expect("no fault");
    let end = "select count(*) from (select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and state = 'idle in transaction') ended";
    let ended: i64 = sqlx::query_scalar(end).fetch_one(api.ports.pool()).await.expect("an open export");
    assert_eq!(ended, 1);
    assert!(response.into_body().collect().await.is_err());
}

#[tokio::test]
async fn a_workbook_is_a_zip_file_with_its_own_name_and_has_no_byte_order_mark() {
    let (_, _, admin, _) = TestApi::with_desk().await;
    let answer = admin.get(&format!("{EXPORT}?format=xlsx&status=pending")).await.expect(200);
    let content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    assert_eq!(answer.header("content-type"), content_type);
    let name = "attachment; filename=\"applications-2026-11-20.xlsx\"";
    assert_eq!(answer.header("content-disposition"), name);
    assert!(answer.body.starts_with(b"PK\x03\x04"));
    admin.get(&format!("{EXPORT}?format=xlsx&bom=true")).await.problem(422, "validation_failed");
    // The permits of the refused export are free again.
    admin.get(&format!("{EXPORT}?format=xlsx")).await.expect(200);
}

/// The open files of this process in a folder. Files of workbooks have no name there.
fn open_files(folder: &Path) -> usize {
    let open = std::fs::read_dir("/proc/self/fd").expect("open files").flatten();
    open.filter(|file| std::fs::read_link(file.path()).is_ok_and(|path| path.starts_with(folder))).count()
}

/// Other connections that are not idle.
async fn busy_connections(pool: &PgPool) -> i64 {
    let query = "select count(*) from pg_stat_activity
                 where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()";
    sqlx::query_scalar(query).fetch_one(pool).await.expect("a number")
}

/// Waits for the writer, which notices the end when it asks for the next rows.
async fn released(folder: &Path, pool: &PgPool) {
    let released = async {
        while open_files(folder) > 0 || busy_connections(pool).await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), released).await.expect("nothing left open");
    assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_disconnects_leaves_no_file_and_no_connection() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ports = Ports::on(Stores::fresh().await);
    ports.settings.temporary_files = folder.path().to_owned();
    let api = TestApi::with(ports);
    let admin = api.admin("admin@forum.example").await;
    let pool = PgPool::connect_with(api.ports.pool().options().clone()).await.expect("a connection");
    insert_applications(&api, 5_000, 5_000).await;

    // While the workbook is made.
    let mut making = Box::pin(begun(&api, "admin@forum.example", "?format=xlsx"));
    let began = std::time::Instant::now();
    while open_files(folder.path()) == 0 {
        assert!(began.elapsed().as_secs() < 60, "no file is begun");
        let moment = std::time::Duration::from_millis(1);
        assert!(tokio::time::timeout(moment, &mut making).await.is_err(), "the workbook is complete");
    }
    drop(making);
    released(folder.path(), &pool).await;

    // While it is sent.
    let mut response = begun(&api, "admin@forum.example", "?format=xlsx").await;
    assert_eq!(response.status(), 200);
    response.body_mut().frame().await.expect("a piece").expect("no fault");
    assert!(open_files(folder.path()) > 0);
    drop(response);
    released(folder.path(), &pool).await;

    admin.get(&format!("{EXPORT}?format=xlsx&q=unknown")).await.expect(200);
    pool.close().await;
}
