//! The private PostgreSQL with real binaries. Run as root and as an ordinary user: each run covers that case.

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

/// `PATH` of this machine; known at build time, because the tests run where they are built.
const PATH: Option<&str> = option_env!("PATH");

/// A limit, so that a test fails rather than hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A data directory that PostgreSQL's account can traverse, whatever the umask.
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

/// Whether another process runs the cluster.
async fn runs(data_dir: &Path) -> bool {
    PrivateCluster::attach(&options(data_dir)).await.expect("a readable lock").is_some()
}

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url).await.expect("a connection")
}

async fn ask(connection: &mut PgConnection, question: &'static str) -> String {
    sqlx::query_scalar(question).fetch_one(connection).await.expect(question)
}

async fn tell(connection: &mut PgConnection, order: &'static str) {
    sqlx::query(order).execute(connection).await.expect(order);
}

/// The only cluster folder, found by its name.
fn cluster_folder(data_dir: &Path) -> PathBuf {
    let mut entries = fs::read_dir(data_dir.join("postgres")).expect("a created folder").flatten();
    let is_cluster = |name: &str| name.strip_prefix("pg").is_some_and(|major| major.parse::<u32>().is_ok());
    entries.find(|entry| entry.file_name().to_str().is_some_and(is_cluster)).expect("one cluster").path()
}

/// Starts another process that runs the cluster of `data_dir`; returns it with the URL it printed. Cargo builds the
/// example together with the tests, in the folder next to theirs.
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
    output.read_line(&mut url).expect("a text");
    assert!(url.starts_with("postgres://"), "a cluster that starts");
    child.stdout = Some(output.into_inner());
    (child, url.trim_end().to_owned())
}

