//! Failures between the program and PostgreSQL: a firewall that silently drops connections, and a proxy without a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use forum_tests::program::cluster_options;
use private_postgres::PrivateCluster;
use sqlx::{Connection, PgConnection};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::applicants::{ADMIN, PASSWORD, insert_applicants, quiet_installation, sign_in_all};
use super::connections::{Seen, end, expect_one_each, load};
use super::report::{Fault, scaled};
use crate::postgres_processes::{expect_pages_only, until};

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

#[tokio::test]
async fn the_program_retries_a_proxy_until_it_has_a_server() {
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
    server.stop().await.expect("a clean stop");
    expect_pages_only(&program.url, "unreachable").await;
    program.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_dropped_and_the_site_recovers_without_a_restart() {
    let fault = Fault::begin(
        "connections to PostgreSQL go silent",
        "503 for up to half a minute; the pool opens new connections by itself",
    );
    let installation = quiet_installation();
    let server =
        PrivateCluster::start(cluster_options(&installation.path().join("server"))).await.expect("a server");
    let (socket, url) = way_to(&server);
    let relay = Relay::to(socket).await;
    let installation = installation.with("DATABASE_URL", url(relay.address));
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let mut connection = PgConnection::connect(&server.url()).await.expect("a connection");
    let emails = insert_applicants(&mut connection, 24).await;
    let clients = sign_in_all(&program.url, &emails).await;
    let (count, seen) = (clients.len(), Arc::new(Seen::default()));
    let load = load(clients, &seen);
    let rounds = scaled(1, 5);
    for _ in 0..rounds {
        seen.answered(50).await;
        relay.silence();
        until(&program.url, "/api/ready", 503).await;
        until(&program.url, "/api/ready", 200).await;
        seen.answered(50).await;
    }
    end(load, &seen).await;
    expect_one_each(&mut connection, count).await;
    connection.close().await.expect("a clean close");
    let done = format!("every open connection, {rounds} times under load; {}", seen.counts());
    fault.survived(&installation, done, "only 503 in between; one application each").await;
    program.end().await;
    server.stop().await.expect("a clean stop");
}
