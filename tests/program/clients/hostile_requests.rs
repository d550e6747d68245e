//! Malformed requests, forged addresses and access to the mailbox page, on the built program.

use std::net::Ipv4Addr;
use std::time::Duration;

use forum_tests::program::Installation;
use forum_tests::waiting::wait_for;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::Client;

const ADMIN: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

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
async fn a_request_needs_exactly_one_host_and_other_target_forms_are_understood_or_refused() {
    let installation = Installation::new();
    let program = installation.serve().await;
    let target = |method: &str, target: &str| {
        format!("{method} {target} HTTP/1.1\r\nHost: forum\r\nConnection: close\r\n\r\n")
    };
    let (ok, bad) = ("HTTP/1.1 200", "HTTP/1.1 400");
    let health = target("GET", "/api/health");
    let table = [
        // RFC 9112, section 3.2: a request has exactly one valid Host, which HTTP/1.0 may omit.
        (health.replace("Host: forum\r\n", ""), bad),
        (health.replace("Host", "Host: forum\r\nhost"), bad),
        (health.replace("Host: forum\r\n", "").replace("1.1", "1.0"), "HTTP/1.0 200"),
        // RFC 9112, sections 3.2.2 to 3.2.4.
        (target("GET", "http://forum.example/api/health"), ok),
        (target("GET", "http://forum.example/api/health").replace("Host: forum\r\n", ""), bad),
        (target("CONNECT", "forum.example:443"), "HTTP/1.1 4"),
        (target("OPTIONS", "*"), "HTTP/1.1 4"),
    ];
    for (request, expected) in table {
        let response = response_to(program.address(), &request).await;
        assert!(response.starts_with(expected), "{request}: {response}");
        if expected.ends_with("400") {
            assert!(
                response.contains("application/problem+json") && response.contains("malformed_request"),
                "{response}"
            );
        }
    }
    program.end().await;
}

#[tokio::test]
async fn clients_cannot_make_log_lines_arbitrarily_long() {
    let installation = Installation::new();
    let program = installation.serve().await;
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
    let installation = Installation::new();
    let program = installation.serve().await;
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
    let installation = Installation::new();
    let program = installation.serve().await;
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

/// Signs in from a local address, with or without a forwarded address. Returns the address that the session shows.
async fn seen_from(url: &str, from: Ipv4Addr, forwarded: Option<&str>) -> Value {
    let http =
        reqwest::Client::builder().local_address(std::net::IpAddr::V4(from)).build().expect("a client");
    let forward = |request: reqwest::RequestBuilder| match forwarded {
        Some(addresses) => request.header("x-forwarded-for", addresses),
        None => request,
    };
    let sessions = format!("{url}/api/auth/sessions");
    let sign_in = forward(http.post(&sessions)).json(&json!({ "email": ADMIN, "password": PASSWORD }));
    let answer = sign_in.send().await.expect("a response");
    assert_eq!(answer.status(), 201);
    let session: Value = answer.json().await.expect("a session");
    let token = session["access_token"].as_str().expect("a token");
    let list = http.get(&sessions).bearer_auth(token).send().await.expect("a response");
    let list: Value = list.json().await.expect("a list");
    let items = list["items"].as_array().expect("items");
    items.iter().find(|item| item["current"] == true).expect("this session")["ip_prefix"].clone()
}

#[tokio::test]
async fn a_forwarded_address_is_trusted_only_from_a_configured_proxy() {
    let installation = Installation::new().with("FORUM__HTTP__TRUSTED_PROXIES", "127.0.0.2, 192.0.2.0/24");
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let (proxy, stranger) = (Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3));
    let table = [
        // Entries that the client wrote precede the entries that the proxies added.
        (proxy, Some("203.0.113.9, 198.51.100.7, 192.0.2.1"), "198.51.100.0/24"),
        (proxy, None, "127.0.0.0/24"),
        (stranger, Some("198.51.100.7"), "127.0.0.0/24"),
    ];
    for (from, forwarded, expected) in table {
        let seen = seen_from(&program.url, from, forwarded).await;
        assert_eq!(seen, expected, "{from}: {forwarded:?}");
    }
    program.end().await;
}

#[tokio::test]
async fn the_mailbox_opens_with_the_link_in_the_log_but_not_through_a_local_proxy() {
    let installation = Installation::new();
    let program = installation.serve().await;
    Client::new(&program.url).sign_up("nadia@school.example").await;
    wait_for("the link in the log", async || program.log().contains("read it at ")).await;
    let log = program.log();
    let opening = log.split("read it at ").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    assert!(opening.starts_with(&format!("{}/dev/mail?key=", program.url)), "{opening}");
    // A proxy that uses HTTP/1.0, sends a loopback host and adds no header is indistinguishable from a local browser.
    for version in ["1.0", "1.1"] {
        let request = format!(
            "GET /dev/mail HTTP/{version}\r\nHost: {}\r\nConnection: close\r\n\r\n",
            program.address()
        );
        let response = response_to(program.address(), &request).await;
        assert!(response.contains(" 403 ") && !response.contains("school.example"), "{response}");
    }
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
