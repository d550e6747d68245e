//! `doctor`: its output for a healthy installation, and for each thing that can be wrong.

use std::os::unix::fs::PermissionsExt;

use forum_tests::program::Installation;
use forum_tests::smtp_sink::SmtpSink;
use sqlx::Connection;

use crate::support::in_process::connection;

/// Runs `doctor`; returns its exit code and output.
async fn doctor(place: &Installation) -> (Option<i32>, String) {
    let output = place.run(&["doctor"]).await;
    (output.code, output.stdout)
}

/// Expects exactly this problem, with its cause and a fix.
async fn finds(place: &Installation, subject: &str, what: &str, fix: &str) {
    let (code, said) = doctor(place).await;
    assert_eq!(code, Some(1), "{said}");
    let wrong: Vec<&str> = said.split("WRONG  ").skip(1).collect();
    let [only] = wrong.as_slice() else { panic!("one thing is wrong: {said}") };
    let mut lines = only.lines();
    let first = lines.next().unwrap_or_default();
    assert!(first.starts_with(&format!("{subject}: ")) && first.contains(what), "{said}");
    assert!(lines.next().is_some_and(|line| line.trim_start().starts_with("why: ")), "{said}");
    let last = lines.next().unwrap_or_default().trim_start();
    assert!(last.starts_with("fix: ") && last.contains(fix), "{said}");
    assert!(!said.contains("sesame"), "{said}");
}

/// An installation where the program has run before.
async fn used() -> Installation {
    let place = Installation::new();
    place.serve().await.end().await;
    place
}

#[tokio::test]
async fn an_empty_installation_has_no_problems_and_nothing_is_created() {
    let place = Installation::new();
    let (code, said) = doctor(&place).await;
    assert_eq!(code, Some(0), "{said}");
    for words in ["keys: none in", "private PostgreSQL: not created yet", "data does not exist yet"] {
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(std::fs::read_dir(place.path()).expect("the place").count(), 0);
}

#[tokio::test]
async fn a_healthy_site_is_checked_completely_whether_or_not_the_program_is_running() {
    let sink = SmtpSink::start().await.expect("an SMTP server");
    let place = used().await.with("FORUM__MAIL__URL", format!("smtp://ann:sesame@{}", sink.address()));
    let all = [
        "settings: development profile",
        "data directory: ",
        "disk space: ",
        "keys: complete and private",
        "private PostgreSQL: has data",
        "database: PostgreSQL ",
        "schema: every migration has been applied",
        "clock: the database's clock agrees",
        "photo files: ",
        "mail host: smtp://",
        "no problems found",
    ];
    let program = place.serve().await;
    let beside = doctor(&place).await;
    program.end().await;
    let alone = doctor(&place).await;
    for (code, said) in [beside, alone] {
        assert_eq!(code, Some(0), "{said}");
        for words in all {
            assert!(said.contains(words), "{words}: {said}");
        }
        assert!(!said.contains("sesame"), "{said}");
    }
    assert_eq!(sink.mails(), []);
}

#[tokio::test]
async fn a_wrong_setting_is_reported_and_nothing_else_is_checked() {
    let place = Installation::new().with("FORUM__LIMITS__FACTOR", "many");
    finds(&place, "settings", "FORUM__LIMITS__FACTOR: must be a number above 0", "README").await;
}

#[tokio::test]
async fn an_unreadable_file_of_authorities_is_reported() {
    let place = Installation::new().with("FORUM__TLS__CA_FILE", "/nowhere/authority.pem");
    finds(&place, "settings", "FORUM__TLS__CA_FILE: cannot read /nowhere/authority.pem", "README").await;
}

#[tokio::test]
async fn keys_that_are_readable_by_others_or_lost_are_reported_and_never_replaced() {
    let place = used().await;
    let secret = place.path().join("data/keys/master.secret");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o644)).expect("chmod");
    finds(&place, "keys", "chmod 600", "FORUM__KEYS__DIR").await;
    std::fs::remove_file(&secret).expect("lost");
    finds(&place, "keys", "lacks master.secret", "backup").await;
    assert!(!secret.exists());
}

#[tokio::test]
async fn missing_keys_are_no_problem_before_the_first_start() {
    let place = Installation::new();
    place.run(&["migrate"]).await.success();
    let (code, said) = doctor(&place).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("keys: none in"), "{said}");
}

#[tokio::test]
async fn a_used_site_without_its_keys_and_a_keys_path_that_is_a_file_are_reported() {
    let place = Installation::new();
    place.serve().await.end().await;
    let keys = place.path().join("data/keys");
    std::fs::rename(&keys, place.path().join("elsewhere")).expect("not mounted");
    finds(&place, "keys", "lacks signing.paserk, master.secret", "backup").await;
    assert!(!keys.exists());
    std::fs::write(&keys, "").expect("a file");
    finds(&place, "keys", "cannot list", "FORUM__KEYS__DIR").await;
}

