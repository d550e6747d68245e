//! The output of `doctor` for a healthy installation and for each problem.

use std::path::Path;
use std::time::Duration;

use forum_domain::headshots::ImageKind;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::program::{CommandOutput, Installation};
use forum_tests::smtp_sink::SmtpSink;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection};

use crate::client::Client;
use crate::support::connection;

/// Expects exactly this problem, with its cause and a fix.
async fn finds(installation: &Installation, subject: &str, what: &str, fix: &str) {
    let CommandOutput { code, stdout: output, .. } = installation.run(&["doctor"]).await;
    assert_eq!(code, Some(1), "{output}");
    let wrong: Vec<&str> = output.split("WRONG  ").skip(1).collect();
    let [only] = wrong.as_slice() else { panic!("not exactly one problem: {output}") };
    let mut lines = only.lines();
    let first = lines.next().unwrap_or_default();
    assert!(first.starts_with(&format!("{subject}: ")) && first.contains(what), "{output}");
    assert!(lines.next().is_some_and(|line| line.trim_start().starts_with("why: ")), "{output}");
    let last = lines.next().unwrap_or_default().trim_start();
    assert!(last.starts_with("fix: ") && last.contains(fix), "{output}");
    assert!(!output.contains("sesame"), "{output}");
}

/// An installation where the program has run before.
async fn used() -> Installation {
    let installation = Installation::new();
    installation.serve().await.end().await;
    installation
}

#[tokio::test]
async fn before_the_first_start_there_are_no_problems_and_nothing_is_created() {
    let installation = Installation::new();
    let output = installation.run(&["doctor"]).await.success();
    for words in ["keys: none in", "private PostgreSQL: not created yet", "data does not exist yet"] {
        assert!(output.contains(words), "{output}");
    }
    let output = installation.run(&["doctor", "--invariants"]).await.success();
    assert!(output.contains("private PostgreSQL: not created yet"), "{output}");
    assert_eq!(std::fs::read_dir(installation.path()).expect("an installation directory").count(), 0);
    let installation = installation.with("PG_BIN_DIR", "/nowhere");
    finds(&installation, "private PostgreSQL", "/nowhere", "DATABASE_URL").await;
    let installation = installation.with("PG_BIN_DIR", "");
    installation.run(&["migrate"]).await.success();
    let output = installation.run(&["doctor"]).await.success();
    assert!(output.contains("keys: none in"), "{output}");
}

#[tokio::test]
async fn a_healthy_site_is_checked_completely_whether_or_not_the_program_is_running() {
    let mut sink = SmtpSink::start().await;
    let installation = used().await.with("FORUM__MAIL__URL", format!("smtp://ann:sesame@{}", sink.address()));
    let all = [
        "settings: development profile",
        "switched off: contact: ",
        "data directory: ",
        "disk space: ",
        "keys: complete and private",
        "private PostgreSQL: has data",
        "backup tools: pg_dump",
        "database: PostgreSQL ",
        "schema: every migration has been applied",
        "clock: the database's clock agrees",
        "photo files: ",
        "mail host: smtp://",
        "mail sender: ",
        "no problems found",
    ];
    let program = installation.serve().await;
    let beside = installation.run(&["doctor"]).await.success();
    program.end().await;
    let alone = installation.run(&["doctor"]).await.success();
    for output in [beside, alone] {
        for words in all {
            assert!(output.contains(words), "{words}: {output}");
        }
        assert!(!output.contains("sesame"), "{output}");
    }
    assert_eq!(sink.mails(), []);
    sink.stop().await;
    finds(&installation, "mail host", &sink.address().to_string(), "mail retry --all-failed").await;
}

#[tokio::test]
async fn each_wrong_setting_and_unreachable_service_is_reported_with_its_setting_and_without_its_password() {
    let mut installation = used().await;
    let file = installation.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let (spool, files) = (format!("spool://{}", file.display()), format!("fs://{}", file.display()));
    let bucket = "s3://photos?endpoint=http://127.0.0.1:1&region=us-east-1&access_key=ann&secret_key=sesame";
    let providers = r#"[{"name": "school", "title": "Schools", "issuer": "http://127.0.0.1:1", "client_id": "forum",
        "client_secret": "sesame"}]"#;
    let database = "postgres://ann:sesame@127.0.0.1:1/forum";
    let (factor, authority) = ("FORUM__LIMITS__FACTOR", "FORUM__TLS__CA_FILE");
    let settings = "docs/configuration.md";
    for (setting, value, subject, what, fix) in [
        (factor, "many", "settings", "FORUM__LIMITS__FACTOR: must be a number above 0", settings),
        (authority, "/nowhere/ca.pem", "settings", "CA_FILE: cannot read /nowhere/ca.pem", settings),
        ("FORUM__MAIL__URL", &spool, "mail spool", "cannot write to ", "FORUM__MAIL__URL"),
        ("FORUM__FILES__URL", &files, "photo files", "cannot write to ", "FORUM__FILES__URL"),
        ("FORUM__FILES__URL", bucket, "photo files", "s3://photos?endpoint=", "FORUM__FILES__URL"),
        ("DATABASE_URL", database, "database", "Connection refused", "DATABASE_URL"),
        ("FORUM__OPENID__PROVIDERS", providers, "provider", "school: ", "spell `issuer`"),
    ] {
        installation = installation.with(setting, value);
        finds(&installation, subject, what, fix).await;
        installation = installation.with(setting, "");
    }
    let installation = installation.with("FORUM__DATA__DIR", file.display().to_string());
    let CommandOutput { code, stdout: output, .. } = installation.run(&["doctor"]).await;
    assert_eq!(code, Some(1), "{output}");
    let wrong = format!("WRONG  data directory: cannot write to {}", file.display());
    assert!(output.contains(&wrong) && output.contains("FORUM__DATA__DIR"), "{output}");
}

