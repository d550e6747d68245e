//! PostgreSQL is stopped, or its connections are terminated or all in use. Requests get 503 with `Retry-After`, and
//! clients retry until they succeed.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use forum_tests::harness::Caller;
use forum_tests::program::cluster_options;
use futures_util::future::join_all;
use private_postgres::PrivateCluster;
use reqwest::{Response, StatusCode};
use sqlx::{Connection, PgConnection};
use tokio::task::JoinSet;

use super::applicants::{ADMIN, PASSWORD, applicants, insert_applicants, quiet_installation, sign_in_all};
use super::report::{Fault, scaled};
use crate::client::Client;
use crate::postgres_processes::{until, wait_for};
use crate::support::in_process::connection;

/// Responses that clients have received.
#[derive(Default)]
pub struct Seen {
    answers: AtomicUsize,
    refused: AtomicUsize,
    stop: AtomicBool,
}

impl Seen {
    /// Whether the request succeeded. Otherwise it must have been refused with 503 and `Retry-After`.
    fn judge(&self, answer: &Response, done: StatusCode) -> bool {
        self.answers.fetch_add(1, Ordering::Relaxed);
        if answer.status() == done {
            return true;
        }
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.headers().contains_key("retry-after"));
        self.refused.fetch_add(1, Ordering::Relaxed);
        false
    }

    /// Waits until this many more requests have succeeded.
    pub async fn answered(&self, more: usize) {
        let done = || self.answers.load(Ordering::Relaxed) - self.refused.load(Ordering::Relaxed);
        let enough = done() + more;
        wait_for("requests that are done", async || done() >= enough).await;
    }

    pub fn counts(&self) -> String {
        let [answers, refused] = [&self.answers, &self.refused].map(|count| count.load(Ordering::Relaxed));
        format!("{answers} requests, {refused} refused with 503")
    }
}

/// Each client submits an application, retries refused requests, and then reads until it is stopped.
pub fn load(clients: Vec<Client>, seen: &Arc<Seen>) -> JoinSet<()> {
    let mut load = JoinSet::new();
    for (number, client) in clients.into_iter().enumerate() {
        let seen = Arc::clone(seen);
        load.spawn(async move {
            let key = format!("submission {number}");
            let pause = Duration::from_millis(20);
            loop {
                let answer = client.post_under(&key, "/applications", Caller::wizard()).await;
                if seen.judge(&answer.expect("a response of the running program"), StatusCode::CREATED) {
                    break;
                }
                tokio::time::sleep(pause).await;
            }
            while !seen.stop.load(Ordering::Relaxed) {
                seen.judge(&client.answer("/users/me").await, StatusCode::OK);
                tokio::time::sleep(pause).await;
            }
        });
    }
    load
}

pub async fn end(load: JoinSet<()>, seen: &Seen) {
    seen.stop.store(true, Ordering::Relaxed);
    load.join_all().await;
}

/// Terminates the program's connections and counts them.
const TERMINATE: &str = "select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity
                         where application_name = 'educators-forum' and pid <> pg_backend_pid()";

const NO_LOCK_WAIT: &str = "select count(*) = 0 from pg_stat_activity
                            where application_name = 'educators-forum' and wait_event_type = 'Lock'";

async fn holds(connection: &mut PgConnection, query: &'static str) -> bool {
    sqlx::query_scalar(query).fetch_one(connection).await.expect("a result")
}

