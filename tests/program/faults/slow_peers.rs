//! Clients that have sent half a request when the program stops. `clients/floods.rs` has those that send slowly.

use std::time::Duration;

use forum_tests::program::Installation;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A timeout for the server to close the connection, far beyond its deadlines.
const GIVE_UP: Duration = Duration::from_secs(240);

const HALF_A_HEADER: &[u8] = b"GET /api/health HTTP/1.1\r\nHost: forum\r\nX-Slow: ";
const HEADER_OF_A_LONG_BODY: &[u8] = b"POST /api/auth/sessions HTTP/1.1\r\nHost: forum\r\n\
    Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"email\":\"";

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
