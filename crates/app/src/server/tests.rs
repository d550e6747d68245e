//! Tests the accept loop on real sockets, with short limits.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use forum_http::TrustedProxies;
use futures_util::stream;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::{Request, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};

use super::{ConnectionLimits, Networks, run};
use crate::lifecycle::Tasks;

const SHORT: Duration = Duration::from_millis(150);
/// Time limit for an expected event.
const TIMEOUT: Duration = Duration::from_secs(60);
const GET: &[u8] = b"GET /fast HTTP/1.1\r\nHost: forum\r\n\r\n";

/// Limits that a test reaches only if it lowers them.
fn generous() -> ConnectionLimits {
    let hour = Duration::from_secs(3600);
    ConnectionLimits { connections: 100, of_network: 100, header: hour, answer: hour, linger: hour }
}

/// More bytes than socket buffers can hold.
const WHOLE: usize = 16 * 1024 * 1024;

/// A server: `/slow` answers after `go_on`, `/large` sends 64 MB in pieces, `/whole` sends 16 MB in one piece, and
/// every other path is answered immediately with the path.
struct Server {
    address: SocketAddr,
    tasks: Tasks,
    reached: Arc<Notify>,
    go_on: Arc<Notify>,
    served: Arc<Mutex<Vec<String>>>,
    large_ended: Mutex<Option<oneshot::Receiver<()>>>,
}

impl Server {
    async fn start(limits: ConnectionLimits) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::on(listener, limits, Tasks::default())
    }

    fn on(listener: TcpListener, limits: ConnectionLimits, tasks: Tasks) -> Self {
        let address = listener.local_addr().expect("its address");
        let (reached, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let served = Arc::new(Mutex::new(Vec::new()));
        let (large, large_ended) = oneshot::channel::<()>();
        let large = Arc::new(Mutex::new(Some(large)));
        let answer = {
            let (reached, go_on, served) = (reached.clone(), go_on.clone(), served.clone());
            move |request: Request<Incoming>, _peer| {
                let (reached, go_on, served, large) =
                    (reached.clone(), go_on.clone(), served.clone(), large.clone());
                async move {
                    let path = request.uri().path().to_owned();
                    served.lock().expect("the list").push(path.clone());
                    let body = match path.as_str() {
                        "/slow" => {
                            reached.notify_one();
                            go_on.notified().await;
                            whole("slow response")
                        }
                        "/whole" => whole(vec![b'.'; WHOLE]),
                        "/large" => endless(large.lock().expect("the channel").take()),
                        _ => whole(path),
                    };
                    Response::new(body)
                }
            }
        };
        tasks.spawn(run(listener, answer, limits, TrustedProxies::default(), tasks.clone()));
        Self { address, tasks, reached, go_on, served, large_ended: Mutex::new(Some(large_ended)) }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("connected")
    }

    /// Waits until all connections are closed and only the accept loop is running.
    async fn has_no_connections(&self) {
        let left = async {
            while self.tasks.count() > 1 {
                tokio::time::sleep(SHORT).await;
            }
        };
        let left = tokio::time::timeout(TIMEOUT, left).await;
        left.unwrap_or_else(|_| {
            panic!("{} connections were not closed in {TIMEOUT:?}", self.tasks.count() - 1)
        });
    }

    async fn answers(&self) -> bool {
        let mut socket = self.connect().await;
        request(&mut socket, GET).await.starts_with("HTTP/1.1 200")
    }
}

fn whole(bytes: impl Into<Bytes>) -> BoxBody<Bytes, io::Error> {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed()
}

/// A body of 64 MB that signals when it is dropped.
fn endless(held: Option<oneshot::Sender<()>>) -> BoxBody<Bytes, io::Error> {
    let chunks = (0..1024).map(move |_| {
        let _held = &held;
        Ok(Frame::data(Bytes::from(vec![0_u8; 64 * 1024])))
    });
    BoxBody::new(StreamBody::new(stream::iter(chunks)))
}

async fn request(socket: &mut TcpStream, bytes: &[u8]) -> String {
    socket.write_all(bytes).await.expect("sent");
    let mut buffer = vec![0; 4096];
    let length = socket.read(&mut buffer).await.expect("an answer");
    String::from_utf8_lossy(&buffer[..length]).into_owned()
}

