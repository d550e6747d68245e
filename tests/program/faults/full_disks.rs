//! The disk of the photos, of the temporary files or of the mail spool is full. What does not fit is refused or waits, and
//! nothing incomplete remains.

use std::io::{Cursor, Read};

use forum_adapters::mail::ReadMail;
use forum_domain::headshots::ImageKind;
use forum_tests::photos;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::{Installation, Program};
use forum_tests::seed::Seed;
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::waiting::wait_for;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use sqlx::Connection;
use time::macros::datetime;
use zip::ZipArchive;

use super::disks::Disk;
use super::{ADMIN, PASSWORD, expect_invariants, holds};
use crate::client::Client;
use crate::support::in_process::connection;

/// Uploads a photo, which must be stored.
async fn upload(applicant: &Client) -> Value {
    let answer = applicant.upload("me.png", &photos::photo(ImageKind::Png, 64, 48)).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json().await.expect("a photo")
}

async fn expect_unavailable(answer: Response) {
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.headers().contains_key("retry-after"));
    assert_eq!(answer.json::<Value>().await.expect("a problem")["code"], "unavailable");
}

/// Enough refusals to reach the limit if each left an unfinished upload behind.
async fn refused_fifteen_times(applicant: &Client) {
    for _ in 0..15 {
        expect_unavailable(applicant.upload("me.png", &photos::photo(ImageKind::Png, 640, 480)).await).await;
    }
}

/// Whether `/api/ready` has a note about the file store. The site remains ready.
async fn has_store_note(url: &str) -> bool {
    let ready = Client::new(url).call(reqwest::Method::GET, "/ready", &Value::Null, 200).await;
    let mut notes = ready["notes"].as_array().expect("notes").iter();
    notes.any(|note| (&note["field"], &note["code"]) == (&json!("/checks/store"), &json!("unusable")))
}

#[tokio::test]
async fn uploads_to_a_full_or_read_only_disk_get_503_and_leave_no_file_behind() {
    let sink = SmtpSink::start().await;
    let installation = Installation::new();
    let log = installation.path().join("log");
    let Some(disk) = Disk::at(installation.path().join("disk"), "headshots") else { return };
    let url = format!("fs://{}", disk.folder.display());
    let installation =
        installation.with_wrapper(disk.under(&log)).with_mail(&sink).with("FORUM__FILES__URL", url);
    let program = installation.serve().await;
    let applicant = Client::new(&program.url).applicant("nadia@school.example", &sink, 1).await;
    let first = upload(&applicant).await;

    disk.fill(&program);
    refused_fifteen_times(&applicant).await;
    let path = first["headshot_url"].as_str().expect("an address");
    assert_eq!(applicant.fetch(path, &[]).await.status(), StatusCode::OK);
    assert_eq!(disk.files(&program).len(), 1, "no partially written file remains");
    disk.free(&program);
    upload(&applicant).await;
    assert_eq!(disk.files(&program).len(), 2);

    disk.set_read_only(&program, true);
    refused_fifteen_times(&applicant).await;
    assert!(has_store_note(&program.url).await);
    disk.set_read_only(&program, false);
    upload(&applicant).await;
    assert!(!has_store_note(&program.url).await);
    assert_eq!(disk.files(&program).len(), 3);
    assert_eq!(applicant.get("/headshots").await["total"], 3);

    let installation = installation.with_wrapper(disk.beside(&program));
    let examined = installation.run(&["doctor"]).await.stdout;
    assert!(examined.contains("WRONG  photo files: 1 MB free for "), "{examined}");
    expect_invariants(&installation).await;
    program.end().await;
    // The public path of a photo contains its owner's id.
    let owner = path.split('/').nth(3).expect("the owner's id");
    let output = std::fs::read_to_string(log).expect("the log");
    assert!(output.contains("the file store") && !output.contains(owner), "{output}");
}

const APPLICATIONS: u32 = 400;

/// Expects a complete workbook with all applications.
async fn expect_workbook(answer: Response) {
    let workbook = answer.bytes().await.expect("a complete response");
    let mut workbook = ZipArchive::new(Cursor::new(workbook)).expect("a complete archive");
    let mut sheet = String::new();
    let mut file = workbook.by_name("xl/worksheets/sheet1.xml").expect("a sheet");
    file.read_to_string(&mut sheet).expect("a readable sheet");
    assert_eq!(sheet.matches("<row ").count() - 1, APPLICATIONS as usize);
}

