//! Backups and restores that are interrupted or cannot complete.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;

use forum_tests::harness::Caller;
use forum_tests::program::{CommandOutput, Installation, cluster_options};
use forum_tests::s3_server::S3Server;
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::timing::wait_for;
use private_postgres::PrivateCluster;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tokio::io::AsyncReadExt;
use tokio::process::Child;

use crate::backup::{back_up, restore, uploaded};
use crate::client::Client;
use crate::support::connection;
use crate::support::signal;

/// More rows than a pipe can buffer, so that the program blocks after the dump.
const MANY_ROWS: &str = "insert into audit_events (id, at, action, target_type, target_id)
    select gen_random_uuid(), now(), 'tried', 'test', gen_random_uuid() from generate_series(1, 20000)";

fn key(photo: &Value) -> &str {
    let url = photo["headshot_url"].as_str().expect("an address");
    url.strip_prefix("/storage/headshots/").expect("a key")
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_removed_or_uploaded_during_a_backup_are_not_restored() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let (kept, removed) = (uploaded(&ana).await, uploaded(&ana).await);
    let mut database = connection(&installation).await;
    sqlx::raw_sql(MANY_ROWS).execute(&mut database).await.expect("rows");
    database.close().await.expect("a clean close");

    let mut backup =
        installation.command(["backup", "-"]).stdout(Stdio::piped()).spawn().expect("a started process");
    let mut output = backup.stdout.take().expect("standard output");
    let mut archive = vec![0; 512];
    output.read_exact(&mut archive).await.expect("the dump");
    let id = removed["id"].as_str().expect("an id");
    assert_eq!(ana.delete(&format!("/headshots/{id}")).await.status(), StatusCode::NO_CONTENT);
    let late = uploaded(&ana).await;
    output.read_to_end(&mut archive).await.expect("the rest of the archive");
    assert!(backup.wait().await.expect("an exit status").success());
    program.end().await;

    let file = installation.path().join("site.tar");
    fs::write(&file, archive).expect("a written file");
    let elsewhere = Installation::new().with_mail(&sink);
    let output = restore(&elsewhere, &file).await.success_message();
    assert!(output.contains("photos removed during the backup and not included: 1"), "{output}");
    let program = elsewhere.serve().await;
    let visitor = Client::new(&program.url);
    let ana = visitor.sign_in("ana@school.example", crate::client::PASSWORD).await;
    let own = ana.get("/headshots").await;
    assert_eq!(own["items"].as_array().expect("a list").len(), 1, "{own}");
    for (photo, status) in [(&kept, 200), (&removed, 404), (&late, 404)] {
        let path = photo["headshot_url"].as_str().expect("an address");
        assert_eq!(visitor.fetch(path, &[]).await.status(), status);
    }
    program.end().await;
}

#[tokio::test]
async fn a_lost_photo_fails_the_backup_unless_the_operator_excludes_it() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let (shown, damaged, kept) = (uploaded(&ana).await, uploaded(&ana).await, uploaded(&ana).await);
    let mut answers = Caller::wizard();
    answers["headshot_id"] = shown["id"].clone();
    assert_eq!(ana.post("/applications", answers).await.status(), StatusCode::CREATED);
    program.end().await;
    let file_of = |photo: &Value| installation.path().join("data/files/headshots").join(key(photo));
    fs::remove_file(file_of(&shown)).expect("a removal");
    fs::write(file_of(&damaged), b"short").expect("a damaged file");

    let archive = installation.path().join("site.tar");
    let path = archive.display().to_string();
    let output = installation.run(&["backup", &path]).await.failure();
    assert!(output.contains("has lost 2 of the photos"), "{output}");
    assert!(!output.contains(key(&shown)), "a key reveals the URL of a photo: {output}");
    assert!(!archive.exists());

    let output = installation.run(&["backup", "--without-lost-photos", &path]).await.success_message();
    assert!(
        output.contains("photos missing from the file store and not included: 1")
            && output.contains("photos damaged in the file store and not included: 1"),
        "{output}"
    );
    let elsewhere = Installation::new().with_mail(&sink);
    restore(&elsewhere, &archive).await.success();
    let program = elsewhere.serve().await;
    let ana = Client::new(&program.url).sign_in("ana@school.example", crate::client::PASSWORD).await;
    let own = ana.get("/applications/mine").await;
    let id = own["items"][0]["id"].as_str().expect("an application");
    let application = ana.get(&format!("/applications/{id}")).await;
    assert!(application.get("headshot_url").is_some(), "{application}");
    assert_eq!((&application["status"], &application["headshot_url"]), (&json!("pending"), &Value::Null));
    assert_eq!(ana.get("/headshots").await["items"][0]["id"], kept["id"]);
    program.end().await;
}

