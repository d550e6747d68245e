//! The export of applications: its format, its audit entry, and the resources that it occupies.

use csv::ReaderBuilder;
use forum_domain::applications::Field;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi};
use forum_tests::postgres::PostgresDatabase;
use http::Method;
use http_body_util::{BodyExt, Empty};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::{ids, with_readback};

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

async fn three(api: &TestApi) -> Caller<'_> {
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
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
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
    let (api, readback) = with_readback(Ports::new().await);
    let admin = three(&api).await;
    let before = readback.audit().await.len();
    admin.get(&format!("{EXPORT}?status=pending&q=%20Ana%20&sort=name&order=asc")).await.expect(200);
    admin.get(EXPORT).await.expect(200);
    admin.get(&format!("{EXPORT}?state=Fl%C3%B3rida&subject=math&has_notes=true")).await.expect(200);
    admin.get(&format!("{EXPORT}?sort=phone")).await.problem(422, "validation_failed");
    let entries = readback.audit().await.split_off(before);
    let seen: Vec<_> = entries
        .iter()
        .map(|entry| (entry.action.as_str(), entry.target_type.as_str(), entry.detail.clone()))
        .collect();
    let narrow =
        json!({"status": "pending", "searched": "true", "sort": "name", "order": "asc", "rows": "2"});
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
pub(super) async fn begun(
    api: &TestApi,
    email: &str,
    query: &str,
) -> http::Response<forum_http::ResponseBody> {
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

/// Rejected applications of one user, who must exist.
async fn a_thousand_applications(database: &PostgresDatabase) {
    let insert = "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
            teaching_position, school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code,
            phone, t_shirt_size)
        select gen_random_uuid(), (select user_id from profiles limit 1), 'rejected', '2026-01-01', '2026-01-02', 'x',
            'p', 'd', '{}', '1980-01-01', 'a', 'c', 's', 'z', '1', 'M'
        from generate_series(1, 1000)";
    sqlx::query(insert).execute(database.pool()).await.expect("applications");
}

#[tokio::test]
async fn an_export_ends_after_sign_out_disabling_and_demotion() {
    let database = PostgresDatabase::fresh().await;
    let api = TestApi::postgres(database.pool());
    let boss = api.admin("boss@forum.example").await;
    a_thousand_applications(&database).await;
    for act in ["sign-out", "disabling", "demotion"] {
        let email = format!("{act}@forum.example");
        let reader = api.admin(&email).await;
        let desk = format!("/api/admin/users/{}", reader.get("/api/users/me").await.text_at("/id"));
        let mut response = begun(&api, &email, "").await;
        response.body_mut().frame().await.expect("a piece").expect("no fault");
        match act {
            "sign-out" => reader.delete("/api/auth/sessions").await.expect(204),
            "disabling" => {
                boss.post(&format!("{desk}/disable"), &json!({"reason": "left"})).await.expect(204)
            }
            _ => boss.delete(&format!("{desk}/roles/admin")).await.expect(204),
        };
        // Longer than the pause between two checks.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        assert!(response.into_body().collect().await.is_err(), "{act}");
    }
}

/// Each running export occupies a connection in a transaction until it ends or the client disconnects.
#[tokio::test]
async fn a_disconnected_client_releases_the_database_connection() {
    let database = PostgresDatabase::fresh().await;
    let api = TestApi::postgres(database.pool());
    let admin = api.admin("admin@forum.example").await;
    a_thousand_applications(&database).await;
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
    let ended: i64 = sqlx::query_scalar(end).fetch_one(database.pool()).await.expect("an open export");
    assert_eq!(ended, 1);
    assert!(response.into_body().collect().await.is_err());
}

#[tokio::test]
async fn note_and_reviewer_are_exported_on_request_and_that_is_audited() {
    let (api, readback) = with_readback(Ports::new().await);
    let (_, admin, id) = api.desk().await;
    let decision = json!({"decision": "rejected", "note": "=too far"});
    admin.post(&format!("{LIST}/{id}/decision"), &decision).await.expect(200);
    for (query, column, cell) in [
        ("bom=true", "", ""),
        ("include_note=true", "note", "'=too far"),
        ("include_reviewer=true", "reviewer", "Ana Li"),
    ] {
        let answer = admin.get(&format!("{EXPORT}?{query}")).await.expect(200);
        assert_eq!(answer.body.starts_with(b"\xef\xbb\xbfid,status,"), column.is_empty(), "{}", answer.text);
        let (row, audit) = (rows(&answer).remove(0), readback.audit().await);
        for known in ["note", "reviewer"] {
            let logged = audit.last().expect("an entry").detail[known] == "true";
            assert_eq!((logged, row.get(known).is_some()), (column == known, column == known), "{query}");
        }
        assert!(column.is_empty() || row[column] == cell, "{row}");
    }
}
