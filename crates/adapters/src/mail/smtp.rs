//! Sends mails over SMTP. The worker sends mails sequentially and keeps one connection open between them. lettre's pool
//! would reuse a connection that timed out during a mail.

use std::error::Error;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{MailSender, OutgoingMail, RenderedMail, SendError};
use lettre::Message;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Noop, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use tokio::net::lookup_host;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::mail_url::{Encryption, SmtpServer};
use super::message::{self, FromAddress};
use super::reply::{Stage, classify};
use crate::error_chain::with_causes;
use crate::tls::Trust;

const TIMEOUT: Duration = Duration::from_secs(30);
/// Each address of the host gets this fraction of the timeout to accept a connection, because some addresses drop all
/// packets.
const ADDRESS_SHARE: u32 = 6;
/// How long a connection is kept for the next mail. Shorter than the idle timeouts of mail hosts and firewalls.
const IDLE_LIMIT: Duration = Duration::from_secs(30);
/// Maximum length of an error that is stored with the outbox row. Hosts may send long replies.
const MAX_ERROR: usize = 500;
/// How long a host may take to respond on an idle connection. Firewalls silently drop such connections. This time is
/// part of the time limit for the mail.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);

pub struct SmtpMailSender {
    server: SmtpServer,
    from: FromAddress,
    trust: Trust,
    hello: ClientId,
    timeout: Duration,
    idle: IdleConnection,
}

impl SmtpMailSender {
    pub fn new(server: SmtpServer, from: FromAddress, trust: Trust) -> Self {
        let hello = ClientId::default();
        Self { server, from, trust, hello, timeout: TIMEOUT, idle: IdleConnection::new(IDLE_LIMIT) }
    }

    /// Sets the name for `EHLO`: a host name or an IP address.
    pub fn with_hello(self, name: &str) -> Self {
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let hello = match bare.parse() {
            Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
            Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
            Err(_) => ClientId::Domain(name.to_owned()),
        };
        Self { hello, ..self }
    }

    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    pub fn with_idle_limit(self, limit: Duration) -> Self {
        Self { idle: IdleConnection::new(limit), ..self }
    }

    /// Connects as for a mail (greeting, encryption, login), then sends NOOP and QUIT. Sends no mail.
    pub async fn greet(&self) -> Result<(), SendError> {
        let mut stage = Stage::Connect;
        let visit = async {
            let mut connection = self.connection(&mut stage).await?;
            let greeted = connection.command(Noop).await;
            greeted.map_err(|error| refused(Stage::Login, "NOOP was not accepted", &error).error)?;
            // The reply to QUIT does not matter.
            let _ = connection.quit().await;
            Ok(())
        };
        let visited = timeout(self.timeout, visit).await;
        visited.unwrap_or_else(|_| Err(self.timed_out(stage)))
    }

    fn timed_out(&self, stage: Stage) -> SendError {
        let SmtpServer { host, port, .. } = &self.server;
        let seconds = self.timeout.as_secs_f32();
        let message = format!("mail host {host}:{port} did not answer within {seconds} s");
        classify(stage, None, &message.clone(), message)
    }

    /// After an error or a timeout the connection is closed and never reused. Stores the current stage in `stage`.
    async fn deliver_message(&self, message: &Message, stage: &mut Stage) -> Result<(), SendError> {
        let mut connection = self.connection(stage).await?;
        let outcome = deliver(&mut connection, message, stage).await;
        // After a reply, even a refusal, the connection is usable: the next mail begins with RSET.
        if outcome.as_ref().map_or_else(|refused| refused.has_reply, |()| true) {
            self.idle.keep(connection);
        }
        outcome.map_err(|refused| refused.error)
    }

    async fn connection(&self, stage: &mut Stage) -> Result<AsyncSmtpConnection, SendError> {
        if let Some(connection) = self.idle.take().await {
            return Ok(connection);
        }
        let SmtpServer { host, port, .. } = &self.server;
        let found = lookup_host((host.as_str(), *port)).await.map_err(|error| {
            let message = shortened(&format!("mail host {host}:{port}: {error}"));
            classify(*stage, None, &message.clone(), message)
        })?;
        let connected = self.connect(&alternating(found.collect()), stage).await;
        connected.map_err(|error| refused(*stage, &format!("mail host {host}:{port}"), &error).error)
    }

