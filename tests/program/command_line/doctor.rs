//! The output of `doctor` for a healthy installation and for each problem.

use std::os::unix::fs::PermissionsExt;

use forum_tests::program::{CommandOutput, Installation};
use forum_tests::smtp_sink::SmtpSink;
use sqlx::Connection;

use crate::support::in_process::connection;

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
async fn an_empty_installation_has_no_problems_and_nothing_is_created() {
    let installation = Installation::new();
    let output = installation.run(&["doctor"]).await.success();
    for words in ["keys: none in", "private PostgreSQL: not created yet", "data does not exist yet"] {
        assert!(output.contains(words), "{output}");
    }
    assert_eq!(std::fs::read_dir(installation.path()).expect("an installation directory").count(), 0);
}

#[tokio::test]
async fn a_healthy_site_is_checked_completely_whether_or_not_the_program_is_running() {
    let sink = SmtpSink::start().await;
    let installation = used().await.with("FORUM__MAIL__URL", format!("smtp://ann:sesame@{}", sink.address()));
    let all = [
        "settings: development profile",
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
}

#[tokio::test]
async fn a_wrong_setting_is_reported_and_nothing_else_is_checked() {
    for (name, value, what) in [
        ("FORUM__LIMITS__FACTOR", "many", "must be a number above 0"),
        ("FORUM__TLS__CA_FILE", "/nowhere/authority.pem", "cannot read /nowhere/authority.pem"),
    ] {
        let installation = Installation::new().with(name, value);
        finds(&installation, "settings", &format!("{name}: {what}"), "docs/configuration.md").await;
    }
}

#[tokio::test]
async fn keys_that_are_readable_by_others_or_lost_are_reported_and_never_replaced() {
    let installation = used().await;
    let secret = installation.path().join("data/keys/master.secret");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o644)).expect("changed permissions");
    finds(&installation, "keys", "chmod 600", "FORUM__KEYS__DIR").await;
    std::fs::remove_file(&secret).expect("a removal");
    finds(&installation, "keys", "lacks master.secret", "backup").await;
    assert!(!secret.exists());
}

#[tokio::test]
async fn missing_keys_are_not_a_problem_before_the_first_start() {
    let installation = Installation::new();
    installation.run(&["migrate"]).await.success();
    let output = installation.run(&["doctor"]).await.success();
    assert!(output.contains("keys: none in"), "{output}");
}

#[tokio::test]
async fn a_used_site_without_its_keys_and_a_keys_path_that_is_a_file_are_reported() {
    let installation = Installation::new();
    installation.serve().await.end().await;
    let keys = installation.path().join("data/keys");
    std::fs::rename(&keys, installation.path().join("elsewhere")).expect("a moved directory");
    finds(&installation, "keys", "lacks signing.paserk, master.secret", "backup").await;
    assert!(!keys.exists());
    std::fs::write(&keys, "").expect("a file");
    finds(&installation, "keys", "cannot list", "FORUM__KEYS__DIR").await;
}

#[tokio::test]
async fn an_unwritable_directory_is_reported_with_its_setting() {
    let installation = Installation::new();
    let file = installation.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let file = file.display();
    let installation = installation.with("FORUM__MAIL__URL", format!("spool://{file}"));
    finds(&installation, "mail spool", "cannot write to ", "FORUM__MAIL__URL").await;

    let installation =
        installation.with("FORUM__MAIL__URL", "spool://").with("FORUM__FILES__URL", format!("fs://{file}"));
    finds(&installation, "photo files", "cannot write to ", "FORUM__FILES__URL").await;

    let installation = installation.with("FORUM__DATA__DIR", file.to_string());
    let CommandOutput { code, stdout: output, .. } = installation.run(&["doctor"]).await;
    assert_eq!(code, Some(1), "{output}");
    for words in [&format!("WRONG  data directory: cannot write to {file}"), "FORUM__DATA__DIR"] {
        assert!(output.contains(words), "{output}");
    }
}

