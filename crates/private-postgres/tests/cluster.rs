//! Tests with real binaries. They differ for root and other users, so run them as both.

use private_postgres::{ClusterError, ClusterOptions, PrivateCluster};
use sqlx::{Connection, PgConnection};
use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;

/// `PATH` at build time, because the tests run on the machine that builds them.
const PATH: Option<&str> = option_env!("PATH");

/// A limit, so that a test fails rather than hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A data directory that PostgreSQL's account can traverse.
fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711)).expect("a writable folder");
    folder
}

fn options(data_dir: &Path) -> ClusterOptions {
    let mut options = ClusterOptions::new("any-program", data_dir).without_flushing();
    options.binaries.path = PATH.map(Into::into);
    options
}

async fn start(data_dir: &Path) -> PrivateCluster {
    PrivateCluster::start(options(data_dir)).await.unwrap_or_else(|error| panic!("{error}"))
}

async fn runs(data_dir: &Path) -> bool {
    PrivateCluster::attach(&options(data_dir)).await.expect("a readable lock").is_some()
}

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url).await.expect("a connection")
}

async fn text(connection: &mut PgConnection, query: &'static str) -> String {
    sqlx::query_scalar(query).fetch_one(connection).await.expect(query)
}

async fn execute(connection: &mut PgConnection, statement: &'static str) {
    sqlx::query(statement).execute(connection).await.expect(statement);
}

fn cluster_folder(data_dir: &Path) -> PathBuf {
    let mut entries = fs::read_dir(data_dir.join("postgres")).expect("a created folder").flatten();
    let is_cluster = |name: &str| name.strip_prefix("pg").is_some_and(|major| major.parse::<u32>().is_ok());
    entries.find(|entry| entry.file_name().to_str().is_some_and(is_cluster)).expect("one cluster").path()
}