#[tokio::test]
async fn a_backup_is_written_completely_under_an_unused_name_or_not_at_all() {
    let sink = SmtpSink::start().await;
    let mut bucket = S3Server::start().await;
    let installation = Installation::new().with_mail(&sink).with("FORUM__FILES__URL", bucket.setting());
    let program = installation.serve().await;
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let photo = uploaded(&ana).await;
    let shelf = tempfile::tempdir().expect("a folder");
    let archive = shelf.path().join("site.tar");
    let photos = back_up(&installation, &archive).await.photos;
    assert_eq!(photos.keys().collect::<Vec<_>>(), [key(&photo)]);
    let first = fs::read(&archive).expect("a readable file");

    let backup = async |to: &str| installation.run(&["backup", to]).await;
    backup(&archive.display().to_string()).await.fails_with("already exists");
    assert_eq!(fs::read(&archive).expect("a readable file"), first);
    backup("/nowhere/site.tar").await.fails_with("cannot write /nowhere/site.tar");

    let full = fs::File::options().write(true).open("/dev/full").expect("a full disk");
    let mut command = installation.command(["backup", "-"]);
    let full = command.stdout(full).stderr(Stdio::piped()).spawn().expect("a started process");
    let full = CommandOutput::from(full.wait_with_output().await.expect("an exit status"));
    full.fails_with("No space left on device");

    bucket.stop().await;
    let output = backup(&shelf.path().join("other.tar").display().to_string()).await.failure();
    assert!(output.contains("other.tar was not written: ") && output.contains("the file store"), "{output}");
    let left: Vec<_> =
        fs::read_dir(shelf.path()).expect("a list").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["site.tar"]);
    program.end().await;

    let keys = installation.path().join("data/keys");
    fs::rename(&keys, installation.path().join("elsewhere")).expect("a moved directory");
    backup(&shelf.path().join("other.tar").display().to_string()).await.fails_with("FORUM__KEYS__DIR");
    assert!(!keys.exists(), "a backup creates no keys");
}

#[tokio::test]
async fn a_restore_over_existing_data_is_refused_and_names_the_data() {
    let sink = SmtpSink::start().await;
    let installation = Installation::new().with_mail(&sink);
    installation.serve().await.end().await;
    let archive = installation.path().join("site.tar");
    back_up(&installation, &archive).await;

    let elsewhere = Installation::new();
    let data = elsewhere.path().join("data");
    let stranger = data.join("files/headshots/foreign.jpg");
    fs::create_dir_all(stranger.parent().expect("a folder")).expect("a folder");
    fs::write(&stranger, b"x").expect("a written file");
    restore(&elsewhere, &archive)
        .await
        .fails_with("contains 1 files in `headshots` that are not in the backup");
    fs::remove_file(&stranger).expect("a removal");
    assert!(!data.join("keys").exists());

    elsewhere.run(&["migrate"]).await.success();
    restore(&elsewhere, &archive).await.fails_with("the private PostgreSQL in FORUM__DATA__DIR is not empty");
    assert!(!data.join("keys").exists());
    fs::rename(data.join("postgres"), data.join("postgres.old")).expect("a moved directory");

    forum_adapters::crypto::KeyDirectory::open(&data.join("keys")).expect("other keys");
    restore(&elsewhere, &archive).await.fails_with("contains keys that are not in the backup");
    fs::remove_dir_all(data.join("keys")).expect("a removal");
    restore(&elsewhere, &archive).await.success();
}