pub async fn expect_one_each(connection: &mut PgConnection, clients: usize) {
    let counts = "select array[(select count(*) from applications), (select count(distinct user_id) from applications),
                               (select count(*) from outbox where kind = 'application_submitted')]";
    let counts: Vec<i64> = sqlx::query_scalar(counts).fetch_one(connection).await.expect("a count");
    let expected = i64::try_from(clients).expect("a number");
    assert_eq!(counts, [expected; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_postgresql_causes_503_with_retry_after_until_it_runs_again() {
    let seconds = scaled(3, 30);
    let fault = Fault::begin(
        "PostgreSQL stopped",
        "/api/ready is 503 (unreachable), /api/health 200, pages are served; the log says why; no restart needed",
    );
    let installation = quiet_installation();
    let server_dir = installation.path().join("server");
    let server = PrivateCluster::start(cluster_options(&server_dir)).await.expect("a server");
    let installation = installation.with("DATABASE_URL", server.url());
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let mut connection = PgConnection::connect(&server.url()).await.expect("a connection");
    let emails = insert_applicants(&mut connection, 12).await;
    connection.close().await.expect("a clean close");
    let clients = sign_in_all(&program.url, &emails).await;
    let (count, seen) = (clients.len(), Arc::new(Seen::default()));
    let (half, rest) = clients.split_at(count / 2);
    let before = load(half.to_vec(), &seen);
    server.stop().await.expect("a clean stop");
    let during = load(rest.to_vec(), &seen);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    assert!(seen.refused.load(Ordering::Relaxed) > 0);
    let ready = reqwest::get(format!("{}/api/ready", program.url)).await.expect("a response");
    assert_eq!(ready.status(), 503);

    let server = PrivateCluster::start(cluster_options(&server_dir)).await.expect("a server");
    let started = Instant::now();
    until(&program.url, "/api/ready", 200).await;
    let back = started.elapsed().as_millis();
    end(before, &seen).await;
    end(during, &seen).await;
    let mut connection = PgConnection::connect(&server.url()).await.expect("a connection");
    expect_one_each(&mut connection, count).await;
    connection.close().await.expect("a clean close");
    let done = format!("stopped for {seconds} s; {}", seen.counts());
    fault
        .survived(&installation, done, format!("ready {back} ms after the server; one application each"))
        .await;
    program.end().await;
    server.stop().await.expect("a clean stop");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_terminated_connection_causes_at_most_one_503() {
    let fault = Fault::begin(
        "connections terminated (pg_terminate_backend)",
        "some 503, which succeed when repeated; the pool opens new connections by itself",
    );
    let installation = quiet_installation();
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let clients = applicants(&installation, &program.url, 24).await;
    let (count, seen) = (clients.len(), Arc::new(Seen::default()));
    let load = load(clients, &seen);
    let mut database = connection(&installation).await;
    let (rounds, mut terminated) = (scaled(20, 200), 0);
    for _ in 0..rounds {
        let ended: i64 = sqlx::query_scalar(TERMINATE).fetch_one(&mut database).await.expect("a result");
        terminated += ended;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    end(load, &seen).await;
    expect_one_each(&mut database, count).await;
    database.close().await.expect("a clean close");
    let refused = seen.refused.load(Ordering::Relaxed);
    assert!(
        i64::try_from(refused).expect("a number") <= terminated,
        "{refused} refused, {terminated} terminated"
    );
    let done = format!("{terminated} connections terminated in {rounds} rounds; {}", seen.counts());
    fault.survived(&installation, done, "only 503 in between; one application each").await;
    program.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_lost_while_idle_fail_no_request() {
    let installation = quiet_installation();
    let program = installation.serve_only().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let admin = Client::new(&program.url).sign_in(ADMIN, PASSWORD).await;
    let all = async || join_all((0..24).map(|_| admin.answer("/users/me"))).await;
    all().await;
    // The pool does not test a recently used connection, and a worker would use one every second.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut database = connection(&installation).await;
    let ended: i64 = sqlx::query_scalar(TERMINATE).fetch_one(&mut database).await.expect("a result");
    assert!(ended > 1, "{ended}");
    for answer in all().await {
        assert_eq!(answer.status(), StatusCode::OK);
    }
    database.close().await.expect("a clean close");
    program.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn if_all_connections_wait_for_a_lock_requests_get_503_and_succeed_afterwards() {
    let fault = Fault::begin(
        "pool exhausted: a table locked from outside",
        "503 after at most 5 s; /api/health and pages still answer; `select * from pg_locks where not granted` shows the lock",
    );
    let metrics = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
    let installation = quiet_installation().with("FORUM__METRICS__LISTEN", metrics.to_string());
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let clients = applicants(&installation, &program.url, 30).await;
    let (count, seen) = (clients.len(), Arc::new(Seen::default()));
    let (mut database, mut beside) = (connection(&installation).await, connection(&installation).await);
    for _ in 0..scaled(1, 5) {
        let mut locked = database.begin().await.expect("a transaction");
        sqlx::query("lock table users in access exclusive mode")
            .execute(&mut *locked)
            .await
            .expect("a locked table");
        let mut requests = JoinSet::new();
        for (number, client) in clients.iter().cloned().enumerate() {
            let seen = Arc::clone(&seen);
            requests.spawn(async move {
                let key = format!("submission {number}");
                let answer =
                    client.post_under(&key, "/applications", Caller::wizard()).await.expect("a response");
                assert!(!seen.judge(&answer, StatusCode::CREATED), "the users table is locked");
            });
        }
        let health = reqwest::get(format!("{}/api/health", program.url)).await.expect("a response");
        assert_eq!(health.status(), 200);
        requests.join_all().await;
        let given_up = async || holds(&mut beside, NO_LOCK_WAIT).await;
        wait_for("no statement waits for the lock any longer", given_up).await;
        locked.rollback().await.expect("a released lock");
        until(&program.url, "/api/ready", 200).await;
    }
    // Some requests were refused before their deadline because they got no connection.
    let metrics = reqwest::get(format!("http://{metrics}/metrics")).await.expect("a response");
    let metrics = metrics.text().await.expect("text");
    let timeouts = metrics.lines().find_map(|line| line.strip_prefix("forum_database_pool_timeouts_total "));
    assert_ne!(timeouts.expect("a number"), "0");
    end(load(clients, &seen), &seen).await;
    expect_one_each(&mut database, count).await;
    for connection in [database, beside] {
        connection.close().await.expect("a clean close");
    }
    fault
        .survived(
            &installation,
            seen.counts(),
            "each refused while locked and successful when repeated, one application each",
        )
        .await;
    program.end().await;
}
