//! Failures between the program and PostgreSQL: a firewall that silently drops connections, and a proxy without a server.

use std::net::SocketAddr;
use std::path::PathBuf;

use forum_tests::program::cluster_options;
use private_postgres::PrivateCluster;
use sqlx::{Connection, PgConnection};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::connections::Load;
use super::{ADMIN, PASSWORD, expect_invariants, insert_applicants, quiet_installation, scaled, sign_in_all};
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
