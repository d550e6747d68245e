//! One network that takes all it can get, while another one uses the site.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::time::Duration;

use forum_tests::program::Installation;
use tokio::time::timeout;

/// How long a test waits for the server; far longer than it takes.
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
async fn a_network_with_too_many_connections_does_not_keep_others_out() {
    let place = Installation::new()
        .expect("a place")
        .with("FORUM__HTTP__CONNECTIONS_OF_NETWORK", OF_NETWORK.to_string())
        .with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.2.1");
    let program = place.serve().await.expect("serving");
    let address = program.url.strip_prefix("http://").expect("an address");
    let mut sockets = Vec::new();
    for _ in 0..3 * OF_NETWORK {
        let mut socket = TcpStream::connect(address).expect("connected");
        socket.set_nonblocking(true).expect("a socket");
        // The server may have closed it already.
        let _ = socket.write_all(b"GET /api/health HTTP/1.1\r\nHost: forum\r\nX-Slow: ");
        sockets.push(socket);
    }
    // Another network, and a proxy that may have any number of connections. The server accepts in order, so it has
    // judged all of the above when these are answered.
    for from in [Ipv4Addr::new(127, 0, 9, 1), Ipv4Addr::new(127, 0, 2, 1)] {
        let http = reqwest::Client::builder().local_address(IpAddr::V4(from)).build().expect("a client");
        let answer = http.get(format!("{}/api/health", program.url)).send();
        let answer = timeout(GIVE_UP, answer).await.expect("in time").expect("an answer");
        assert_eq!(answer.status(), 200, "{from}");
    }
    let closed = sockets.iter().filter(|socket| is_closed(socket)).count();
    assert_eq!(closed, 2 * OF_NETWORK);
    drop(sockets);
    // Their places are free again.
    let served = async {
        while reqwest::get(format!("{}/api/health", program.url)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(GIVE_UP, served).await.expect("served again");
    program.end().await.expect("an orderly end");
}
