//! Backups that the built program takes, restored to an empty installation.

mod damage;
mod interruptions;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use forum_adapters::backup::{Archive, Contents, digest};
use forum_domain::headshots::ImageKind;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::program::{CommandOutput, Installation, cluster_options};
use forum_tests::s3_server::S3Server;
use private_postgres::PrivateCluster;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::client::{Client, PASSWORD};
use crate::keys_of_database::{content, keys};
use crate::support::in_process::connection;

/// Takes a backup and returns its contents.
pub async fn back_up(installation: &Installation, archive: &Path) -> Contents {
    installation.run(&["backup", &archive.display().to_string()]).await.success();
    Archive::open(archive).expect("an archive").check().expect("an undamaged archive")
}

pub async fn restore(installation: &Installation, archive: &Path) -> CommandOutput {
    installation.run(&["restore", "--verify", &archive.display().to_string()]).await
}

pub async fn uploaded(client: &Client) -> Value {
    let answer = client.upload("me.png", &photos::photo(ImageKind::Png, 48, 48)).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json().await.expect("a photo")
}

/// The rows of each table, with generated columns, as text. `mail_host` and the unlogged tables are not backed up, and the
/// backup itself adds audit events.
async fn rows(installation: &Installation) -> Vec<(String, Vec<String>)> {
    let server =
        PrivateCluster::start(cluster_options(&installation.path().join("data"))).await.expect("a server");
    let mut database = PgConnection::connect(&server.url()).await.expect("a connection");
    let tables: Vec<String> = sqlx::query_scalar(
        "select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relpersistence = 'p' and relname not in ('mail_host', 'audit_events') order by relname",
    )
    .fetch_all(&mut database)
    .await
    .expect("tables");
    let mut all = Vec::new();
    for table in tables {
        let statement = AssertSqlSafe(format!("select t::text from {table} t order by t::text"));
        let rows = sqlx::query_scalar(statement).fetch_all(&mut database).await.expect("rows");
        all.push((table, rows));
    }
    database.close().await.expect("a clean close");
    server.stop().await.expect("a clean stop");
    all
}

/// Database, keys and photos are the same, although the photos move from a folder to a bucket.
#[tokio::test(flavor = "multi_thread")]
async fn a_restored_site_has_the_data_of_the_backup_and_its_users_continue() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let bucket = S3Server::start().await;
    let elsewhere = Installation::new().with_mail(&sink).with("FORUM__FILES__URL", bucket.setting());
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let photo = uploaded(&ana).await;
    let mut answers = Caller::wizard();
    answers["headshot_id"] = photo["id"].clone();
    assert_eq!(ana.post("/applications", answers).await.status(), StatusCode::CREATED);
    program.end().await;

    let archive = installation.path().join("site.tar");
    let contents = back_up(&installation, &archive).await;
    let mode = fs::metadata(&archive).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let (rows_before, keys_before) = (rows(&installation).await, content(&keys(&installation)));
    for table in ["application_list", "applications", "headshots", "profiles", "sessions", "site_keys"] {
        assert!(
            rows_before.iter().any(|(name, rows)| name == table && !rows.is_empty()),
            "{table} has no row"
        );
    }

    let output = restore(&elsewhere, &archive).await.success_message();
    assert!(output.contains("every photo and key was read back and equals the archive"), "{output}");
    assert_eq!(rows(&elsewhere).await, rows_before);
    assert_eq!(content(&keys(&elsewhere)), keys_before);
    let program = elsewhere.serve().await;
    let visitor = Client::new(&program.url);
    assert_eq!(contents.photos.len(), 1);
    for (key, expected) in &contents.photos {
        let served = visitor.fetch(&format!("/storage/headshots/{key}"), &[]).await;
        assert_eq!(served.status(), StatusCode::OK);
        assert_eq!(&digest(&served.bytes().await.expect("the photo")), expected);
    }
    let ana = visitor.sign_in("ana@school.example", PASSWORD).await;
    assert_eq!(ana.get("/applications/mine").await["items"][0]["status"], json!("pending"));
    let mut database = connection(&elsewhere).await;
    let recorded: String =
        sqlx::query_scalar("select target_id::text from audit_events where action = 'backup.restored'")
            .fetch_one(&mut database)
            .await
            .expect("an audit event");
    assert_eq!(recorded, contents.manifest.id.to_string());
    let analyzed: bool =
        sqlx::query_scalar("select reltuples = 1 from pg_class where relname = 'applications'")
            .fetch_one(&mut database)
            .await
            .expect("a table");
    assert!(analyzed, "the planner has statistics");
    let final_log = sqlx::raw_sql("delete from audit_events").execute(&mut database).await;
    assert!(final_log.is_err(), "the triggers were restored");
    database.close().await.expect("a clean close");
    program.end().await;
    elsewhere.run(&["doctor"]).await.success();
    restore(&elsewhere, &archive).await.fails_with("is not empty; stop the site and move");
}