#[tokio::test]
async fn a_restore_that_the_database_refuses_can_be_completed_by_a_second_run() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    program.end().await;
    let archive = installation.path().join("site.tar");
    back_up(&installation, &archive).await;

    let server =
        PrivateCluster::start(cluster_options(&installation.path().join("server"))).await.expect("a server");
    let owner = server.url();
    let mut connection = PgConnection::connect(&owner).await.expect("a connection");
    let superuser = sqlx::postgres::PgConnectOptions::new_without_pgpass()
        .socket(server.address().socket_dir())
        .username("postgres")
        .database("educators_forum");
    let mut superuser = PgConnection::connect_with(&superuser).await.expect("a connection");
    sqlx::raw_sql("create role site login").execute(&mut superuser).await.expect("a role");
    let site = owner.replace("//educators_forum@", "//site@");
    let elsewhere = Installation::new().with_mail(&sink).with("DATABASE_URL", &site);
    restore(&elsewhere, &archive).await.fails_with("run the same command again to continue");
    assert!(elsewhere.path().join("data/keys/master.secret").exists());
    let tables = "select count(*) from pg_tables where schemaname = 'public'";
    let left: i64 = sqlx::query_scalar(tables).fetch_one(&mut connection).await.expect("a number");
    assert_eq!(left, 0);

    // After the restore, the site's role still cannot change the audit log.
    let elsewhere = elsewhere.with("FORUM__DATABASE__MIGRATION_URL", &owner);
    restore(&elsewhere, &archive).await.success();
    let rights = "select has_table_privilege('site', 'users', 'update')
                  and not has_table_privilege('site', 'audit_events', 'update, delete, truncate')";
    assert!(sqlx::query_scalar::<_, bool>(rights).fetch_one(&mut connection).await.expect("a response"));
    let final_log = sqlx::raw_sql("delete from audit_events").execute(&mut connection).await;
    assert!(final_log.is_err(), "the triggers work again");
    connection.close().await.expect("a clean close");
    superuser.close().await.expect("a clean close");
    let program = elsewhere.serve().await;
    Client::new(&program.url).sign_in("ana@school.example", crate::client::PASSWORD).await;
    program.end().await;

    // A backup needs only the privileges of the site.
    let again = elsewhere.with("FORUM__DATABASE__MIGRATION_URL", "");
    back_up(&again, &installation.path().join("again.tar")).await;
    server.stop().await.expect("a clean stop");
}

/// Locks a table that backups read.
async fn hold(installation: &Installation) -> PgConnection {
    let mut holder = connection(installation).await;
    let hold = "begin; lock table users in access exclusive mode";
    sqlx::raw_sql(hold).execute(&mut holder).await.expect("a held lock");
    holder
}

/// Starts a backup and returns once this many backups are waiting for the lock.
async fn begun(
    installation: &Installation,
    archive: &Path,
    holder: &mut PgConnection,
    waiting: i64,
) -> Child {
    let mut command = installation.command([OsStr::new("backup"), archive.as_os_str()]);
    let backup = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a started process");
    let query = "select count(*) from pg_locks where relation = 'users'::regclass and not granted";
    wait_for("a backup that has begun", async || {
        sqlx::query_scalar::<_, i64>(query).fetch_one(&mut *holder).await.expect("a number") == waiting
    })
    .await;
    backup
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a list").flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_backup_stopped_by_a_signal_removes_its_file() {
    let (installation, program) = Installation::served().await;
    // The tests may themselves run under `nohup`, whose ignored SIGHUP is inherited.
    let installation = installation.with_wrapper(["env", "--default-signal=HUP"].map(str::to_owned));
    let shelf = tempfile::tempdir().expect("a folder");
    for name in ["TERM", "INT", "HUP"] {
        let mut holder = hold(&installation).await;
        let backup = begun(&installation, &shelf.path().join("site.tar"), &mut holder, 1).await;
        assert_eq!(files(shelf.path()).len(), 1, "the backup is being written");
        assert!(signal(name, &[backup.id().expect("a running process")]));
        let ended = CommandOutput::from(backup.wait_with_output().await.expect("an exit status"));
        ended.fails_with("site.tar was not written: interrupted by a signal");
        assert_eq!(files(shelf.path()), Vec::<String>::new(), "{name}");
        holder.close().await.expect("a clean close");
    }
    back_up(&installation, &shelf.path().join("site.tar")).await;
    program.end().await;
}

