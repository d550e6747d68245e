//! PostgreSQL is stopped, or its connections are terminated. Requests get 503 with `Retry-After`, and clients retry
//! until they succeed. A firewall silently drops connections, and a proxy has no server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use forum_tests::harness::Caller;
use forum_tests::program::cluster_options;
use forum_tests::timing::wait_for;
use private_postgres::PrivateCluster;
use reqwest::{Response, StatusCode};
use sqlx::{Connection, PgConnection};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::{
    ADMIN, PASSWORD, applicants, expect_invariants, insert_applicants, quiet_installation, scaled,
    sign_in_all,
};
use crate::client::Client;
use crate::support::connection;
use crate::support::{expect_pages_only, until};

/// Clients that submit an application each, retry refused requests, and then read until the load is ended.
pub struct Load {
    clients: JoinSet<()>,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    done: AtomicUsize,
    refused: AtomicUsize,
    stop: AtomicBool,
}

impl Seen {
    /// Whether the request succeeded. Otherwise it must have been refused with 503 and `Retry-After`.
    fn judge(&self, answer: &Response, done: StatusCode) -> bool {
        let is_done = answer.status() == done;
        if !is_done {
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert!(answer.headers().contains_key("retry-after"));
        }
        let count = if is_done { &self.done } else { &self.refused };
        count.fetch_add(1, Ordering::Relaxed);
        is_done
    }
}

impl Load {
    pub fn of(clients: Vec<Client>) -> Self {
        let mut load = Self { clients: JoinSet::new(), seen: Arc::default() };
        for client in clients {
            let seen = Arc::clone(&load.seen);
            load.clients.spawn(async move {
                let pause = Duration::from_millis(20);
                loop {
                    let answer = client.post_under("submission", "/applications", Caller::wizard()).await;
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

    /// Waits until this many more requests have succeeded.
    pub async fn done(&self, more: usize) {
        let enough = self.seen.done.load(Ordering::Relaxed) + more;
        wait_for("requests that succeed", async || self.seen.done.load(Ordering::Relaxed) >= enough).await;
    }

    fn refused(&self) -> usize {
        self.seen.refused.load(Ordering::Relaxed)
    }

    /// Ends the load. Each client must have exactly one application and one mail about it.
    pub async fn end(self, connection: &mut PgConnection) {
        let expected = i64::try_from(self.clients.len()).expect("a number");
        self.seen.stop.store(true, Ordering::Relaxed);
        self.clients.join_all().await;
        let counts = "select array[(select count(*) from applications), (select count(distinct user_id) from applications),
                                   (select count(*) from outbox where kind = 'application_submitted')]";
        let counts: Vec<i64> = sqlx::query_scalar(counts).fetch_one(connection).await.expect("a count");
        assert_eq!(counts, [expected; 3]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_postgresql_causes_503_with_retry_after_until_it_runs_again() {
    let installation = quiet_installation();
    let server_dir = installation.path().join("server");
    let server = PrivateCluster::start(cluster_options(&server_dir)).await.expect("a server");
    let installation = installation.with("DATABASE_URL", server.url());
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let mut connection = PgConnection::connect(&server.url()).await.expect("a connection");
    let emails = insert_applicants(&mut connection, 12).await;
    connection.close().await.expect("a clean close");
    let load = Load::of(sign_in_all(&program.url, &emails).await);
    load.done(6).await;
    server.stop().await.expect("a clean stop");
    wait_for("a refused request", async || load.refused() > 0).await;
    tokio::time::sleep(Duration::from_secs(scaled(3, 30))).await;
    expect_pages_only(&program.url, "unreachable").await;

    let server = PrivateCluster::start(cluster_options(&server_dir)).await.expect("a server");
    until(&program.url, "/api/ready", 200).await;
    let mut connection = PgConnection::connect(&server.url()).await.expect("a connection");
    load.end(&mut connection).await;
    connection.close().await.expect("a clean close");
    expect_invariants(&installation).await;
    program.end().await;
    server.stop().await.expect("a clean stop");
}

#[tokio::test(flavor = "multi_thread")]
async fn terminated_connections_never_cause_more_503s_than_their_number() {
    let installation = quiet_installation();
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let load = Load::of(applicants(&installation, &program.url, 24).await);
    let mut database = connection(&installation).await;
    let terminate = "select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity
                     where application_name = 'educators-forum' and pid <> pg_backend_pid()";
    let mut terminated = 0;
    for _ in 0..scaled(20, 200) {
        let ended: i64 = sqlx::query_scalar(terminate).fetch_one(&mut database).await.expect("a result");
        terminated += usize::try_from(ended).expect("a number");
        load.done(24).await;
        // Each time, so that a long pause after a single loss is noticed.
        let refused = load.refused();
        assert!(refused <= terminated, "{refused} refused, {terminated} terminated");
    }
    load.end(&mut database).await;
    database.close().await.expect("a clean close");
    expect_invariants(&installation).await;
    program.end().await;
}

/// Forwards connections to a server, or closes them while no server runs. Dropping the relay ends its tasks.
struct Relay {
    address: SocketAddr,
    silence: watch::Sender<()>,
    _tasks: JoinSet<()>,
}

impl Relay {
    async fn to(socket: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let silence = watch::Sender::default();
        let mut tasks = JoinSet::new();
        let silenced = silence.clone();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                let (client, _) = listener.accept().await.expect("a connection");
                if let Ok(server) = UnixStream::connect(&socket).await {
                    connections.spawn(forward(client, server, silenced.subscribe()));
                }
            }
        });
        Self { address, silence, _tasks: tasks }
    }

    /// Stops forwarding on open connections, which stay open. New connections are forwarded.
    fn silence(&self) {
        self.silence.send_replace(());
    }
}

async fn forward(mut client: TcpStream, mut server: UnixStream, mut silence: watch::Receiver<()>) {
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = silence.changed() => std::future::pending().await,
    }
}

/// The socket of a server, and a function that returns the URL of its database behind a relay.
fn way_to(server: &PrivateCluster) -> (PathBuf, impl Fn(SocketAddr) -> String + use<>) {
    let options = server.address().options();
    let socket = server.address().socket_dir().join(format!(".s.PGSQL.{}", options.get_port()));
    let database = options.get_database().expect("a database").to_owned();
    (socket, move |address| format!("postgres://{database}@{address}/{database}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_retries_a_proxy_without_a_server_and_drops_silent_connections() {
    let installation = quiet_installation();
    let server_dir = installation.path().join("server");
    let start = || PrivateCluster::start(cluster_options(&server_dir));
    let server = start().await.expect("a server");
    let (socket, url) = way_to(&server);
    server.stop().await.expect("a clean stop");
    let relay = Relay::to(socket).await;
    let installation = installation.with("DATABASE_URL", url(relay.address));
    let program = installation.serve().await;
    expect_pages_only(&program.url, "closed").await;
    let server = start().await.expect("a server");
    until(&program.url, "/api/ready", 200).await;

    installation.create_admin(ADMIN, PASSWORD).await;
    let mut connection = PgConnection::connect(&server.url()).await.expect("a connection");
    let emails = insert_applicants(&mut connection, 24).await;
    let load = Load::of(sign_in_all(&program.url, &emails).await);
    for _ in 0..scaled(1, 5) {
        load.done(50).await;
        relay.silence();
        until(&program.url, "/api/ready", 503).await;
        until(&program.url, "/api/ready", 200).await;
        load.done(50).await;
    }
    load.end(&mut connection).await;
    connection.close().await.expect("a clean close");
    expect_invariants(&installation).await;
    program.end().await;
    server.stop().await.expect("a clean stop");
}