/// Reads until the server closes or resets the connection.
async fn rest(socket: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = socket.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_half_sent_header_and_an_idle_connection_are_closed_while_others_are_answered() {
    let server = Server::start(ConnectionLimits { header: SHORT, ..generous() }).await;
    let mut slow = server.connect().await;
    slow.write_all(b"GET / HTTP/1.1\r\nHost: fo").await.expect("sent");
    let mut kept = server.connect().await;
    for _ in 0..2 {
        assert!(request(&mut kept, GET).await.starts_with("HTTP/1.1 200"));
    }
    assert_eq!((rest(&mut slow).await, rest(&mut kept).await), (String::new(), String::new()));
    assert!(server.answers().await);
}

#[tokio::test]
async fn a_peer_that_never_reads_its_response_is_disconnected_and_one_that_reads_gets_all_of_it() {
    let server = Server::start(ConnectionLimits { answer: Duration::from_secs(2), ..generous() }).await;
    let mut idle = server.connect().await;
    idle.write_all(b"GET /large HTTP/1.1\r\nHost: forum\r\n\r\n").await.expect("sent");
    let ended = server.large_ended.lock().expect("the channel").take().expect("once");
    assert!(ended.await.is_err(), "the body was dropped");
    let mut reader = server.connect().await;
    reader.write_all(b"GET /large HTTP/1.1\r\nHost: forum\r\nConnection: close\r\n\r\n").await.expect("sent");
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).await.expect("the whole response");
    assert!(bytes.len() > 64 * 1024 * 1024 && bytes.ends_with(b"\r\n0\r\n\r\n"));
}

#[tokio::test]
async fn a_connection_above_the_maximum_waits_until_another_closes() {
    let server = Server::start(ConnectionLimits { connections: 1, ..generous() }).await;
    let mut first = server.connect().await;
    assert!(request(&mut first, GET).await.starts_with("HTTP/1.1 200"));
    let mut second = server.connect().await;
    second.write_all(b"GET /second HTTP/1.1\r\nHost: forum\r\n\r\n").await.expect("sent");
    for _ in 0..50 {
        assert!(request(&mut first, GET).await.starts_with("HTTP/1.1 200"));
    }
    drop(first);
    let mut answer = [0; 12];
    second.read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 200");
    let served = server.served.lock().expect("the list").clone();
    assert_eq!(served.iter().position(|path| path == "/second"), Some(51));
}

#[tokio::test]
async fn malformed_http_gets_400_and_an_endless_header_431() {
    let server = Server::start(generous()).await;
    let mut socket = server.connect().await;
    assert!(request(&mut socket, b"\x16\x03\x01 hello\r\n\r\n").await.starts_with("HTTP/1.1 400"));
    let mut socket = server.connect().await;
    let long = format!("GET / HTTP/1.1\r\nHost: forum\r\nX: {}", "x".repeat(super::MAX_HEADER));
    let answer = request(&mut socket, long.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let mut socket = server.connect().await;
    let many = (0..200).map(|index| format!("X-{index}: y\r\n")).collect::<String>();
    let many = format!("GET / HTTP/1.1\r\nHost: forum\r\n{many}\r\n");
    assert!(request(&mut socket, many.as_bytes()).await.starts_with("HTTP/1.1 431"));
}

#[tokio::test]
async fn shutdown_waits_only_for_the_request_in_flight() {
    let server = Server::start(ConnectionLimits { header: SHORT, ..generous() }).await;
    let mut fresh = server.connect().await;
    let mut kept = server.connect().await;
    assert!(request(&mut kept, GET).await.starts_with("HTTP/1.1 200"));
    let mut half_sent = server.connect().await;
    half_sent.write_all(b"GET / HTTP/1.1\r\n").await.expect("sent");
    let mut busy = server.connect().await;
    busy.write_all(b"GET /slow HTTP/1.1\r\nHost: forum\r\n\r\n").await.expect("sent");
    server.reached.notified().await;

    server.tasks.stop.cancel();
    for idle in [&mut fresh, &mut kept, &mut half_sent] {
        assert_eq!(rest(idle).await, "");
    }
    server.go_on.notify_one();
    let answer = rest(&mut busy).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("slow response"), "{answer}");
    assert!(TcpStream::connect(server.address).await.is_err());
    server.tasks.end().await;
}