/// The files that the program has open and that have no name.
fn nameless(program: &Program) -> usize {
    let open = std::fs::read_dir(format!("/proc/{}/fd", program.id())).expect("open files").flatten();
    let paths = open.filter_map(|file| std::fs::read_link(file.path()).ok());
    paths.filter(|path| path.to_string_lossy().ends_with(" (deleted)")).count()
}

#[tokio::test]
async fn a_workbook_that_does_not_fit_on_the_disk_is_refused_and_leaves_nothing_behind() {
    let installation = Installation::new();
    let log = installation.path().join("log");
    let Some(disk) = Disk::at(installation.path().join("disk"), "data") else { return };
    let database = PostgresDatabase::fresh().await;
    let seed = Seed { applications: APPLICATIONS, number: 1, until: datetime!(2026-11-01 0:00 UTC) };
    seed.sow(database.pool(), false).await.expect("applications");
    let keys = installation.path().join("keys").display().to_string();
    let installation = installation.with("DATABASE_URL", database.url()).with("FORUM__KEYS__DIR", keys);
    installation.create_admin(ADMIN, PASSWORD).await;
    let data = disk.folder.join("data").display().to_string();
    let installation = installation.with("FORUM__DATA__DIR", data).with_wrapper(disk.under(&log));
    let program = installation.serve_only().await;
    let admin = Client::new(&program.url).sign_in(ADMIN, PASSWORD).await;
    let export =
        async |format: &str| admin.answer(&format!("/admin/applications/export?format={format}")).await;
    expect_workbook(export("xlsx").await).await;
    let (files, open) = (disk.files(&program), nameless(&program));

    disk.fill(&program);
    let mut refused = 0;
    for step in 0..14 {
        if step > 0 {
            disk.leave(&program, 64 << 10);
        }
        let answer = export("xlsx").await;
        if answer.status() == StatusCode::OK {
            expect_workbook(answer).await;
        } else {
            expect_unavailable(answer).await;
            refused += 1;
        }
        assert_eq!(nameless(&program), open, "after step {step}");
    }
    assert!(refused >= 3, "{refused}");
    let table = export("csv").await.text().await.expect("a table");
    assert!(table.matches("\r\n").count() > APPLICATIONS as usize);
    disk.free(&program);
    expect_workbook(export("xlsx").await).await;
    assert_eq!(disk.files(&program), files, "nothing is left in the data directory");

    let installation = installation.with_wrapper(disk.beside(&program));
    expect_invariants(&installation).await;
    program.end().await;
    let output = std::fs::read_to_string(log).expect("the log");
    assert!(output.contains("No space left on device"), "{output}");
}

#[tokio::test]
async fn mails_stay_queued_while_the_spool_disk_is_full() {
    let installation = Installation::new();
    let log = installation.path().join("log");
    let Some(disk) = Disk::at(installation.path().join("disk"), "mail") else { return };
    let folder = disk.folder.join("mail");
    let installation = installation
        .with_wrapper(disk.under(&log))
        .with("FORUM__MAIL__URL", format!("spool://{}", folder.display()));
    let program = installation.serve().await;
    let mut database = connection(&installation).await;
    let visitor = Client::new(&program.url);

    disk.fill(&program);
    for name in ["ana", "bo", "cy"] {
        visitor.sign_up(&format!("{name}@school.example")).await;
    }
    let refused =
        "select count(*) = 3 from outbox where state = 'queued' and last_error is not null and attempts > 0";
    wait_for("attempts that failed", async || holds(&mut database, refused).await).await;
    disk.free(&program);
    let sent = "select bool_and(state = 'sent') from outbox";
    wait_for("the mails", async || holds(&mut database, sent).await).await;
    let mails = disk.files(&program).into_iter().map(|raw| ReadMail::parse(&raw).expect("a mail"));
    let mut to: Vec<String> = mails
        .map(|mail| {
            let is_complete = mail.text.contains("/auth/confirm#token=") && mail.html.ends_with("</html>");
            assert!(is_complete, "{mail:?}");
            mail.to
        })
        .collect();
    to.sort_unstable();
    assert_eq!(to, ["ana", "bo", "cy"].map(|name| format!("{name}@school.example")), "one file each");
    database.close().await.expect("a clean close");
    let installation = installation.with_wrapper(disk.beside(&program));
    expect_invariants(&installation).await;
    program.end().await;
}
