//! The export as an Excel workbook: its cells, and the file that it is made in. tests/foreign-client reads a workbook with
//! another program's library.

use std::io::{Cursor, Read};
use std::path::Path;

use csv::ReaderBuilder;
use forum_domain::accounts::{NewUser, Role};
use forum_domain::headshots::ImageKind;
use forum_tests::builders::{name, new_user};
use forum_tests::harness::{Answer, Caller, Ports, TestApi};
use forum_tests::memory::plain_image;
use forum_tests::postgres::PostgresDatabase;
use http_body_util::BodyExt;
use regex::Regex;
use serde_json::json;
use sqlx::PgPool;
use time::Date;

use super::export::begun;

const EXPORT: &str = "/api/admin/applications/export";
/// Of the settings of a test.
const ORIGIN: &str = "http://127.0.0.1:8080";

/// A cell as the file stores it.
#[derive(Debug, PartialEq)]
enum Stored {
    Text(String),
    Number(String),
}

/// The rows of the worksheet. Empty cells are `None`.
fn rows(workbook: &[u8]) -> Vec<Vec<Option<Stored>>> {
    let mut workbook = zip::ZipArchive::new(Cursor::new(workbook)).expect("a complete archive");
    let mut part = |name: &str| {
        let mut text = String::new();
        workbook.by_name(name).expect("a part").read_to_string(&mut text).expect("a readable part");
        text
    };
    let (sheet, texts) = (part("xl/worksheets/sheet1.xml"), part("xl/sharedStrings.xml"));
    let shared = Regex::new("(?s)<si><t[^>]*>(.*?)</t></si>").expect("an expression");
    let shared: Vec<&str> =
        shared.captures_iter(&texts).map(|found| found.get(1).expect("a text").as_str()).collect();
    assert!(!sheet.contains("<f"), "a formula");
    let row = Regex::new("(?s)<row .*?</row>").expect("an expression");
    let cell = Regex::new(r#"(?s)<c r="([A-Z])\d+"(?: s="\d+")?(?: t="(\w+)")?><v>(.*?)</v></c>"#);
    let cell = cell.expect("an expression");
    let cells = |row: &str| {
        let mut cells = Vec::new();
        for found in cell.captures_iter(row) {
            cells.resize_with(usize::from(found[1].as_bytes()[0] - b'A'), || None);
            cells.push(Some(match found.get(2).map(|kind| kind.as_str()) {
                None => Stored::Number(found[3].to_owned()),
                Some("s") => {
                    let text = shared[found[3].parse::<usize>().expect("a number")];
                    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
                    Stored::Text(text.replace("&amp;", "&"))
                }
                Some(kind) => panic!("a cell of type {kind}"),
            }));
        }
        cells
    };
    row.find_iter(&sheet).map(|row| cells(row.as_str())).collect()
}

fn text(value: &str) -> Option<Stored> {
    Some(Stored::Text(value.to_owned()))
}

/// Excel counts days from here.
fn days(day: &str) -> i64 {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    (Date::parse(day, format).expect("a date") - time::macros::date!(1899 - 12 - 30)).whole_days()
}

async fn workbook(admin: &Caller<'_>, query: &str) -> Vec<Vec<Option<Stored>>> {
    rows(&admin.get(&format!("{EXPORT}?format=xlsx{query}")).await.expect(200).body)
}

fn csv_rows(answer: &Answer) -> Vec<Vec<String>> {
    let reader = ReaderBuilder::new().has_headers(false).from_reader(answer.body.as_slice());
    let rows = reader.into_records().map(|row| row.expect("a row").iter().map(str::to_owned).collect());
    rows.collect()
}

/// A spreadsheet evaluates no text cell, so nothing precedes a formula. Leading zeros stay.
#[tokio::test]
async fn a_workbook_has_the_cells_of_the_csv_file_below_headings_as_text_times_and_dates() {
    let ports = Ports::new().await;
    let accounts = ports.program.accounts.clone();
    let api = TestApi::with(ports);
    let admin = api.admin("admin@forum.example").await;
    let user = NewUser { name: name("=1+1", "Li"), ..new_user("ana@school.example", &[Role::Applicant]) };
    accounts.create_user(user).await.expect("a new address");
    let mut wizard = Caller::wizard();
    for (field, value) in
        [("zip_code", "01234"), ("phone", "+1 813 555 0100"), ("city", "-Tampa"), ("state", "@FL")]
    {
        wizard[field] = json!(value);
    }
    wizard["teaching_experience"] = json!("<b>Ten</b> & \"one\"\r\n=2");
    wizard["date_of_birth"] = json!("1900-02-28");
    let ana = api.sign_in("ana@school.example").await;
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
    wizard["headshot_id"] = json!(photo.text_at("/id"));
    let id = ana.post("/api/applications", &wizard).await.expect(201);
    admin.decide(&id.text_at("/id"), "rejected").await.expect(200);
    wizard = Caller::wizard();
    wizard["date_of_birth"] = json!("1900-03-01");
    api.applicant("ben@school.example").await.post("/api/applications", &wizard).await.expect(201);

    let query = "&status=rejected&include_note=true&include_reviewer=true";
    let csv = csv_rows(&admin.get(&format!("{EXPORT}?format=csv{query}")).await.expect(200));
    let [names, row] = workbook(&admin, query).await.try_into().expect("a header and one row");
    let names: Vec<String> = names
        .into_iter()
        .map(|cell| match cell {
            Some(Stored::Text(name)) => name,
            other => panic!("{other:?} in the header"),
        })
        .collect();
    let (mut columns, mut values) = (csv[0].clone(), csv[1].clone());
    columns.insert(16, "state_code".to_owned());
    values.insert(16, "FL".to_owned());
    assert_eq!(names[..4], ["Application ID", "Status", "Submitted", "Decided"]);
    assert_eq!((names[16].as_str(), names[17].as_str()), ("State (code)", "ZIP code"));
    assert_eq!((names.len(), row.len()), (columns.len(), columns.len()));
    for ((name, cell), csv) in columns.iter().zip(row).zip(&values) {
        let expected = match (name.as_str(), csv.as_str()) {
            (_, "") => None,
            ("submitted_at" | "reviewed_at", at) => {
                assert!(at.ends_with("T12:00:00Z"), "{at}");
                Some(Stored::Number(format!("{}.5", days(&at[..10]))))
            }
            ("headshot_url", path) => text(&format!("{ORIGIN}{path}")),
            (_, csv) => text(csv.strip_prefix('\'').unwrap_or(csv)),
        };
        assert_eq!(cell, expected, "{name}");
    }
    assert_eq!(values[17], "01234");
    let rows = workbook(&admin, "&status=pending").await;
    assert_eq!(
        rows[1][11],
        Some(Stored::Number("61".to_owned())),
        "the first date that LibreOffice and Excel show alike"
    );
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
    let database = PostgresDatabase::fresh().await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut ports = Ports::postgres(database.pool());
    ports.settings.temporary_files = folder.path().to_owned();
    let api = TestApi::with(ports);
    let admin = api.admin("admin@forum.example").await;
    let insert = "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
            teaching_position, school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code,
            phone, t_shirt_size)
        select gen_random_uuid(), (select user_id from profiles limit 1), 'rejected', '2026-01-01', '2026-01-02',
            repeat('x', 5000), 'p', 'd', '{}', '1980-01-01', 'a', 'c', 's', 'z', '1', 'M'
        from generate_series(1, 5000)";
    let pool = PgPool::connect_with(database.pool().options().clone()).await.expect("a connection");
    sqlx::query(insert).execute(&pool).await.expect("applications");

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

    assert_eq!(workbook(&admin, "&q=unknown").await.len(), 1);
    pool.close().await;
}