/// `nohup` makes a process ignore the signal.
#[tokio::test]
async fn a_backup_that_ignores_sighup_continues() {
    let (installation, program) = Installation::served().await;
    let installation =
        installation.with_wrapper(["sh", "-c", "trap '' HUP && exec \"$0\" \"$@\""].map(str::to_owned));
    let shelf = tempfile::tempdir().expect("a folder");
    let mut holder = hold(&installation).await;
    let mut backup = begun(&installation, &shelf.path().join("site.tar"), &mut holder, 1).await;
    assert!(signal("HUP", &[backup.id().expect("a running process")]));
    holder.close().await.expect("a clean close");
    assert!(backup.wait().await.expect("an exit status").success());
    assert_eq!(files(shelf.path()), ["site.tar"]);
    program.end().await;
}

#[tokio::test]
async fn a_backup_removes_the_files_of_a_killed_backup_but_not_of_a_running_one() {
    let (installation, program) = Installation::served().await;
    let shelf = tempfile::tempdir().expect("a folder");
    let at = |name: &str| shelf.path().join(name);
    for other in ["notes.new-1", ".new-0190a7b000007000800000000000000g"] {
        fs::write(at(other), "foreign").expect("a written file");
    }
    let mut holder = hold(&installation).await;
    let mut killed = begun(&installation, &at("monday.tar"), &mut holder, 1).await;
    let mut running = begun(&installation, &at("tuesday.tar"), &mut holder, 2).await;
    killed.kill().await.expect("a killed process");
    // The server has not yet noticed that the first client has disconnected.
    let mut next = begun(&installation, &at("wednesday.tar"), &mut holder, 3).await;
    let left = files(shelf.path());
    assert_eq!(left.iter().filter(|name| name.starts_with("monday")).count(), 0, "{left:?}");
    holder.close().await.expect("a clean close");
    for backup in [&mut running, &mut next] {
        assert!(backup.wait().await.expect("an exit status").success());
    }
    let expected = [".new-0190a7b000007000800000000000000g", "notes.new-1", "tuesday.tar", "wednesday.tar"];
    assert_eq!(files(shelf.path()), expected);
    program.end().await;
}

/// As with PostgreSQL from the npm registry.
#[tokio::test]
async fn missing_tools_fail_a_backup_and_are_found_by_doctor() {
    let (installation, program) = Installation::served().await;
    program.end().await;
    let options = cluster_options(&installation.path().join("data"));
    let server = PrivateCluster::inspect(&options).await.expect("a server").0.bin_dir;
    let shelf = tempfile::tempdir().expect("a folder");
    for name in ["initdb", "postgres"] {
        symlink(server.join(name), shelf.path().join(name)).expect("a link");
    }
    let installation = installation.with("PG_BIN_DIR", shelf.path().display().to_string());
    let missing = "no `pg_dump` and `pg_restore` of PostgreSQL ";
    installation
        .run(&["backup", &shelf.path().join("site.tar").display().to_string()])
        .await
        .fails_with(missing);
    assert_eq!(files(shelf.path()), ["initdb", "postgres"]);
    let found = installation.run(&["doctor"]).await.stdout;
    assert!(found.contains("WRONG  backup tools: ") && found.contains(missing), "{found}");
}
