//! Hundreds of clients disconnect during a header, a body, an upload or an event stream, or before they read the
//! response: no open connections, occupied slots or partial submissions remain. Of five hundred concurrent
//! sign-ins, each of which costs a password hash of 19 MiB, most wait or are refused.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::headshots::ImageKind;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::timing::wait_for;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::Connection;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::{ADMIN, PASSWORD, applicants, expect_invariants, holds, quiet_installation, scaled};
use crate::client::Client;
use crate::support::connection;

const SIGN_INS: usize = 500;

/// The number of concurrent clients of each kind, below the connection limit per network.
const AT_ONCE: usize = 100;

/// The maximum number of streams per administrator.
const STREAMS: usize = 8;

/// The point at which a client stops sending.
#[derive(Debug, Clone, Copy)]
enum Stops {
    InHead,
    InBody,
    BeforeTheResponse,
}

impl Stops {
    fn part(self, head: &[u8], body: &[u8]) -> Vec<u8> {
        match self {
            Self::InHead => head[..head.len() / 2].to_vec(),
            Self::InBody => [head, &body[..body.len() / 2]].concat(),
            Self::BeforeTheResponse => [head, body].concat(),
        }
    }
}

fn head(target: &str, token: &str, content_type: &str, length: usize) -> Vec<u8> {
    format!(
        "POST /api{target} HTTP/1.1\r\nHost: forum\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
    )
    .into_bytes()
}

async fn vanish(address: String, sent: Arc<Vec<u8>>, after: Duration) {
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    // The server may refuse the request before everything is sent.
    let _ = socket.write_all(&sent).await;
    tokio::time::sleep(after).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_disconnecting_clients_leave_no_connections_or_rows_behind() {
    let installation = quiet_installation();
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let clients = applicants(&installation, &program.url, 10).await;
    let address = program.address().to_owned();
    assert_eq!(clients[0].answer("/users/me").await.status(), StatusCode::OK);
    let open_files = || program.process().fd_count().expect("open files");
    let open = open_files();

    let wizard = Caller::wizard().to_string().into_bytes();
    let photo = photos::photo(ImageKind::Png, 640, 480);
    let form = [
        b"--form\r\nContent-Disposition: form-data; name=\"file\"; filename=\"me.png\"\r\n\r\n".as_slice(),
        &photo,
        b"\r\n--form--\r\n",
    ]
    .concat();
    let requests = [
        ("/applications", "application/json", &wizard),
        ("/headshots", "multipart/form-data; boundary=form", &form),
    ];
    // There are more clients than the program has slots, per network and in total.
    for round in 0..scaled(2, 10) {
        let mut gone = JoinSet::new();
        for index in 0..AT_ONCE {
            let token = clients[index % clients.len()].token().to_owned();
            let after = Duration::from_millis(index as u64 % 25 * (round + 1));
            for stops in [Stops::InHead, Stops::InBody, Stops::BeforeTheResponse] {
                for (target, content_type, body) in requests {
                    let head = head(target, &token, content_type, body.len());
                    gone.spawn(vanish(address.clone(), Arc::new(stops.part(&head, body)), after));
                }
            }
            if gone.len() > 2 * AT_ONCE {
                gone.join_next().await.expect("a running task").expect("a client without a panic");
            }
        }
        gone.join_all().await;
    }
    let visitor = Client::new(&program.url);
    streams_are_given_back(&visitor, scaled(5, 40)).await;

    // The pool may have opened additional connections.
    let settled = async || open_files() <= open + 12;
    wait_for("their connections are closed", settled).await;
    for client in &clients {
        // Uploads and submissions of disconnected clients have ended, so new ones are accepted, or refused only by a
        // rule.
        let done = async || {
            let status = client.post("/applications", Caller::wizard()).await.status();
            [StatusCode::CREATED, StatusCode::CONFLICT].contains(&status)
        };
        wait_for("the next submission", done).await;
    }
    let mut database = connection(&installation).await;
    let one_each = "select count(*) = count(distinct user_id) and count(*) = 10 from applications";
    assert!(holds(&mut database, one_each).await);
    database.close().await.expect("a clean close");
    expect_invariants(&installation).await;
    program.end().await;
}

/// Repeatedly opens as many streams as an administrator may have, and disconnects.
async fn streams_are_given_back(visitor: &Client, rounds: usize) {
    let admin = visitor.sign_in(ADMIN, PASSWORD).await;
    for _ in 0..rounds {
        let mut streams = Vec::new();
        for _ in 0..STREAMS {
            let opened = async || {
                let stream = admin.begin("/admin/events", &[]).await;
                let taken = stream.status() == StatusCode::OK;
                if taken {
                    streams.push(stream);
                }
                taken
            };
            wait_for("a slot for a stream", opened).await;
        }
        assert_eq!(admin.begin("/admin/events", &[]).await.status(), StatusCode::TOO_MANY_REQUESTS);
    }
}

/// The maximum memory growth in MiB.
const MOST: u64 = 120;

#[tokio::test]
async fn five_hundred_concurrent_sign_ins_are_answered_or_refused_in_bounded_memory() {
    let installation = quiet_installation();
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let visitor = Client::new(&program.url);
    program.forget_peak_memory();
    let before = program.peak_memory();
    let mut requests = JoinSet::new();
    for index in 0..SIGN_INS {
        let visitor = visitor.clone();
        let body = match index % 3 {
            0 => json!({ "email": ADMIN, "password": PASSWORD }),
            1 => json!({ "email": ADMIN, "password": "Wrong-9-password" }),
            _ => json!({ "email": format!("nobody{index}@school.example"), "password": PASSWORD }),
        };
        requests.spawn(async move {
            let answer = visitor.post("/auth/sessions", body).await;
            let status = answer.status().as_u16();
            (status, answer.json::<Value>().await.expect("JSON")["code"] == "busy")
        });
    }
    let (mut statuses, mut busy) = (BTreeMap::<u16, usize>::new(), 0);
    while let Some(answer) = requests.join_next().await {
        let (status, is_busy) = answer.expect("a response");
        busy += usize::from(is_busy);
        *statuses.entry(status).or_default() += 1;
        if statuses.values().sum::<usize>() % 20 == 0 {
            assert_eq!(visitor.get("/health").await["status"], "ok");
        }
    }
    let grown = (program.peak_memory() - before) / (1024 * 1024);
    assert!(grown < MOST, "{grown} MiB");
    let known = [201, 401, 429, 503];
    assert!(statuses.keys().all(|status| known.contains(status)), "{statuses:?}");
    assert!(statuses.contains_key(&201) && statuses.contains_key(&401), "{statuses:?}");
    // Without the queue limit, the requests would wait until their deadline.
    assert!(busy > 0, "no request was refused because of a full queue: {statuses:?}");
    // Attempts by other clients lock out no user.
    visitor.sign_in(ADMIN, PASSWORD).await;
    expect_invariants(&installation).await;
    program.end().await;
}
