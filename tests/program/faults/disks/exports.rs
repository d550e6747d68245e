//! The disk of the temporary files is full. An export as a workbook is refused, and never truncated.

use std::io::{Cursor, Read};

use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::{Installation, Program};
use forum_tests::seed::Seed;
use reqwest::StatusCode;
use serde_json::Value;
use time::macros::datetime;
use zip::ZipArchive;

use super::Disk;
use crate::client::Client;
use crate::faults::report::Fault;

const APPLICATIONS: u32 = 400;

/// The number of applications in a workbook.
fn complete(workbook: &[u8]) -> usize {
    let mut workbook = ZipArchive::new(Cursor::new(workbook)).expect("a complete archive");
    let mut sheet = String::new();
    let mut file = workbook.by_name("xl/worksheets/sheet1.xml").expect("a sheet");
    file.read_to_string(&mut sheet).expect("a readable sheet");
    sheet.matches("<row ").count() - 1
}

/// The files that the program has open and that have no name.
fn nameless(program: &Program) -> usize {
    let open = std::fs::read_dir(format!("/proc/{}/fd", program.id())).expect("open files").flatten();
    let paths = open.filter_map(|file| std::fs::read_link(file.path()).ok());
    paths.filter(|path| path.to_string_lossy().ends_with(" (deleted)")).count()
}

#[tokio::test]
async fn a_workbook_that_does_not_fit_on_the_disk_is_refused_and_leaves_nothing_behind() {
    let fault = Fault::begin(
        "disk of the data directory full during an export",
        "workbooks are 503, and the log has the reason; CSV files are still sent; workbooks work again at once",
    );
    let database = PostgresDatabase::fresh().await;
    let until = datetime!(2026-11-01 0:00 UTC);
    let seed = Seed { applications: APPLICATIONS, number: 1, until };
    seed.sow(database.pool(), false).await.expect("applications");
    let installation = Installation::new().with("DATABASE_URL", database.url());
    let keys = installation.path().join("keys").display().to_string();
    let installation = installation.with("FORUM__KEYS__DIR", keys);
    let (disk, log) = (Disk::at(installation.path().join("disk"), "data"), installation.path().join("log"));
    let data = disk.folder.join("data").display().to_string();
    installation.create_admin("director@forum.example", "Lantern-42-harbor").await;
    let installation = installation.with("FORUM__DATA__DIR", data).with_wrapper(disk.under(&log));
    let program = installation.serve_only().await;
    let admin = Client::new(&program.url).sign_in("director@forum.example", "Lantern-42-harbor").await;
    let export =
        async |format: &str| admin.answer(&format!("/admin/applications/export?format={format}")).await;
    let whole = export("xlsx").await.bytes().await.expect("a workbook");
    assert_eq!(complete(&whole), APPLICATIONS as usize);
    let (files, open) = (disk.files(&program), nameless(&program));

    disk.fill(&program);
    let (mut refused, mut made) = (0, 0);
    for step in 0..14 {
        if step > 0 {
            disk.leave(&program, 64 << 10);
        }
        let answer = export("xlsx").await;
        if answer.status() == StatusCode::OK {
            let workbook = answer.bytes().await.expect("a complete response");
            assert_eq!(complete(&workbook), APPLICATIONS as usize);
            made += 1;
        } else {
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert!(answer.headers().contains_key("retry-after"));
            let problem: Value = answer.json().await.expect("a problem");
            assert_eq!(problem["code"], "unavailable");
            refused += 1;
        }
        assert_eq!(nameless(&program), open, "after step {step}");
    }
    assert!(refused >= 3, "{refused} of {}", refused + made);
    let table = export("csv").await.text().await.expect("a table");
    assert!(table.matches("\r\n").count() > APPLICATIONS as usize);
    disk.free(&program);
    let workbook = export("xlsx").await.bytes().await.expect("a workbook");
    assert_eq!(complete(&workbook), APPLICATIONS as usize);
    assert_eq!(disk.files(&program), files, "nothing is left in the data directory");

    let installation = installation.with_wrapper(disk.beside(&program));
    let done = format!("{refused} workbooks refused, {made} made with less room, on {}", disk.kind());
    fault.survived(&installation, done, "each refused with 503 or complete, no file left").await;
    program.end().await;
    let output = std::fs::read_to_string(log).expect("the log");
    let reason = if disk.is_mounted() { "No space left on device" } else { "cannot write the workbook" };
    assert!(output.contains(reason), "{output}");
    drop(installation);
    database.remove().await;
}