#[tokio::test]
async fn an_unwritable_directory_is_reported_with_its_setting() {
    let place = Installation::new();
    let file = place.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let file = file.display();
    let place = place.with("FORUM__MAIL__URL", format!("spool://{file}"));
    finds(&place, "mail spool", "cannot write to ", "FORUM__MAIL__URL").await;

    let place = place.with("FORUM__MAIL__URL", "spool://").with("FORUM__FILES__URL", format!("fs://{file}"));
    finds(&place, "photo files", "cannot write to ", "FORUM__FILES__URL").await;

    let place = place.with("FORUM__DATA__DIR", file.to_string());
    let (code, said) = doctor(&place).await;
    assert_eq!(code, Some(1), "{said}");
    for words in [&format!("WRONG  data directory: cannot write to {file}"), "FORUM__DATA__DIR"] {
        assert!(said.contains(words), "{said}");
    }
}

#[tokio::test]
async fn an_unreachable_database_is_reported_without_its_password() {
    let place = used().await.with("DATABASE_URL", "postgres://ann:sesame@127.0.0.1:1/forum");
    finds(&place, "database", "Connection refused", "DATABASE_URL").await;
}

#[tokio::test]
async fn a_missing_postgresql_is_reported_before_anything_is_created() {
    let place = Installation::new().with("PG_BIN_DIR", "/nowhere");
    finds(&place, "private PostgreSQL", "/nowhere", "DATABASE_URL").await;
}

#[tokio::test]
async fn an_unreachable_mail_host_is_reported_without_its_password() {
    let mut sink = SmtpSink::start().await.expect("an SMTP server");
    let place = used().await.with("FORUM__MAIL__URL", format!("smtp://ann:sesame@{}", sink.address()));
    sink.stop().await;
    finds(&place, "mail host", &sink.address().to_string(), "mail retry --all-failed").await;
}

#[tokio::test]
async fn an_unreachable_bucket_is_reported_without_its_keys() {
    let bucket = "s3://photos?endpoint=http://127.0.0.1:1&region=us-east-1&access_key=ann&secret_key=sesame";
    let place = used().await.with("FORUM__FILES__URL", bucket);
    finds(&place, "photo files", "s3://photos?endpoint=http://127.0.0.1:1", "FORUM__FILES__URL").await;
}

#[tokio::test]
async fn missing_migrations_are_reported_with_the_fix() {
    let place = used().await;
    let program = place.serve().await;
    let mut database = connection(&place).await;
    let newest = "delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)";
    sqlx::query(newest).execute(&mut database).await.expect("an older version was here");
    finds(&place, "schema", "not applied yet", "educators-forum migrate").await;
    database.close().await.expect("it lets go");
    program.end().await;
}

/// As during a rolling deployment: the newer version has migrated, and the older one is still running or has been
/// rolled back to.
#[tokio::test]
async fn on_a_newer_schema_the_program_serves_and_its_commands_write_nothing() {
    let place = used().await;
    let program = place.serve().await;
    let mut database = connection(&place).await;
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (9999, 'of a newer version', true, '', 0)";
    sqlx::query(newer).execute(&mut database).await.expect("a newer version was here");
    database.close().await.expect("it lets go");
    expect_ready_but_ahead(&program.url).await;
    program.end().await;

    let program = place.serve().await;
    expect_ready_but_ahead(&program.url).await;
    let (code, said) = doctor(&place).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("schema: newer than this program"), "{said}");
    let created = place.try_create_admin("late@forum.example", "Lantern-42-harbor").await;
    created.fails_with("newer than this program");
    place.run(&["mail", "retry", "--all-failed"]).await.fails_with("newer than this program");
    for reads in [&["admin", "list"][..], &["mail", "list"], &["migrate"]] {
        place.run(reads).await.success();
    }
    program.end().await;
}

async fn expect_ready_but_ahead(url: &str) {
    let answer = reqwest::get(format!("{url}/api/ready")).await.expect("an answer");
    assert_eq!(answer.status(), 200);
    let ready: serde_json::Value = answer.json().await.expect("JSON");
    let note = &ready["notes"][0];
    assert_eq!((&note["field"], &note["code"]), (&"/checks/migrations".into(), &"ahead".into()));
}

#[tokio::test]
async fn a_provider_that_cannot_be_reached_is_found_and_a_secret_is_not_told() {
    let providers = r#"[{"name": "school", "title": "Schools", "issuer": "http://127.0.0.1:1", "client_id": "forum",
        "client_secret": "sesame"}]"#;
    let place = used().await.with("FORUM__OPENID__PROVIDERS", providers);
    finds(&place, "provider", "school: ", "spell `issuer`").await;
}
