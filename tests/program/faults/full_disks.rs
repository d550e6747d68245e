//! The disk of the photos, of the temporary files or of the mail spool is full. What does not fit is refused or
//! waits, and nothing incomplete remains. The disk is a file system of 1 MiB that only the program sees, in a mount
//! namespace that disappears with the program. Mounting needs root or user namespaces.

use std::io::{Cursor, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use forum_adapters::mail::ReadMail;
use forum_domain::headshots::ImageKind;
use forum_tests::photos;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::{Installation, Program};
use forum_tests::seed::Seed;
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::timing::wait_for;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use sqlx::Connection;
use time::macros::datetime;
use zip::ZipArchive;

use super::{ADMIN, PASSWORD, expect_invariants, holds, say_not_tested};
use crate::client::Client;
use crate::support::connection;

const APPLICATIONS: u32 = 400;

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

/// Commands that run another command in a namespace where it may mount.
const NAMESPACES: [&[&str]; 2] = [
    &["unshare", "--mount"],
    // Keeps the current user, because PostgreSQL refuses to run as root.
    &["unshare", "--user", "--map-current-user", "--keep-caps", "--mount"],
];

fn succeeds(words: &[&str]) -> bool {
    Command::new(words[0]).args(&words[1..]).output().is_ok_and(|output| output.status.success())
}

fn namespace_for(mount: &[&str]) -> Option<&'static [&'static str]> {
    NAMESPACES.into_iter().find(|namespace| succeeds(&[namespace, mount].concat()))
}

/// The command that runs a program with this folder on a read-only file system. Without the right to mount, the
/// folder's permissions become read-only, which does not affect root.
pub fn read_only(folder: &Path) -> Vec<String> {
    let text = folder.display().to_string();
    let Some(namespace) = namespace_for(&["mount", "--bind", &text, &text]) else {
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o500))
            .expect("changed permissions");
        return Vec::new();
    };
    let shell = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"";
    namespace.iter().copied().chain(["sh", "-c", shell, &text]).map(str::to_owned).collect()
}

/// A folder on the disk.
pub struct Disk {
    pub folder: PathBuf,
    /// The folder below it that the program uses.
    used: &'static str,
    namespace: &'static [&'static str],
}

impl Disk {
    /// `None`, with a notice, if mounting is not allowed here.
    pub fn at(folder: PathBuf, used: &'static str) -> Option<Self> {
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = folder.display().to_string();
        let namespace = namespace_for(&["mount", "-t", "tmpfs", "none", &text]);
        if namespace.is_none() {
            say_not_tested("a full disk of the program");
        }
        namespace.map(|namespace| Self { folder, used, namespace })
    }

    /// The command that runs a program on the disk and writes its log to a file.
    pub fn under(&self, log: &Path) -> Vec<String> {
        let shell =
            "mount -t tmpfs -o size=1m,mode=700 none \"$0\" && log=$1 && shift && exec \"$@\" 2>\"$log\"";
        let words = self.namespace.iter().copied().chain(["sh", "-c", shell]).map(str::to_owned);
        words.chain([&self.folder, log].map(|path| path.display().to_string())).collect()
    }

    /// The command that runs another program on the same disk.
    pub fn beside(&self, program: &Program) -> Vec<String> {
        let id = program.id();
        let user = self.namespace.contains(&"--user");
        let mut words = vec!["nsenter".to_owned(), format!("--mount=/proc/{id}/ns/mnt")];
        if user {
            words.extend([format!("--user=/proc/{id}/ns/user"), "--preserve-credentials".to_owned()]);
        }
        words
    }

    /// The path of the program's folder outside its namespace.
    fn used(&self, program: &Program) -> PathBuf {
        let folder = self.folder.join(self.used);
        let root = format!("/proc/{}/root", program.id());
        Path::new(&root).join(folder.strip_prefix("/").expect("an absolute path"))
    }

    fn filler(&self, program: &Program) -> PathBuf {
        self.used(program).with_file_name("filler")
    }

    /// The files in the folder, including incomplete ones.
    pub fn files(&self, program: &Program) -> Vec<Vec<u8>> {
        fn read(folder: &Path) -> Vec<Vec<u8>> {
            let entries =
                std::fs::read_dir(folder).expect("a list").map(|entry| entry.expect("an entry").path());
            let file = |path: PathBuf| vec![std::fs::read(path).expect("a file")];
            entries.flat_map(|path| if path.is_dir() { read(&path) } else { file(path) }).collect()
        }
        read(&self.used(program))
    }

    /// Fills the disk to the last byte.
    pub fn fill(&self, program: &Program) {
        let mut filler = std::fs::File::create(self.filler(program)).expect("a folder");
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    /// Leaves this much more room on a full disk.
    pub fn leave(&self, program: &Program, bytes: u64) {
        let filler = std::fs::File::options().write(true).open(self.filler(program)).expect("a filled disk");
        let size = filler.metadata().expect("a size").len();
        filler.set_len(size.saturating_sub(bytes)).expect("a shorter file");
    }

    pub fn free(&self, program: &Program) {
        std::fs::remove_file(self.filler(program)).expect("a removal");
    }

    pub fn set_read_only(&self, program: &Program, read_only: bool) {
        let folder = self.folder.display().to_string();
        let options = if read_only { "remount,ro" } else { "remount,rw" };
        let words = self.beside(program);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert!(succeeds(&[&words[..], &["mount", "-o", options, &folder]].concat()));
    }
}