#[tokio::test]
async fn a_new_cluster_is_accessible_only_through_its_socket() {
    let folder = open_folder();
    let cluster = start(folder.path()).await;
    let mut connection = connect(&cluster.url()).await;
    assert_eq!(ask(&mut connection, "SELECT 1::text").await, "1");
    assert_eq!(
        ask(&mut connection, "SELECT current_user || ' ' || current_database()").await,
        "any_program any_program"
    );
    assert_eq!(ask(&mut connection, "SHOW listen_addresses").await, "");
    assert_eq!(ask(&mut connection, "SHOW server_encoding").await, "UTF8");
    assert_eq!(ask(&mut connection, "SHOW data_checksums").await, "on");
    assert_eq!(ask(&mut connection, "SHOW is_superuser").await, "off");
    let mode = |folder: &Path| fs::metadata(folder).expect("folder metadata").permissions().mode() & 0o777;
    assert_eq!(mode(cluster.address().socket_dir()), 0o700, "others cannot reach the socket");
    let passable = if rustix::process::geteuid().is_root() { 0o711 } else { 0o700 };
    assert_eq!(mode(&folder.path().join("postgres")), passable, "only root's PostgreSQL is somebody else");
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn a_second_start_is_refused_with_the_process_and_the_directory() {
    let folder = open_folder();
    let cluster = start(folder.path()).await;
    let error = PrivateCluster::start(options(folder.path())).await.expect_err("a refused second start");
    assert!(matches!(error, ClusterError::AlreadyRunning(..)), "{error}");
    let said = error.to_string();
    assert!(said.contains(&format!("process {} ", std::process::id())), "{said}");
    assert!(
        said.contains(&folder.path().canonicalize().expect("an existing folder").display().to_string()),
        "{said}"
    );
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn a_command_uses_the_cluster_of_a_running_program() {
    let folder = open_folder();
    assert!(!runs(folder.path()).await, "before the first start");
    let (mut program, url) = hold(folder.path());
    let address = PrivateCluster::attach(&options(folder.path()))
        .await
        .expect("a readable lock")
        .expect("a running cluster");
    assert_eq!(address.url(), url);
    assert_eq!(ask(&mut connect(&address.url()).await, "SELECT 'here'").await, "here");
    drop(program.stdin.take());
    assert!(program.wait().expect("a child process").success(), "it ends in order");
    assert!(!runs(folder.path()).await, "after the end");
}

#[tokio::test]
async fn a_warm_start_finds_the_data_again() {
    let folder = open_folder();
    let cluster = start(folder.path()).await;
    let mut connection = connect(&cluster.url()).await;
    tell(&mut connection, "CREATE TABLE kept AS SELECT 'safe' AS word").await;
    cluster.stop().await.expect("a clean shutdown despite open connections");
    let cluster = start(folder.path()).await;
    assert_eq!(ask(&mut connect(&cluster.url()).await, "SELECT word FROM kept").await, "safe");
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn stopping_waits_until_the_server_has_ended() {
    let folder = open_folder();
    start(folder.path()).await.stop().await.expect("a clean shutdown");
    let pid_file = cluster_folder(folder.path()).join("postmaster.pid");
    assert!(!pid_file.exists(), "the server removes it when it exits");
}

#[tokio::test]
async fn a_dropped_cluster_does_not_block_the_next() {
    let folder = open_folder();
    drop(start(folder.path()).await);
    start(folder.path()).await.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn killed_ten_times_it_recovers_ten_times_with_all_committed_data() {
    let folder = open_folder();
    for round in 0..10_i64 {
        let (mut program, url) = hold(folder.path());
        let mut connection = connect(&url).await;
        tell(&mut connection, "CREATE TABLE IF NOT EXISTS rounds (happened timestamptz)").await;
        let before: i64 = sqlx::query_scalar("SELECT count(*) FROM rounds")
            .fetch_one(&mut connection)
            .await
            .expect("a count");
        assert_eq!(before, round);
        tell(&mut connection, "INSERT INTO rounds VALUES (now())").await;
        program.kill().expect("a child process");
        program.wait().expect("a child process");
    }
    start(folder.path()).await.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn data_of_another_major_version_is_refused_and_not_changed() {
    let folder = open_folder();
    let other = folder.path().join("postgres/pg99");
    fs::create_dir_all(&other).expect("a writable folder");
    let error =
        PrivateCluster::start(options(folder.path())).await.expect_err("an unsupported major version");
    assert!(matches!(error, ClusterError::OtherMajor(..)), "{error}");
    let said = error.to_string();
    assert!(said.contains("folder of its programs") && said.contains("pg99"), "{said}");
    assert!(other.exists());
}

/// As after an upgrade whose binaries were removed again: using the older data would lose everything written since.
#[tokio::test]
async fn older_data_is_not_served_in_place_of_newer() {
    let folder = open_folder();
    start(folder.path()).await.stop().await.expect("a clean shutdown");
    fs::create_dir(folder.path().join("postgres/pg99")).expect("a writable folder");
    let error =
        PrivateCluster::start(options(folder.path())).await.expect_err("an unsupported major version");
    assert!(matches!(error, ClusterError::OtherMajor(..)), "{error}");
}

/// The kernel sends SIGQUIT; SIGINT would wait for crash recovery to end.
#[tokio::test]
async fn when_its_program_is_killed_the_server_ends_at_once() {
    let folder = open_folder();
    let (mut program, _url) = hold(folder.path());
    program.kill().expect("a child process");
    program.wait().expect("a child process");
    let log = folder.path().join("postgres/postgres.log");
    let ended = async {
        while !fs::read_to_string(&log).expect("its log").contains("received immediate shutdown request") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("an immediate shutdown");
}

/// A server that does not react to signals is killed; it must not keep the site from starting.
#[tokio::test]
async fn an_unresponsive_server_of_a_killed_program_does_not_block_the_next() {
    let folder = open_folder();
    let (mut program, url) = hold(folder.path());
    let server =
        fs::read_to_string(cluster_folder(folder.path()).join("postmaster.pid")).expect("a running cluster");
    let server = server.lines().next().expect("its process id").to_owned();
    let mut connection = connect(&url).await;
    tell(&mut connection, "CREATE TABLE kept AS SELECT 'safe' AS word").await;
    assert!(Command::new("kill").args(["-s", "STOP", &server]).status().expect("the kill command").success());
    program.kill().expect("a child process");
    program.wait().expect("a child process");
    let cluster = start(folder.path()).await;
    assert_eq!(ask(&mut connect(&cluster.url()).await, "SELECT word FROM kept").await, "safe");
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn stale_files_that_name_another_process_do_not_prevent_a_start() {
    let folder = open_folder();
    let cluster = start(folder.path()).await;
    let socket_dir = cluster.address().socket_dir().to_owned();
    cluster.stop().await.expect("a clean shutdown");
    let stranger =
        format!("{}\n/elsewhere\n1\n5432\n{}\n\n\nready\n", std::process::id(), socket_dir.display());
    fs::write(cluster_folder(folder.path()).join("postmaster.pid"), &stranger).expect("a writable folder");
    fs::write(socket_dir.join(".s.PGSQL.5432.lock"), &stranger).expect("a writable folder");
    assert!(!runs(folder.path()).await, "another process is not a server");
    start(folder.path()).await.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn a_failed_start_shows_what_postgresql_said_and_frees_the_directory() {
    let folder = open_folder();
    let mut wrong = options(folder.path());
    wrong.extra.push(("no_such_setting", "1".to_owned()));
    let error = PrivateCluster::start(wrong).await.expect_err("a refused setting");
    assert!(error.to_string().contains("no_such_setting"), "{error}");
    start(folder.path()).await.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn a_path_too_long_for_a_socket_gets_a_short_one() {
    let folder = open_folder();
    let deep = folder.path().join("a-rather-long-name-for-a-folder/".repeat(4));
    let cluster = start(&deep).await;
    assert_eq!(ask(&mut connect(&cluster.url()).await, "SELECT 1::text").await, "1");
    let socket_dir = cluster.address().socket_dir().to_owned();
    assert!(!socket_dir.starts_with(folder.path()), "{}", socket_dir.display());
    let attached =
        PrivateCluster::attach(&options(&deep)).await.expect("a readable lock").expect("a running cluster");
    assert_eq!(attached.url(), cluster.url());
    cluster.stop().await.expect("a clean shutdown");
    assert!(!socket_dir.exists());
}

/// Removes what root's PostgreSQL stored outside the data directory.
struct Elsewhere(PathBuf);

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Only root switches to another account; an ordinary user's data stays in place.
#[tokio::test]
async fn with_an_inaccessible_home_the_data_of_root_is_stored_elsewhere_and_found_again() {
    let home = tempfile::tempdir().expect("a temporary folder");
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).expect("a writable folder");
    let data_dir = home.path().join("clone/data");
    let cluster = start(&data_dir).await;
    tell(&mut connect(&cluster.url()).await, "CREATE TABLE kept AS SELECT 'safe' AS word").await;
    if !rustix::process::geteuid().is_root() {
        assert!(cluster_folder(&data_dir).exists(), "beside the program's other data");
        return cluster.stop().await.expect("a clean shutdown");
    }
    let location = fs::read_to_string(data_dir.join("postgres/location")).expect("a location file");
    let elsewhere = Elsewhere(PathBuf::from(location.trim()));
    assert!(elsewhere.0.starts_with("/var/lib/any-program-development"), "{location}");
    assert!(PrivateCluster::attach(&options(&data_dir)).await.expect("a readable lock").is_some());
    cluster.stop().await.expect("a clean shutdown");
    let cluster = start(&data_dir).await;
    assert_eq!(ask(&mut connect(&cluster.url()).await, "SELECT word FROM kept").await, "safe");
    cluster.stop().await.expect("a clean shutdown");

    // A new data directory at the same path starts empty and does not touch the old data.
    fs::remove_dir_all(&data_dir).expect("a writable folder");
    let cluster = start(&data_dir).await;
    let anew = fs::read_to_string(data_dir.join("postgres/location")).expect("a location file");
    let anew = Elsewhere(PathBuf::from(anew.trim()));
    assert_ne!(anew.0, elsewhere.0);
    assert_eq!(
        ask(
            &mut connect(&cluster.url()).await,
            "SELECT count(*)::text FROM pg_tables WHERE tablename = 'kept'"
        )
        .await,
        "0"
    );
    assert!(elsewhere.0.exists());
    cluster.stop().await.expect("a clean shutdown");
}

#[tokio::test]
async fn inspecting_reports_what_a_start_would_do_and_creates_nothing() {
    let folder = open_folder();
    let data_dir = folder.path().join("data");
    let before = PrivateCluster::inspect(&options(&data_dir)).await.expect("installed programs");
    assert!(!before.has_data && before.version.contains("PostgreSQL"), "{before:?}");
    assert!(!data_dir.exists());
    start(&data_dir).await.stop().await.expect("a clean shutdown");
    let after = PrivateCluster::inspect(&options(&data_dir)).await.expect("installed programs");
    assert!(after.has_data, "{after:?}");

    // As if the data directory was moved to a machine without its /var/lib.
    fs::write(data_dir.join("postgres/location"), "/nowhere\n").expect("a writable file");
    let inspected = PrivateCluster::inspect(&options(&data_dir)).await.expect_err("missing data");
    assert!(matches!(inspected, ClusterError::Vanished(..)), "{inspected}");
    let started = PrivateCluster::start(options(&data_dir)).await.expect_err("missing data");
    assert!(matches!(started, ClusterError::Vanished(..)), "{started}");
}