    async fn connect(
        &self,
        addresses: &[SocketAddr],
        stage: &mut Stage,
    ) -> Result<AsyncSmtpConnection, SmtpError> {
        let Self { server, trust, hello, .. } = self;
        let tls = || trust.for_smtp(&server.host);
        let implicit_tls = if server.encryption == Encryption::Tls { Some(tls()?) } else { None };
        let limit = Some(self.timeout / ADDRESS_SHARE);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(addresses, limit, hello, implicit_tls, None).await?;
        let start_tls = match server.encryption {
            Encryption::None | Encryption::Tls => false,
            Encryption::WhereOffered => connection.can_starttls(),
            Encryption::StartTls => true,
        };
        if start_tls {
            *stage = Stage::Encryption;
            connection.starttls(tls()?, hello).await?;
        }
        if let Some((user, password)) = &server.credentials {
            *stage = Stage::Login;
            let credentials = Credentials::new(user.clone(), password.clone());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await?;
        }
        Ok(connection)
    }
}

/// Alternates between the two address families and keeps the order within each, because a whole family may be unreachable.
fn alternating(addresses: Vec<SocketAddr>) -> Vec<SocketAddr> {
    let first_is_v6 = addresses.first().is_some_and(SocketAddr::is_ipv6);
    let (first, second): (Vec<_>, Vec<_>) =
        addresses.into_iter().partition(|address| address.is_ipv6() == first_is_v6);
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut all = Vec::new();
    loop {
        let pair = [first.next(), second.next()];
        if pair == [None, None] {
            return all;
        }
        all.extend(pair.into_iter().flatten());
    }
}

#[async_trait]
impl MailSender for SmtpMailSender {
    #[tracing::instrument(name = "mail.send", skip_all, fields(mail = %mail.id))]
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError> {
        let message = message::build(mail, content, &self.from)?;
        let mut stage = Stage::Connect;
        let sent = timeout(self.timeout, self.deliver_message(&message, &mut stage)).await;
        sent.unwrap_or_else(|_| Err(self.timed_out(stage)))
    }
}

struct Refused {
    error: SendError,
    has_reply: bool,
}

async fn deliver(
    connection: &mut AsyncSmtpConnection,
    message: &Message,
    stage: &mut Stage,
) -> Result<(), Refused> {
    let envelope = message.envelope();
    *stage = Stage::Sender;
    let sender = Mail::new(envelope.from().cloned(), Vec::new());
    connection.command(sender).await.map_err(not_accepted(*stage, "the sender"))?;
    *stage = Stage::Recipient;
    for recipient in envelope.to() {
        let recipient = Rcpt::new(recipient.clone(), Vec::new());
        connection.command(recipient).await.map_err(not_accepted(*stage, "the recipient"))?;
    }
    *stage = Stage::Content;
    connection.command(Data).await.map_err(not_accepted(*stage, "the mail"))?;
    // The message is ASCII: other characters are encoded.
    let formatted = message.formatted();
    let data = MailData(&String::from_utf8_lossy(&formatted)).to_string();
    connection.command(data).await.map_err(not_accepted(*stage, "the mail"))?;
    Ok(())
}

fn not_accepted(stage: Stage, what: &str) -> impl FnOnce(SmtpError) -> Refused {
    move |error| refused(stage, &format!("{what} was not accepted"), &error)
}

fn refused(stage: Stage, what: &str, error: &SmtpError) -> Refused {
    let code = error.status().map(u16::from);
    // The source of the error is the host's reply.
    let text = error.source().map(ToString::to_string).unwrap_or_default();
    let message = shortened(&format!("{what}: {}", with_causes(error)));
    Refused { error: classify(stage, code, &text, message), has_reply: code.is_some() }
}

fn shortened(message: &str) -> String {
    message.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_ERROR).collect()
}

