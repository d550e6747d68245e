//! Clients that send slowly or not at all, against the built program with its real limits.

use std::time::Duration;

use super::expect_invariants;
use forum_tests::program::Installation;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// A timeout for the server to close the connection, far beyond its deadlines.
const GIVE_UP: Duration = Duration::from_secs(240);

const HALF_A_HEADER: &[u8] = b"GET /api/health HTTP/1.1\r\nHost: forum\r\nX-Slow: ";
const HEADER_OF_A_LONG_BODY: &[u8] = b"POST /api/auth/sessions HTTP/1.1\r\nHost: forum\r\n\
    Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"email\":\"";

/// Sends `beginning`, then single bytes until the server closes the connection. Returns the response.
async fn trickle(address: String, beginning: &[u8]) -> String {
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    socket.write_all(beginning).await.expect("a sent request");
    let (mut read, mut write) = socket.split();
    let mut response = Vec::new();
    let drip = async {
        while write.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        // A reset also counts as a close.
        _ = read.read_to_end(&mut response) => {}
        () = drip => {}
    }
    String::from_utf8_lossy(&response).into_owned()
}

#[tokio::test]
async fn four_hundred_slow_sockets_are_closed_by_the_server() {
    let (installation, program) = Installation::served().await;
    let address = program.address().to_owned();
    let (mut headers, mut bodies) = (JoinSet::new(), JoinSet::new());
    for _ in 0..200 {
        headers.spawn(trickle(address.clone(), HALF_A_HEADER));
        bodies.spawn(trickle(address.clone(), HEADER_OF_A_LONG_BODY));
    }
    // No client stops by itself. The timeout catches a server that never closes its connections.
    let closed = async { (headers.join_all().await, bodies.join_all().await) };
    let closed = timeout(GIVE_UP, closed).await;
    let (headers, bodies) = closed.expect("a close by the server");
    for response in headers {
        assert_eq!(response, "");
    }
    for response in bodies {
        assert!(response.is_empty() || response.starts_with("HTTP/1.1 408"), "{response}");
    }
    let answer = reqwest::get(format!("{}/api/health", program.url)).await.expect("a response");
    assert_eq!(answer.status(), 200);
    expect_invariants(&installation).await;
    program.end().await;
}

#[tokio::test]
async fn at_shutdown_a_half_sent_header_is_dropped_and_a_request_in_flight_answered() {
    let (_installation, mut program) = Installation::served().await;
    let address = program.address().to_owned();
    let mut held = TcpStream::connect(&address).await.expect("a connection");
    held.write_all(HALF_A_HEADER).await.expect("a sent request");
    let mut in_flight = TcpStream::connect(&address).await.expect("a connection");
    in_flight.write_all(HEADER_OF_A_LONG_BODY).await.expect("a sent request");
    in_flight.write_all(b"x").await.expect("a sent request");
    // This response arrives after both requests above have reached the server.
    reqwest::get(format!("{}/api/health", program.url)).await.expect("a response");
    program.signal("TERM").await;
    let mut response = Vec::new();
    let closed = timeout(GIVE_UP, held.read_to_end(&mut response)).await.expect("a close by the server");
    assert_eq!(closed.expect("closed, not reset"), 0);
    let answered =
        timeout(GIVE_UP, in_flight.read_to_end(&mut response)).await.expect("a response or a close");
    answered.expect("a response");
    assert!(response.starts_with(b"HTTP/1.1 408"));
    let status = timeout(GIVE_UP, program.ended()).await.expect("an exit within the timeout");
    assert!(status.success());
}