#[tokio::test]
async fn a_request_that_arrived_before_shutdown_but_was_not_accepted_is_answered() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let mut early = Vec::new();
    for _ in 0..10 {
        let mut socket = TcpStream::connect(address).await.expect("connected");
        socket.write_all(GET).await.expect("sent");
        early.push(socket);
    }
    let tasks = Tasks::default();
    tasks.stop.cancel();
    let server = Server::on(listener, generous(), tasks);
    for socket in &mut early {
        assert!(rest(socket).await.starts_with("HTTP/1.1 200"));
    }
    server.tasks.end().await;
}

#[tokio::test]
async fn at_shutdown_a_response_being_sent_is_completed() {
    let server = Server::start(generous()).await;
    let mut slow = server.connect().await;
    slow.write_all(b"GET /whole HTTP/1.1\r\nHost: forum\r\n\r\n").await.expect("sent");
    let mut head = [0; 12];
    slow.read_exact(&mut head).await.expect("the beginning");
    server.tasks.stop.cancel();
    assert!(rest(&mut slow).await.len() > WHOLE);
    server.tasks.end().await;
}

#[tokio::test]
async fn at_shutdown_a_request_whose_header_is_completed_in_time_is_answered() {
    let server = Server::start(generous()).await;
    let mut late = server.connect().await;
    late.write_all(b"GET /slow HTTP/1.1\r\nHost: fo").await.expect("sent");
    // Another request has been answered, so the incomplete one has arrived too.
    assert!(server.answers().await);
    server.tasks.stop.cancel();
    late.write_all(b"rum\r\n\r\n").await.expect("sent");
    server.reached.notified().await;
    server.go_on.notify_one();
    assert!(rest(&mut late).await.ends_with("slow response"));
    server.tasks.end().await;
}

#[tokio::test]
async fn a_response_sent_before_the_body_was_read_reaches_a_peer_that_is_still_sending() {
    let server = Server::start(generous()).await;
    let mut sender = server.connect().await;
    let head = format!("POST /early HTTP/1.1\r\nHost: forum\r\nContent-Length: {WHOLE}\r\n\r\n");
    sender.write_all(head.as_bytes()).await.expect("sent");
    for _ in 0..WHOLE / 65_536 {
        sender.write_all(&[b'.'; 65_536]).await.expect("no reset");
    }
    let mut answer = Vec::new();
    sender.read_to_end(&mut answer).await.expect("no reset");
    assert!(answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"/early"));
}

#[tokio::test]
async fn a_peer_that_never_finishes_its_refused_body_is_disconnected() {
    let server = Server::start(ConnectionLimits { linger: SHORT, ..generous() }).await;
    let mut sender = server.connect().await;
    sender
        .write_all(b"POST /early HTTP/1.1\r\nHost: forum\r\nContent-Length: 1000000\r\n\r\n.")
        .await
        .expect("sent");
    assert!(rest(&mut sender).await.starts_with("HTTP/1.1 200"));
    server.has_no_connections().await;
}

#[tokio::test]
async fn at_most_32_mib_of_a_refused_body_are_read() {
    let server = Server::start(ConnectionLimits { linger: TIMEOUT, ..generous() }).await;
    let mut sender = server.connect().await;
    let head = b"POST /early HTTP/1.1\r\nHost: forum\r\nContent-Length: 1000000000\r\n\r\n";
    sender.write_all(head).await.expect("sent");
    let mut sent = 0;
    while sent < 64 << 20 && sender.write_all(&[b'.'; 65_536]).await.is_ok() {
        sent += 65_536;
    }
    // The rest was in the buffers of the sockets.
    assert!((32 << 20..64 << 20).contains(&sent), "{sent}");
}

#[test]
fn a_network_has_a_limit_of_its_own_and_is_forgotten_without_connections() {
    let mut networks = Networks::default();
    let [one, other] = ["203.0.113.0/24", "203.0.114.0/24"].map(|text| text.parse().expect("a network"));
    let first = networks.admit(one, 2).expect("a permit");
    let _second = networks.admit(one, 2).expect("a permit");
    assert!(networks.admit(one, 2).is_none());
    drop(networks.admit(other, 2).expect("a permit of another network"));
    drop(first);
    let _next = networks.admit(one, 2).expect("a released permit");
    assert!(networks.admit(one, 2).is_none());
    assert_eq!(networks.0.len(), 1);
}
