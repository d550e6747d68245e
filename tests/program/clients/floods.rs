//! A network that floods the site while another network uses it, with the real limits.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::time::Duration;

use forum_domain::limits::RateLimit;
use forum_tests::program::Installation;
use serde_json::json;
use tokio::time::timeout;

/// Timeout of the server, far longer than it needs.
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
        // The server may have closed it already.
        let _ = socket.write_all(b"GET /api/health HTTP/1.1\r\nHost: forum\r\nX-Slow: ");
        sockets.push(socket);
    }
    // Another network, and a proxy without a limit on connections. The server accepts connections in order, so it has
    // handled all of the above when these get responses.
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
    let served = async {
        while reqwest::get(format!("{}/api/health", program.url)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(GIVE_UP, served).await.expect("a response after the flood");
    program.end().await;
}

/// Requests a confirmation mail from a local address, with or without a forwarded one; returns the status, and the
/// seconds of `Retry-After`.
async fn resend(url: &str, from: Ipv4Addr, forwarded: Option<&str>, email: &str) -> (u16, Option<u64>) {
    let http = reqwest::Client::builder().local_address(IpAddr::V4(from)).build().expect("a client");
    let body = json!({ "email": email, "purpose": "verify_email" });
    let mut request = http.post(format!("{url}/api/auth/verifications/resend")).json(&body);
    if let Some(addresses) = forwarded {
        request = request.header("x-forwarded-for", addresses);
    }
    let answer = request.send().await.expect("a response");
    let wait = answer.headers().get("retry-after");
    let wait = wait.map(|value| value.to_str().expect("text").parse().expect("a number of seconds"));
    (answer.status().as_u16(), wait)
}

#[tokio::test]
async fn forged_forwarding_headers_evade_no_limit_and_clients_of_a_proxy_have_separate_limits() {
    let installation = Installation::new()
        .with("FORUM__LIMITS__FACTOR", "1")
        .with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.2.0/24");
    let program = installation.serve().await;
    let (proxy, stranger) = (Ipv4Addr::new(127, 0, 2, 1), Ipv4Addr::new(127, 0, 3, 1));
    let burst = u8::try_from(RateLimit::RESENDS.burst).expect("a number");
    for (from, real) in [(stranger, ""), (proxy, ", 198.51.100.7:5555, ::ffff:127.0.2.9")] {
        for index in 0..=burst {
            let (forwarded, email) =
                (format!("203.0.{index}.9{real}"), format!("{from}-{index}@school.example"));
            let (status, wait) = resend(&program.url, from, Some(&forwarded), &email).await;
            if index < burst {
                assert_eq!((status, wait), (202, None), "{from}: {index}");
            } else {
                assert_eq!(status, 429, "{from}");
                assert!(wait.is_some_and(|seconds| (1..=30).contains(&seconds)), "{wait:?}");
            }
        }
    }
    let (other, bracketed) = ("198.51.99.7", "203.0.113.9, [2001:db8::7]:443");
    for client in [other, bracketed] {
        assert_eq!(resend(&program.url, proxy, Some(client), "ana@school.example").await.0, 202, "{client}");
    }
    program.end().await;
}