/// Starts another process that runs the cluster of `data_dir` and returns it with the printed URL. Cargo builds the example
/// with the tests.
fn hold(data_dir: &Path) -> (Child, String) {
    let own = std::env::current_exe().expect("this program");
    let folder = own.ancestors().nth(2).expect("the folder of this profile");
    let mut child = Command::new(folder.join("examples/hold_cluster"))
        .arg(data_dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example (`cargo test` without `--test` builds it, or `cargo build --examples`)");
    let mut output = BufReader::new(child.stdout.take().expect("a piped stream"));
    let mut url = String::new();
    output.read_line(&mut url).expect("a line");
    assert!(url.starts_with("postgres://"), "a cluster that starts");
    child.stdout = Some(output.into_inner());
    (child, url.trim_end().to_owned())
}

#[tokio::test]
async fn a_new_cluster_is_accessible_only_through_its_socket_and_run_by_one_program() {
    let folder = open_folder();
    let cluster = start(folder.path()).await;
    let mut connection = connect(&cluster.url()).await;
    assert_eq!(text(&mut connection, "SELECT 1::text").await, "1");
    assert_eq!(
        text(&mut connection, "SELECT current_user || ' ' || current_database()").await,
        "any_program any_program"
    );
    assert_eq!(text(&mut connection, "SHOW listen_addresses").await, "");
    assert_eq!(text(&mut connection, "SHOW server_encoding").await, "UTF8");
    assert_eq!(text(&mut connection, "SHOW data_checksums").await, "on");
    assert_eq!(text(&mut connection, "SHOW is_superuser").await, "off");
    let mode = |folder: &Path| fs::metadata(folder).expect("folder metadata").permissions().mode() & 0o777;
    assert_eq!(mode(cluster.address().socket_dir()), 0o700, "others cannot reach the socket");
    let passable = if rustix::process::geteuid().is_root() { 0o711 } else { 0o700 };
    assert_eq!(
        mode(&folder.path().join("postgres")),
        passable,
        "only root's PostgreSQL runs as another user"
    );
    let message =
        PrivateCluster::start(options(folder.path())).await.expect_err("a refused second start").to_string();
    let directory = folder.path().canonicalize().expect("an existing folder").display().to_string();
    let process = format!("process {} ", std::process::id());
    assert!(message.contains(&process) && message.contains(&directory), "{message}");
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn the_data_outlives_a_shutdown_a_dropped_cluster_and_stale_files_that_name_another_process() {
    let folder = open_folder();
    let cluster = start(folder.path()).await;
    let socket_dir = cluster.address().socket_dir().to_owned();
    let mut connection = connect(&cluster.url()).await;
    execute(&mut connection, "CREATE TABLE kept AS SELECT 'safe' AS word").await;
    cluster.stop().await.expect("a clean shutdown despite open connections");
    let pid_file = cluster_folder(folder.path()).join("postmaster.pid");
    assert!(!pid_file.exists(), "the server removes it when it exits");
    let stale = format!("{}\n/elsewhere\n1\n5432\n{}\n\n\nready\n", std::process::id(), socket_dir.display());
    fs::write(pid_file, &stale).expect("a writable folder");
    fs::write(socket_dir.join(".s.PGSQL.5432.lock"), &stale).expect("a writable folder");
    assert!(!runs(folder.path()).await, "another process is not a server");
    drop(start(folder.path()).await);
    let cluster = start(folder.path()).await;
    assert_eq!(text(&mut connect(&cluster.url()).await, "SELECT word FROM kept").await, "safe");
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn a_command_attaches_to_the_cluster_of_a_running_program() {
    let folder = open_folder();
    assert!(!runs(folder.path()).await, "a cluster before the first start");
    let (mut program, url) = hold(folder.path());
    let address = PrivateCluster::attach(&options(folder.path()))
        .await
        .expect("a readable lock")
        .expect("a running cluster");
    assert_eq!(address.url(), url);
    let (_, parameters) = url.split_once('?').expect("parameters");
    let names: Vec<_> = parameters.split('&').filter_map(|parameter| parameter.split('=').next()).collect();
    assert_eq!(names, ["sslmode"], "psql and pgbench refuse a parameter that libpq does not know");
    assert_eq!(text(&mut connect(&address.url()).await, "SELECT 'attached'").await, "attached");
    drop(program.stdin.take());
    assert!(program.wait().expect("a child process").success(), "a clean exit");
    assert!(!runs(folder.path()).await, "a cluster after the exit");
}

/// The kernel sends SIGQUIT, because PostgreSQL ignores SIGINT during crash recovery.
#[tokio::test]
async fn a_kill_ends_the_server_immediately_and_the_next_start_recovers_all_committed_data() {
    let folder = open_folder();
    for round in 0..10_i64 {
        let (mut program, url) = hold(folder.path());
        let mut connection = connect(&url).await;
        execute(&mut connection, "CREATE TABLE IF NOT EXISTS rounds (happened timestamptz)").await;
        let before: i64 = sqlx::query_scalar("SELECT count(*) FROM rounds")
            .fetch_one(&mut connection)
            .await
            .expect("a count");
        assert_eq!(before, round);
        execute(&mut connection, "INSERT INTO rounds VALUES (now())").await;
        program.kill().expect("a child process");
        program.wait().expect("a child process");
    }
    let log = folder.path().join("postgres/postgres.log");
    let ended = async {
        while !fs::read_to_string(&log).expect("its log").contains("received immediate shutdown request") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("an immediate shutdown");
    start(folder.path()).await.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn data_from_another_major_version_is_refused_and_not_changed() {
    let folder = open_folder();
    // Also beside older data, which lacks everything that was written since the upgrade.
    start(folder.path()).await.stop().await.expect("a clean shutdown");
    let other = folder.path().join("postgres/pg99");
    fs::create_dir_all(&other).expect("a writable folder");
    let error =
        PrivateCluster::start(options(folder.path())).await.expect_err("an unsupported major version");
    assert!(matches!(error, ClusterError::OtherMajor(..)), "{error}");
    let message = error.to_string();
    assert!(message.contains("folder with its programs") && message.contains("pg99"), "{message}");
    assert!(other.exists());
}

#[tokio::test]
async fn an_unresponsive_server_of_a_killed_program_does_not_block_the_next() {
    let folder = open_folder();
    let (mut program, url) = hold(folder.path());
    let server =
        fs::read_to_string(cluster_folder(folder.path()).join("postmaster.pid")).expect("a running cluster");
    let server = server.lines().next().expect("its process id").to_owned();
    let mut connection = connect(&url).await;
    execute(&mut connection, "CREATE TABLE kept AS SELECT 'safe' AS word").await;
    assert!(Command::new("kill").args(["-s", "STOP", &server]).status().expect("the kill command").success());
    program.kill().expect("a child process");
    program.wait().expect("a child process");
    let cluster = start(folder.path()).await;
    assert_eq!(text(&mut connect(&cluster.url()).await, "SELECT word FROM kept").await, "safe");
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn a_failed_start_shows_the_output_of_postgresql_and_releases_the_lock() {
    let folder = open_folder();
    let mut invalid = options(folder.path());
    invalid.extra.push(("no_such_setting", "1".to_owned()));
    let error = PrivateCluster::start(invalid).await.expect_err("a refused setting");
    assert!(error.to_string().contains("no_such_setting"), "{error}");
    start(folder.path()).await.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn a_data_directory_with_a_long_path_gets_a_short_socket_path() {
    let folder = open_folder();
    let deep = folder.path().join("a-rather-long-name-for-a-folder/".repeat(4));
    let cluster = start(&deep).await;
    assert_eq!(text(&mut connect(&cluster.url()).await, "SELECT 1::text").await, "1");
    let socket_dir = cluster.address().socket_dir().to_owned();
    assert!(!socket_dir.starts_with(folder.path()), "{}", socket_dir.display());
    let attached =
        PrivateCluster::attach(&options(&deep)).await.expect("a readable lock").expect("a running cluster");
    assert_eq!(attached.url(), cluster.url());
    cluster.stop().await.expect("a clean shutdown");
    assert!(!socket_dir.exists());
}

/// A folder outside the data directory, which a drop removes.
struct ExternalFolder(PathBuf);

impl Drop for ExternalFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Only root's PostgreSQL runs as another account.
#[tokio::test]
async fn root_stores_the_data_of_an_inaccessible_directory_outside_and_finds_it() {
    let home = tempfile::tempdir().expect("a temporary folder");
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).expect("a writable folder");
    let data_dir = home.path().join("clone/data");
    let cluster = start(&data_dir).await;
    execute(&mut connect(&cluster.url()).await, "CREATE TABLE kept AS SELECT 'safe' AS word").await;
    if !rustix::process::geteuid().is_root() {
        assert!(cluster_folder(&data_dir).exists(), "stored in the data directory");
        return cluster.stop().await.expect("a clean shutdown");
    }
    let location = fs::read_to_string(data_dir.join("postgres/location")).expect("a location file");
    let external = ExternalFolder(PathBuf::from(location.trim()));
    assert!(external.0.starts_with("/var/lib/any-program-development"), "{location}");
    assert!(PrivateCluster::attach(&options(&data_dir)).await.expect("a readable lock").is_some());
    cluster.stop().await.expect("a clean shutdown");
    let cluster = start(&data_dir).await;
    assert_eq!(text(&mut connect(&cluster.url()).await, "SELECT word FROM kept").await, "safe");
    cluster.stop().await.expect("a clean shutdown");

    // A new data directory at the same path starts empty and does not touch the old data.
    fs::remove_dir_all(&data_dir).expect("a writable folder");
    let cluster = start(&data_dir).await;
    let second = fs::read_to_string(data_dir.join("postgres/location")).expect("a location file");
    let second = ExternalFolder(PathBuf::from(second.trim()));
    assert_ne!(second.0, external.0);
    assert_eq!(
        text(
            &mut connect(&cluster.url()).await,
            "SELECT count(*)::text FROM pg_tables WHERE tablename = 'kept'"
        )
        .await,
        "0"
    );
    assert!(external.0.exists());
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn an_inspection_returns_what_a_start_would_use_and_creates_nothing() {
    let folder = open_folder();
    let data_dir = folder.path().join("data");
    let inspected = async || PrivateCluster::inspect(&options(&data_dir)).await;
    let (installation, has_data) = inspected().await.expect("installed programs");
    assert!(!has_data && installation.version.contains("PostgreSQL"), "{installation:?}");
    assert!(!data_dir.exists());
    start(&data_dir).await.stop().await.expect("a clean shutdown");
    assert!(inspected().await.expect("installed programs").1);

    // The data directory was moved to a machine without the external folder.
    fs::write(data_dir.join("postgres/location"), "/missing\n").expect("a writable file");
    assert!(matches!(inspected().await, Err(ClusterError::Vanished(..))));
    let started = PrivateCluster::start(options(&data_dir)).await.expect_err("missing data");
    assert!(matches!(started, ClusterError::Vanished(..)), "{started}");
}