/// A message with its terminating line, written at once: lettre writes the end separately, and Nagle's algorithm delays it
/// until the host acknowledges the text, which Linux does after 40 ms. Lines that begin with a dot get another dot (RFC 5321,
/// section 4.5.2).
struct MailData<'a>(&'a str);

impl fmt::Display for MailData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.strip_suffix("\r\n").unwrap_or(self.0);
        for line in text.split("\r\n") {
            let stuffing = if line.starts_with('.') { "." } else { "" };
            write!(f, "{stuffing}{line}\r\n")?;
        }
        f.write_str(".\r\n")
    }
}

/// Holds up to one connection between two mails, for a limited time, checks it before reuse, and closes it when dropped.
struct IdleConnection {
    slot: Arc<Mutex<Slot>>,
    limit: Duration,
}

#[derive(Default)]
struct Slot {
    connection: Option<AsyncSmtpConnection>,
    /// The task that closes the connection after it has been idle for too long.
    closing: JoinSet<()>,
}

impl IdleConnection {
    fn new(limit: Duration) -> Self {
        Self { slot: Arc::default(), limit }
    }

    /// Keeps a connection. Sends QUIT unless it is reused in time.
    fn keep(&self, connection: AsyncSmtpConnection) {
        let (slot, limit) = (Arc::downgrade(&self.slot), self.limit);
        let closing = async move {
            sleep(limit).await;
            let unused = slot.upgrade().and_then(|slot| locked(&slot).connection.take());
            if let Some(mut connection) = unused {
                // The connection is closed regardless of the response.
                let _ = timeout(CHECK_TIMEOUT, connection.quit()).await;
            }
        };
        let mut slot = locked(&self.slot);
        slot.connection = Some(connection);
        slot.closing = JoinSet::new();
        slot.closing.spawn(closing);
    }

    /// Takes the connection and resets it. `None` if there is no connection or the host does not respond.
    async fn take(&self) -> Option<AsyncSmtpConnection> {
        let mut connection = self.unused()?;
        let response = timeout(CHECK_TIMEOUT, connection.command(Rset)).await;
        matches!(response, Ok(Ok(_))).then_some(connection)
    }

    fn unused(&self) -> Option<AsyncSmtpConnection> {
        let mut slot = locked(&self.slot);
        let connection = slot.connection.take()?;
        slot.closing.abort_all();
        Some(connection)
    }
}

/// The lock is never poisoned: no holder panics.
fn locked(slot: &Mutex<Slot>) -> MutexGuard<'_, Slot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::{TcpListener, TcpSocket, TcpStream};

    use super::*;
    use crate::mail::message::samples::from;

    fn greeting_as(name: &str) -> SmtpMailSender {
        let server =
            SmtpServer { host: "unused".into(), port: 25, encryption: Encryption::None, credentials: None };
        SmtpMailSender::new(server, from(), Trust::default()).with_hello(name)
    }

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
        let sender = greeting_as("forum.example").with_timeout(Duration::from_secs(12));
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
        for (name, expected) in [
            ("forum.example", "forum.example"),
            ("192.0.2.7", "[192.0.2.7]"),
            ("[2001:db8::7]", "[IPv6:2001:db8::7]"),
        ] {
            assert_eq!(greeting_as(name).hello.to_string(), expected);
        }
    }

    #[test]
    fn leading_dots_are_doubled_and_a_single_dot_ends_the_mail() {
        let table = [
            ("Subject: A\r\n\r\nText", "Subject: A\r\n\r\nText\r\n.\r\n"),
            ("Text\r\n", "Text\r\n.\r\n"),
            ("Text\r\n\r\n", "Text\r\n\r\n.\r\n"),
            (".", "..\r\n.\r\n"),
            ("one\r\n.\r\n..two\r\nthr.ee", "one\r\n..\r\n...two\r\nthr.ee\r\n.\r\n"),
        ];
        for (text, expected) in table {
            assert_eq!(MailData(text).to_string(), expected, "{text:?}");
        }
    }
}