#[tokio::test]
async fn an_unreachable_service_is_reported_without_its_password() {
    let bucket = "s3://photos?endpoint=http://127.0.0.1:1&region=us-east-1&access_key=ann&secret_key=sesame";
    let providers = r#"[{"name": "school", "title": "Schools", "issuer": "http://127.0.0.1:1", "client_id": "forum",
        "client_secret": "sesame"}]"#;
    let mut installation = used().await;
    for (setting, value, subject, what, fix) in [
        (
            "DATABASE_URL",
            "postgres://ann:sesame@127.0.0.1:1/forum",
            "database",
            "Connection refused",
            "DATABASE_URL",
        ),
        (
            "FORUM__FILES__URL",
            bucket,
            "photo files",
            "s3://photos?endpoint=http://127.0.0.1:1",
            "FORUM__FILES__URL",
        ),
        ("FORUM__OPENID__PROVIDERS", providers, "provider", "school: ", "spell `issuer`"),
    ] {
        installation = installation.with(setting, value);
        finds(&installation, subject, what, fix).await;
        installation = installation.with(setting, "");
    }
}

#[tokio::test]
async fn a_missing_postgresql_is_reported_before_anything_is_created() {
    let installation = Installation::new().with("PG_BIN_DIR", "/nowhere");
    finds(&installation, "private PostgreSQL", "/nowhere", "DATABASE_URL").await;
}

#[tokio::test]
async fn an_unreachable_mail_host_is_reported_without_its_password() {
    let mut sink = SmtpSink::start().await;
    let installation = used().await.with("FORUM__MAIL__URL", format!("smtp://ann:sesame@{}", sink.address()));
    sink.stop().await;
    finds(&installation, "mail host", &sink.address().to_string(), "mail retry --all-failed").await;
}

#[tokio::test]
async fn missing_migrations_are_reported_with_the_fix() {
    let installation = used().await;
    let program = installation.serve().await;
    let mut database = connection(&installation).await;
    let newest = "delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)";
    sqlx::query(newest).execute(&mut database).await.expect("a deleted migration");
    finds(&installation, "schema", "not applied yet", "educators-forum migrate").await;
    database.close().await.expect("a clean close");
    program.end().await;
}

/// During a rolling deployment, the newer version has migrated while the older one still runs. A rollback has the same
/// effect.
#[tokio::test]
async fn on_a_newer_schema_the_program_serves_and_its_commands_write_nothing() {
    let installation = used().await;
    let program = installation.serve().await;
    let mut database = connection(&installation).await;
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (9999, 'of a newer version', true, '', 0)";
    sqlx::query(newer).execute(&mut database).await.expect("an inserted migration");
    database.close().await.expect("a clean close");
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
    program.end().await;
}

/// Its migrations had other contents and higher numbers.
#[tokio::test]
async fn a_database_from_before_the_first_release_is_refused_with_the_fix() {
    let installation = used().await;
    let program = installation.serve().await;
    let mut database = connection(&installation).await;
    for change in [
        "update _sqlx_migrations set checksum = '' where version = 1",
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values (70, 'reminders', true, '', 0)",
    ] {
        sqlx::query(change).execute(&mut database).await.expect("changed migrations");
    }
    database.close().await.expect("a clean close");
    program.end().await;
    for command in [&["migrate"][..], &["serve"], &["mail", "list"]] {
        let refused = installation.run(command).await;
        refused.fails_with(
            "name an empty database in DATABASE_URL or, if it is not set, move the data directory",
        );
    }
    finds(&installation, "schema", "not that of this program", "name an empty database in DATABASE_URL")
        .await;
}

async fn expect_ready_but_ahead(url: &str) {
    let answer = reqwest::get(format!("{url}/api/ready")).await.expect("a response");
    assert_eq!(answer.status(), 200);
    let ready: serde_json::Value = answer.json().await.expect("JSON");
    let note = &ready["notes"][0];
    assert_eq!((&note["field"], &note["code"]), (&"/checks/migrations".into(), &"ahead".into()));
}
