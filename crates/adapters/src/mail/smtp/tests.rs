use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use super::*;
use crate::mail::message::samples::from;

/// An address that neither accepts nor refuses connections: the system drops packets while the backlog is full.
async fn unresponsive() -> (SocketAddr, TcpListener, Vec<TcpStream>) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let listener = socket.listen(1).expect("a listener");
    let address = listener.local_addr().expect("its address");
    let mut waiting = Vec::new();
    while let Ok(connected) = timeout(Duration::from_millis(200), TcpStream::connect(address)).await {
        waiting.push(connected.expect("a connection"));
    }
    (address, listener, waiting)
}

/// Greets one client and replies to its EHLO. Returns the EHLO.
async fn greeting(listener: TcpListener) -> String {
    let (stream, _) = listener.accept().await.expect("a client");
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 ready\r\n").await.expect("a written reply");
    let mut hello = String::new();
    stream.read_line(&mut hello).await.expect("a line");
    stream.write_all(b"250 hello\r\n").await.expect("a written reply");
    hello
}

#[tokio::test]
async fn an_unresponsive_address_leaves_time_for_the_next_one() {
    let (silent, _listener, _backlog) = unresponsive().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let addresses = [silent, listener.local_addr().expect("its address")];
    let server =
        SmtpServer { host: "unused".into(), port: 25, encryption: Encryption::None, credentials: None };
    let sender = SmtpMailSender::new(server, from(), Trust::default())
        .with_hello("forum.example")
        .with_timeout(Duration::from_secs(12));
    let mut stage = Stage::Connect;
    let connecting = timeout(sender.timeout, sender.connect(&addresses, &mut stage));
    let (connected, hello) = tokio::join!(connecting, greeting(listener));
    assert!(
        connected.is_ok_and(|connected| connected.is_ok()),
        "no connection to the second address in time"
    );
    assert_eq!(hello, "EHLO forum.example\r\n");
}

#[test]
fn addresses_alternate_between_the_families() {
    let parsed = |texts: &[&str]| -> Vec<SocketAddr> {
        texts.iter().map(|text| text.parse().expect("an address")).collect()
    };
    let given = parsed(&["[::1]:1", "[::2]:1", "[::3]:1", "127.0.0.1:1", "127.0.0.2:1"]);
    let expected = parsed(&["[::1]:1", "127.0.0.1:1", "[::2]:1", "127.0.0.2:1", "[::3]:1"]);
    assert_eq!(alternating(given), expected);
    let one_family = parsed(&["127.0.0.2:1", "127.0.0.1:1"]);
    assert_eq!(alternating(one_family.clone()), one_family);
    assert_eq!(alternating(Vec::new()), []);
}

#[test]
fn the_host_is_greeted_with_a_name_or_an_address_in_brackets() {
    let hello = |name: &str| {
        let server =
            SmtpServer { host: "x".into(), port: 25, encryption: Encryption::None, credentials: None };
        SmtpMailSender::new(server, from(), Trust::default()).with_hello(name).hello.to_string()
    };
    for (name, expected) in [
        ("forum.example", "forum.example"),
        ("192.0.2.7", "[192.0.2.7]"),
        ("[2001:db8::7]", "[IPv6:2001:db8::7]"),
    ] {
        assert_eq!(hello(name), expected);
    }
}