const NEWER: &str = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                     values (9999, 'of a newer version', true, '', 0)";

/// A newer version has migrated during a rolling deployment, or was rolled back. The program serves, and its commands only
/// read.
#[tokio::test]
async fn a_schema_of_another_version_is_reported_with_the_fix_and_not_written_to() {
    let installation = used().await;
    let change = async |statements: &str| {
        let mut database = connection(&installation).await;
        let statements = AssertSqlSafe(statements.to_owned());
        sqlx::raw_sql(statements).execute(&mut database).await.expect("changed migrations");
        database.close().await.expect("a clean close");
    };
    let program = installation.serve().await;
    change("create table kept as select * from _sqlx_migrations").await;
    change("delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)").await;
    finds(&installation, "schema", "not applied yet", "educators-forum migrate").await;
    change("delete from _sqlx_migrations; insert into _sqlx_migrations select * from kept; drop table kept")
        .await;
    change(NEWER).await;
    expect_ready_but_ahead(&program.url).await;
    program.end().await;

    let program = installation.serve().await;
    expect_ready_but_ahead(&program.url).await;
    let output = installation.run(&["doctor"]).await.success();
    assert!(output.contains("schema: newer than this program"), "{output}");
    let created = installation.try_create_admin("late@forum.example", "Lantern-42-harbor").await;
    created.fails_with("newer than this program");
    installation.run(&["mail", "retry", "--all-failed"]).await.fails_with("newer than this program");
    for reads in [&["admin", "list"][..], &["mail", "list"], &["migrate"]] {
        installation.run(reads).await.success();
    }
    // Before the first release, migrations had other contents.
    change("update _sqlx_migrations set checksum = '' where version = 1").await;
    program.end().await;
    let fix = "name an empty database in DATABASE_URL";
    for command in [&["migrate"][..], &["serve"], &["mail", "list"]] {
        let refused = installation.run(command).await;
        refused.fails_with(&format!("{fix} or, if it is not set, move the data directory"));
    }
    finds(&installation, "schema", "not that of this program", fix).await;
}

async fn expect_ready_but_ahead(url: &str) {
    let ready = Client::new(url).call(reqwest::Method::GET, "/ready", &Value::Null, 200).await;
    let note = &ready["notes"][0];
    assert_eq!((&note["field"], &note["code"]), (&"/checks/migrations".into(), &"ahead".into()));
}

/// Expects exactly these violations, without personal data.
async fn finds_violations(installation: &Installation, broken: &[&str]) {
    let CommandOutput { code, stdout, stderr } = installation.run(&["doctor", "--invariants"]).await;
    let output = stdout + &stderr;
    assert_eq!(code, Some(1), "{output}");
    let wrong: Vec<&str> = output.lines().filter(|line| line.starts_with("WRONG")).collect();
    assert_eq!(wrong.len(), broken.len(), "{output}");
    for (line, words) in wrong.iter().zip(broken) {
        assert!(line.contains(words), "{words}: {output}");
    }
    assert!(!output.contains("school.example") && !output.contains("Okafor"), "{output}");
}

/// Backdates a file by four hours.
fn age(file: &Path) {
    let opened = std::fs::File::options().append(true).open(file).expect("an open file");
    let written = opened.metadata().and_then(|written| written.modified()).expect("a time");
    opened.set_modified(written - Duration::from_hours(4)).expect("a set modification time");
}

/// `contracts/postgres/invariants.rs` breaks each invariant of the database.
#[tokio::test]
async fn violations_of_invariants_are_reported_without_personal_data() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let photo: Value =
        ana.upload("me.png", &photos::photo(ImageKind::Png, 64, 48)).await.json().await.expect("a photo");
    let mut wizard = Caller::wizard();
    wizard["headshot_id"] = photo["id"].clone();
    assert_eq!(ana.post("/applications", wizard).await.status(), 201);
    let files = installation.path().join("data/files");
    let url = photo["headshot_url"].as_str().expect("an address");
    let file = files.join(url.strip_prefix("/storage/").expect("a path below /storage/"));
    age(&file);
    let output = installation.run(&["doctor", "--invariants"]).await.success();
    assert!(output.contains("ok     photo files: each stored photo has its file"), "{output}");
    assert!(output.ends_with("no problems found\n"), "{output}");

    let mut database = connection(&installation).await;
    let planted = "update application_list set last_name = 'Other'";
    sqlx::query(planted).execute(&mut database).await.expect("a broken row");
    database.close().await.expect("a clean close");
    let orphan = files.join("headshots/0190a7b0-0000-7000-8000-000000000001/headshot-1.jpg");
    std::fs::create_dir_all(orphan.parent().expect("a folder")).expect("a folder");
    std::fs::write(&orphan, b"orphan").expect("a written file");
    finds_violations(&installation, &["review list: 1 violation of"]).await;
    age(&orphan);
    std::fs::remove_file(file).expect("a removal");
    let broken = [
        "review list: 1 violation of",
        "photo files: 1 violation of \"each stored photo has its file\"",
        "photo files: 1 violation of \"each file that is older than a few hours belongs to a photo\"",
    ];
    finds_violations(&installation, &broken).await;
    // The command does not need a running program.
    program.end().await;
    finds_violations(&installation, &broken).await;
}
