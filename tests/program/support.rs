//! The whole program in the test process, so that a test can move its clock, which is impossible with a child
//! process; PostgreSQL processes that tests freeze and kill, and the program's responses during an outage.

use std::ffi::OsString;
use std::process::Command;
use std::sync::Arc;

use educators_forum::config::Config;
use educators_forum::{Overrides, Running, Tasks, serve};
use forum_domain::shared::Clock;
use forum_tests::memory::FixedClock;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::timing::wait_for;
use private_postgres::PrivateCluster;
use procfs::process::all_processes;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

pub struct InProcess {
    pub installation: Installation,
    pub clock: Arc<FixedClock>,
    pub url: String,
    running: Running,
}

impl InProcess {
    /// Serves an existing installation that is not running. Must be awaited in the test itself, because the private
    /// PostgreSQL stops with the thread that started it.
    pub async fn serve_at(installation: Installation, clock: Arc<FixedClock>) -> Self {
        installation.prepare().await;
        let own = installation.settings().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let inherited = educators_forum::config::environment();
        let inherited = inherited.into_iter().filter(|(name, _)| name == "PATH" || name == "PG_BIN_DIR");
        let config = Config::read(inherited.chain(own)).expect("settings");
        let overrides =
            Overrides { clock: Some(Arc::clone(&clock) as Arc<dyn Clock>), ..Overrides::default() };
        let running = Box::pin(serve(&config, overrides, Tasks::default())).await.expect("a server");
        Self { installation, clock, url: running.url.clone(), running }
    }

    /// The first column of the query result, as text.
    pub async fn rows(&self, query: &'static str) -> Vec<String> {
        let mut connection = connection(&self.installation).await;
        let rows = sqlx::query_scalar(query).fetch_all(&mut connection).await.expect("rows of text");
        connection.close().await.expect("a clean close");
        rows
    }

    /// Waits until the query returns no row.
    pub async fn until_empty(&self, query: &'static str) {
        wait_for(query, async || self.rows(query).await.is_empty()).await;
    }

    /// Shuts down cleanly and keeps the data.
    pub async fn close(self) -> Installation {
        self.running.close().await;
        self.installation
    }
}

/// A connection to the private PostgreSQL of a running installation.
pub async fn connection(installation: &Installation) -> PgConnection {
    let address = PrivateCluster::attach(&cluster_options(&installation.path().join("data")))
        .await
        .expect("an address");
    let options = address.expect("a running cluster").options();
    PgConnection::connect_with(&options).await.expect("a connection")
}

/// Queues mails to different addresses at a running installation.
pub async fn queue_mails(installation: &Installation, count: i32) {
    let mut database = connection(installation).await;
    let queue = "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
                 select gen_random_uuid(), n || '@forum.example', 'account_exists', 'p' || n || '@school.example',
                        'Nadia', 'Okafor', now(), now() from generate_series(1, $1) n";
    sqlx::query(queue).bind(count).execute(&mut database).await.expect("queued mails");
    database.close().await.expect("a clean close");
}

/// The process id of the server's main process, or `None` if it is not running.
pub fn postmaster(installation: &Installation) -> Option<u32> {
    let home = std::fs::read_dir(installation.path().join("data/postgres")).expect("the cluster's home");
    let mut files = home.flatten().map(|entry| entry.path().join("postmaster.pid"));
    let text = files.find_map(|file| std::fs::read_to_string(file).ok())?;
    text.lines().next()?.parse().ok()
}

/// The server's child processes: one per connection, and the background workers.
pub fn children(postmaster: u32) -> Vec<u32> {
    let stats = all_processes().expect("a list of processes").filter_map(|process| process.ok()?.stat().ok());
    let own = stats.filter(|stat| u32::try_from(stat.ppid) == Ok(postmaster));
    own.filter_map(|stat| u32::try_from(stat.pid).ok()).collect()
}

/// Sends a signal such as `KILL`. Returns whether all processes still existed.
pub fn signal(name: &str, pids: &[u32]) -> bool {
    let mut command = Command::new("kill");
    command.args(["-s", name]).args(pids.iter().map(ToString::to_string));
    command.status().expect("kill").success()
}

/// A server that is stopped (SIGSTOP) until the value is dropped. A stopped server cannot even exit.
pub struct Frozen(Vec<u32>);

impl Frozen {
    /// Freezes all processes of the server of `installation`.
    pub fn server(installation: &Installation) -> Self {
        let server = postmaster(installation).expect("a server");
        // The main process is stopped first, because it would start new child processes.
        assert!(signal("STOP", &[server]));
        let mut processes = children(server);
        assert!(signal("STOP", &processes));
        processes.push(server);
        Self(processes)
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        // Killed processes no longer exist.
        signal("CONT", &self.0);
    }
}

/// Waits until `path` returns this status. Failed connections are ignored.
pub async fn until(url: &str, path: &str, status: u16) {
    let address = format!("{url}{path}");
    let answered = async || reqwest::get(&address).await.is_ok_and(|answer| answer.status() == status);
    wait_for(&format!("{path} answered with {status}"), answered).await;
}

/// Expects that pages are served, but that readiness and everything that needs the database return 503. `code` is the
/// reason in `/api/ready`.
pub async fn expect_pages_only(url: &str, code: &str) {
    assert_eq!(reqwest::get(format!("{url}/api/health")).await.expect("a response").status(), 200);
    let page = reqwest::get(format!("{url}/")).await.expect("a response");
    let kind = page.headers()["content-type"].to_str().expect("a media type");
    // The response is a page or, without a built frontend, a plain-text notice.
    assert!(kind.starts_with("text/"), "{kind}");

    let ready = reqwest::get(format!("{url}/api/ready")).await.expect("a response");
    assert_eq!(ready.status(), 503);
    assert!(ready.headers().contains_key("retry-after"));
    let problem: Value = ready.json().await.expect("a problem document");
    assert_eq!((&problem["code"], &problem["errors"][0]["code"]), (&"unavailable".into(), &code.into()));

    let body = json!({"email": "ana@school.example", "purpose": "verify_email"});
    let request = reqwest::Client::new().post(format!("{url}/api/auth/verifications/resend")).json(&body);
    let answer = request.send().await.expect("a response");
    assert_eq!(answer.status(), 503);
    assert!(answer.headers().contains_key("retry-after"));
}
