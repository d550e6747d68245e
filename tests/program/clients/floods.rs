//! Clients that send slowly or open too many connections, with the settings and deadlines of the built program.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::time::Duration;

use forum_tests::program::Installation;
use forum_tests::waiting::wait_for;

const OF_NETWORK: usize = 20;
const HALF_A_HEADER: &[u8] = b"GET /api/health HTTP/1.1\r\nHost: forum\r\nX-Slow: ";

/// Whether the server has closed the connection, perhaps after a response.
fn is_closed(mut socket: &TcpStream) -> bool {
    loop {
        match socket.read(&mut [0; 1_024]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::WouldBlock,
        }
    }
}

#[tokio::test]
async fn slow_clients_are_disconnected_and_too_many_of_one_network_do_not_block_others() {
    let installation = Installation::new()
        .with("FORUM__HTTP__CONNECTIONS_OF_NETWORK", OF_NETWORK.to_string())
        .with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.2.1");
    let program = installation.serve().await;
    let half_a_body = b"POST /api/auth/sessions HTTP/1.1\r\nHost: forum\r\n\
        Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"email\":\"";
    let mut sockets = Vec::new();
    for number in 0..3 * OF_NETWORK {
        let mut socket = TcpStream::connect(program.address()).expect("a connection");
        socket.set_nonblocking(true).expect("a socket");
        // The server may already have closed the connection.
        let _ = socket.write_all(if number % 2 == 0 { HALF_A_HEADER } else { half_a_body });
        sockets.push(socket);
    }
    // These requests come from another network and from a proxy without a connection limit. The server accepts
    // connections in order, so it has handled all earlier connections when these get responses.
    for from in [Ipv4Addr::new(127, 0, 9, 1), Ipv4Addr::new(127, 0, 2, 1)] {
        let http = reqwest::Client::builder().local_address(IpAddr::V4(from)).build().expect("a client");
        let answer = http.get(format!("{}/api/health", program.url)).send().await.expect("a response");
        assert_eq!(answer.status(), 200, "{from}");
    }
    let closed = sockets.iter().filter(|socket| is_closed(socket)).count();
    assert_eq!(closed, 2 * OF_NETWORK);
    wait_for("the slow connections are closed", async || {
        tokio::time::sleep(Duration::from_millis(500)).await;
        for mut socket in &sockets {
            let _ = socket.write_all(b"x");
        }
        sockets.iter().all(is_closed)
    })
    .await;
    // The slots are free again.
    reqwest::get(format!("{}/api/health", program.url)).await.expect("a response");
    program.end().await;
}
