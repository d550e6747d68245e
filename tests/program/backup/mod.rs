//! Backups that the built program takes, restored to an empty installation; damaged, incomplete, foreign and newer
//! archives are refused before anything is written.

mod interruptions;

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
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
use tar::{EntryType, Header};

use crate::client::{Client, PASSWORD};
use crate::keys::{content, keys};
use crate::support::connection;

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

/// A small archive with a photo, and the contents of its entries.
async fn archive(at: &Path) -> (Vec<u8>, Vec<Range<usize>>) {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let picture = photos::photo(ImageKind::Png, 48, 48);
    assert_eq!(ana.upload("me.png", &picture).await.status(), 201);
    program.end().await;
    back_up(&installation, at).await;
    let bytes = fs::read(at).expect("a readable file");
    let mut tar = tar::Archive::new(&bytes[..]);
    let entries = tar.entries().expect("an archive").map(|entry| {
        let entry = entry.expect("an entry");
        let begin = usize::try_from(entry.raw_file_position()).expect("a position");
        begin..begin + usize::try_from(entry.size()).expect("a size")
    });
    let entries = entries.collect();
    (bytes, entries)
}

fn changed(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|found| found == from.as_bytes()).expect("the text");
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}

#[tokio::test]
async fn every_cut_and_every_changed_entry_is_refused_before_anything_is_written() {
    let shelf = tempfile::tempdir().expect("a folder");
    let file = shelf.path().join("site.tar");
    let (whole, entries) = archive(&file).await;
    // The dump, two keys, a photo, the manifest, the digests.
    assert_eq!(entries.len(), 6);
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("a written file");
        Archive::open(&file).expect("a file").check().err().expect("a refusal").to_string()
    };
    for entry in &entries {
        let middle = usize::midpoint(entry.start, entry.end);
        let mut flipped = whole.clone();
        flipped[middle] ^= 0x10;
        assert!(refused(&flipped).starts_with("it is damaged: "), "{entry:?}");
        assert!(refused(&whole[..middle]).starts_with("it is incomplete"), "{entry:?}");
        // At the end of the entry before.
        let before = refused(&whole[..entry.start - 512]);
        assert!(
            before.starts_with("it is incomplete") || before.starts_with("it is not an archive"),
            "{before}"
        );
        // The header before it.
        flipped.clone_from(&whole);
        flipped[entry.start - 512 + 3] ^= 0x10;
        let header = refused(&flipped);
        assert!(
            header.starts_with("it is damaged: the header") || header.starts_with("it is not an"),
            "{header}"
        );
    }
    let photo = entries[3].clone();
    let without = [&whole[..photo.start - 512], &whole[photo.end.next_multiple_of(512)..]].concat();
    assert_eq!(refused(&without), "it is damaged: a photo differs from what was written");

    let installation = Installation::new();
    for (content, message) in [
        (whole[..whole.len() / 2].to_vec(), "it is incomplete"),
        (changed(&whole, "photos/", "photoz/"), "it is damaged"),
        (b"Dear diary".to_vec(), "it is not an archive that"),
        (Vec::new(), "it is not an archive that"),
        (changed(&whole, "\"format\": 1", "\"format\": 2"), "it has format 2"),
    ] {
        fs::write(&file, content).expect("a written file");
        for option in ["--check", "--verify"] {
            let restore = ["restore", option, &file.display().to_string()];
            installation.run(&restore).await.fails_with(message);
        }
        assert!(!installation.path().join("data").exists(), "{message}");
    }
    fs::write(&file, &whole).expect("a written file");
    let output =
        installation.run(&["restore", "--check", &file.display().to_string()]).await.success_message();
    assert!(output.contains("is complete and undamaged: "), "{output}");
    assert!(!installation.path().join("data").exists());

    // The limit in kilobytes is less than half the size of the entry.
    let shell = ["sh", "-c", "ulimit -d 250000 && exec \"$0\" \"$@\""].map(str::to_owned);
    let installation = installation.with_wrapper(shell);
    for kind in [EntryType::GNULongName, EntryType::XHeader, EntryType::Regular] {
        large(&file, kind);
        let check = ["restore", "--check", &file.display().to_string()];
        installation.run(&check).await.fails_with("it is not an archive that");
    }
}

/// Writes an archive with one large and sparse entry.
fn large(at: &Path, kind: EntryType) {
    let mut header = Header::new_gnu();
    header.set_path("database/000001").expect("a path");
    header.set_entry_type(kind);
    header.set_size(600_000_000);
    header.set_cksum();
    let mut file = File::create(at).expect("a folder");
    file.write_all(header.as_bytes()).expect("a written file");
    file.seek(SeekFrom::Start(600_000_512)).expect("a sparse file");
    file.write_all(&[0; 1024]).expect("a written file");
}

#[tokio::test]
async fn a_backup_of_a_newer_schema_is_refused() {
    let (installation, program) = Installation::served().await;
    let mut database = connection(&installation).await;
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (9999, 'of a newer version', true, '', 0)";
    sqlx::raw_sql(newer).execute(&mut database).await.expect("an inserted migration");
    database.close().await.expect("a clean close");
    let file = installation.path().join("site.tar");
    back_up(&installation, &file).await;
    program.end().await;
    let elsewhere = Installation::new();
    let restore = ["restore", &file.display().to_string()];
    elsewhere.run(&restore).await.fails_with("does not know migration 9999");
    assert!(!elsewhere.path().join("data").exists());
}
