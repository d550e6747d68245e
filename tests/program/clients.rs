//! Hostile clients of the built program: oversized and abandoned requests, bodies that will be refused, slow clients and
//! too many connections; and access to the mailbox page.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use forum_tests::program::Installation;
use forum_tests::timing::wait_for;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::Client;

const PASSWORD: &str = "Lantern-42-harbor";
const OF_NETWORK: usize = 20;
const HALF_A_HEADER: &[u8] = b"GET /api/health HTTP/1.1\r\nHost: forum\r\nX-Slow: ";

/// Sends these bytes and returns everything that the server sends until it closes the connection.
async fn response_to(address: &str, bytes: &str) -> String {
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    socket.write_all(bytes.as_bytes()).await.expect("a sent request");
    let mut response = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(60), socket.read_to_end(&mut response)).await;
    closed.expect("a close by the server").expect("closed in order");
    String::from_utf8_lossy(&response).into_owned()
}

#[tokio::test]
async fn clients_cannot_make_log_lines_arbitrarily_long() {
    let (_installation, program) = Installation::served().await;
    let long = "X".repeat(60_000);
    let table = [
        (format!("{long} /about"), "", 405),
        (format!("GET /assets/{long}"), "", 404),
        (format!("GET /api/{long}"), "", 404),
        (format!("{long} /api/health"), "", 405),
        ("GET /api/health".to_owned(), "User-Agent", 200),
        ("GET /api/users/me".to_owned(), "Authorization", 401),
        ("GET /api/health".to_owned(), "Host", 200),
    ];
    for (line, header, _) in &table {
        let header = if header.is_empty() { String::new() } else { format!("{header}: {long}\r\n") };
        let host = if header.starts_with("Host") { "" } else { "Host: forum\r\n" };
        response_to(
            program.address(),
            &format!("{line} HTTP/1.1\r\n{host}{header}Connection: close\r\n\r\n"),
        )
        .await;
    }
    let log = program.end_with_log().await;
    let longest = log.lines().map(str::len).max().expect("lines");
    assert!(longest < 1_024, "{longest} bytes");
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let requests: Vec<Value> = lines.filter(|line| line["message"] == "request").collect();
    let statuses: Vec<_> = requests.iter().map(|line| line["status"].clone()).collect();
    assert_eq!(statuses, table.map(|(_, _, status)| json!(status)));
    for (index, method) in ["_OTHER", "GET", "GET", "_OTHER"].into_iter().enumerate() {
        assert_eq!(requests[index]["method"], method);
    }
}

#[tokio::test]
async fn a_request_whose_client_disconnects_is_logged_with_status_499() {
    let (_installation, program) = Installation::served().await;
    let body = json!({ "email": "nobody@school.example", "password": PASSWORD }).to_string();
    let length = body.len();
    let head = format!(
        "POST /api/auth/sessions HTTP/1.1\r\nHost: forum\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    let mut socket = TcpStream::connect(program.address()).await.expect("a connection");
    socket.write_all(head.as_bytes()).await.expect("a sent request");
    // hyper discards a request whose client disconnects before the body is read.
    socket.read_exact(&mut [0; 21]).await.expect("100 Continue");
    // Hashing the password takes far longer than the disconnection.
    socket.write_all(body.as_bytes()).await.expect("a sent request");
    drop(socket);
    wait_for("the request in the log", async || program.log().contains(r#""message":"request""#)).await;
    let log = program.end_with_log().await;
    let requests: Vec<Value> = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|line: &Value| line["message"] == "request")
        .collect();
    let [line] = &requests[..] else { panic!("one request: {log}") };
    assert_eq!((&line["method"], &line["status"]), (&json!("POST"), &json!(499)));
}

#[tokio::test]
async fn no_100_continue_is_sent_for_a_body_that_will_be_refused() {
    let (_installation, program) = Installation::served().await;
    let head = |length: usize, more: &str| {
        format!(
            "POST /api/auth/sessions HTTP/1.1\r\nHost: forum\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nExpect: 100-continue\r\n{more}Connection: close\r\n\r\n"
        )
    };
    let refused = [
        (head(64 * 1024 + 1, ""), "HTTP/1.1 413"),
        (head(100, "Content-Encoding: gzip\r\n"), "HTTP/1.1 415"),
        (head(100, "").replace("application/json", "text/plain"), "HTTP/1.1 415"),
        (head(100, "Host: forum\r\n"), "HTTP/1.1 400"),
    ];
    for (request, status) in refused {
        let response = response_to(program.address(), &request).await;
        assert!(response.starts_with(status), "{response}");
    }
    // For an acceptable body, the server sends `100 Continue`, and responds once the body has arrived.
    let mut socket = TcpStream::connect(program.address()).await.expect("a connection");
    socket.write_all(head(2, "").as_bytes()).await.expect("a sent request");
    let mut response = [0; 21];
    socket.read_exact(&mut response).await.expect("an interim response");
    assert_eq!(&response, b"HTTP/1.1 100 Continue");
    socket.write_all(b"{}").await.expect("a sent request");
    let mut rest = String::new();
    socket.read_to_string(&mut rest).await.expect("a response");
    assert!(rest.contains("HTTP/1.1 422"), "{rest}");
    program.end().await;
}

#[tokio::test]
async fn the_mailbox_opens_with_the_link_in_the_log() {
    let (_installation, program) = Installation::served().await;
    Client::new(&program.url).sign_up("nadia@school.example").await;
    wait_for("the link in the log", async || program.log().contains("read it at ")).await;
    let log = program.log();
    let opening = log.split("read it at ").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    assert!(opening.starts_with(&format!("{}/dev/mail?key=", program.url)), "{opening}");
    let http =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let opened = http.get(opening).send().await.expect("a response");
    assert_eq!(opened.status(), 303);
    let cookie = opened.headers()["set-cookie"].to_str().expect("text").split(';').next().expect("a pair");
    wait_for("the mail", async || {
        let list = http.get(format!("{}/dev/mail", program.url)).header("cookie", cookie);
        let list = list.send().await.expect("a response").text().await.expect("a page");
        list.contains("nadia@school.example")
    })
    .await;
    program.end().await;
}

/// Whether the server has closed the connection, perhaps after a response.
fn is_closed(mut socket: &std::net::TcpStream) -> bool {
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
        let mut socket = std::net::TcpStream::connect(program.address()).expect("a connection");
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
