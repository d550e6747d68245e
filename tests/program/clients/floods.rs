//! A network floods the site while another network uses it, with the real limits.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::time::Duration;

use forum_tests::program::Installation;
use tokio::time::timeout;

use crate::postgres_processes::until;

/// A timeout far longer than the server needs.
const GIVE_UP: Duration = Duration::from_secs(120);
const OF_NETWORK: usize = 20;

/// Whether the server has closed the connection.
fn is_closed(mut socket: &TcpStream) -> bool {
    match socket.read(&mut [0]) {
        Ok(0) => true,
        Ok(_) => panic!("there was no request to answer"),
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

#[tokio::test]
async fn a_network_with_too_many_connections_does_not_block_other_networks() {
    let installation = Installation::new()
        .with("FORUM__HTTP__CONNECTIONS_OF_NETWORK", OF_NETWORK.to_string())
        .with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.2.1");
    let program = installation.serve().await;
    let address = program.address();
    let mut sockets = Vec::new();
    for _ in 0..3 * OF_NETWORK {
        let mut socket = TcpStream::connect(address).expect("a connection");
        socket.set_nonblocking(true).expect("a socket");
        // The server may already have closed the connection.
        let _ = socket.write_all(b"GET /api/health HTTP/1.1\r\nHost: forum\r\nX-Slow: ");
        sockets.push(socket);
    }
    // These requests come from another network and from a proxy without a connection limit. The server accepts
    // connections in order, so it has handled all earlier connections when these get responses.
    for from in [Ipv4Addr::new(127, 0, 9, 1), Ipv4Addr::new(127, 0, 2, 1)] {
        let http = reqwest::Client::builder().local_address(IpAddr::V4(from)).build().expect("a client");
        let answer = http.get(format!("{}/api/health", program.url)).send();
        let answer = timeout(GIVE_UP, answer).await.expect("a response in time").expect("a response");
        assert_eq!(answer.status(), 200, "{from}");
    }
    let closed = sockets.iter().filter(|socket| is_closed(socket)).count();
    assert_eq!(closed, 2 * OF_NETWORK);
    drop(sockets);
    // The slots are free again.
    until(&program.url, "/api/health", 200).await;
    program.end().await;
}
