//! A small SMTP server that keeps what it receives, for tests of the mail adapters and of the whole program. It can
//! refuse, delay or omit its reply at any step, it can speak TLS, and it can be stopped and restarted on the
//! same port.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use forum_adapters::mail::ReadMail;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use crate::timing::wait_for;

/// How long a test waits for a mail or a command; far more than it takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The address in `MAIL FROM`.
    pub from: String,
    /// The addresses in `RCPT TO`.
    pub to: Vec<String>,
    /// The message after removing dot-stuffing.
    pub raw: Vec<u8>,
}

impl ReceivedMail {
    /// Its headers and parts. Panics if the message cannot be parsed.
    pub fn read(&self) -> ReadMail {
        ReadMail::parse(&self.raw).expect("a readable message")
    }
}

/// The steps of an SMTP conversation at which the sink can answer differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    Connect,
    /// `EHLO`.
    Hello,
    /// `STARTTLS`.
    StartTls,
    /// `AUTH`.
    Login,
    /// `MAIL FROM`.
    Sender,
    /// `RCPT TO`.
    Recipient,
    /// `DATA`.
    Data,
    Message,
    /// `RSET`.
    Reset,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// This reply code instead of the usual one.
    Code(u16),
    /// This reply, code and text, instead of the usual one.
    Says(&'static str),
    /// No reply; the connection stays open.
    Silence,
    /// The usual reply after a delay.
    After(Duration),
    /// No reply; the connection is closed. At [`Step::Message`] the mail has been accepted before.
    HangUp,
}

/// How connections are encrypted.
#[derive(Clone)]
pub enum Tls {
    /// After `STARTTLS`.
    Offered(TlsAcceptor),
    /// From the first byte.
    Always(TlsAcceptor),
}

#[derive(Default)]
struct Kept {
    answers: Mutex<HashMap<Step, Answer>>,
    mails: watch::Sender<Vec<ReceivedMail>>,
    connections: AtomicUsize,
    commands: Mutex<Vec<String>>,
    folder: Option<PathBuf>,
    tls: Option<Tls>,
}

/// The server. Dropping it stops it.
pub struct SmtpSink {
    address: SocketAddr,
    kept: Arc<Kept>,
    running: JoinSet<()>,
}

impl SmtpSink {
    /// Listens on a free port of 127.0.0.1.
    pub async fn start() -> Self {
        Self::with(Kept::default()).await
    }

    /// Also writes every mail to `<folder>/<number>.eml`. A file appears only when it is complete.
    pub async fn writing_to(folder: &Path) -> Self {
        Self::with(Kept { folder: Some(folder.to_owned()), ..Kept::default() }).await
    }

    /// Speaks TLS on a free port of 127.0.0.1.
    pub async fn with_tls(tls: Tls) -> Self {
        Self::with(Kept { tls: Some(tls), ..Kept::default() }).await
    }

    async fn with(kept: Kept) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let mut sink = Self { address, kept: Arc::new(kept), running: JoinSet::new() };
        sink.running.spawn(accept(listener, Arc::clone(&sink.kept)));
        sink
    }

    /// The address it listens on, or listened on before it was stopped.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the reply at `step`. `None` restores the usual one.
    pub fn answer(&self, step: Step, answer: Option<Answer>) {
        let mut answers = self.kept.answers();
        match answer {
            Some(answer) => answers.insert(step, answer),
            None => answers.remove(&step),
        };
    }

    pub async fn stop(&mut self) {
        self.running.shutdown().await;
    }

    /// Listens again on the same port.
    pub async fn start_again(&mut self) {
        let listener = TcpListener::bind(self.address).await.expect("the port of this server");
        self.running.spawn(accept(listener, Arc::clone(&self.kept)));
    }

    /// All mails so far, oldest first.
    pub fn mails(&self) -> Vec<ReceivedMail> {
        self.kept.mails.borrow().clone()
    }

    /// Waits until at least `count` mails have arrived.
    pub async fn wait_for(&self, count: usize) -> Vec<ReceivedMail> {
        let mut mails = self.kept.mails.subscribe();
        let enough = tokio::time::timeout(PATIENCE, mails.wait_for(|mails| mails.len() >= count)).await;
        let Ok(enough) = enough else {
            panic!("{} mails instead of {count} within {PATIENCE:?}", self.mails().len());
        };
        enough.expect("a sender that lives as long as the sink").clone()
    }

    /// Every line received so far outside of messages, over all connections.
    pub fn commands(&self) -> Vec<String> {
        self.kept.commands().clone()
    }

    /// Waits until a client has sent this line.
    pub async fn wait_for_command(&self, command: &str) {
        wait_for(command, async || self.kept.commands().iter().any(|line| line == command)).await;
    }

    pub fn connections(&self) -> usize {
        self.kept.connections.load(Ordering::SeqCst)
    }
}

impl Kept {
    fn answers(&self) -> MutexGuard<'_, HashMap<Step, Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn commands(&self) -> MutexGuard<'_, Vec<String>> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, mail: ReceivedMail) -> io::Result<()> {
        let mut outcome = Ok(());
        self.mails.send_modify(|mails| {
            if let Some(folder) = &self.folder {
                outcome = write(folder, mails.len() + 1, &mail.raw);
            }
            mails.push(mail);
        });
        outcome
    }
}

fn write(folder: &Path, number: usize, raw: &[u8]) -> io::Result<()> {
    let temporary = folder.join(format!(".{number:06}"));
    std::fs::write(&temporary, raw)?;
    std::fs::rename(&temporary, folder.join(format!("{number:06}.eml")))
}

/// The conversations end with this task because it owns their `JoinSet`.
async fn accept(listener: TcpListener, kept: Arc<Kept>) {
    let mut conversations = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        kept.connections.fetch_add(1, Ordering::SeqCst);
        let kept = Arc::clone(&kept);
        // Clients that disconnect mid-conversation are normal for a mail server.
        conversations.spawn(async move { drop(converse(stream, kept).await) });
        while conversations.try_join_next().is_some() {}
    }
}

async fn converse(stream: TcpStream, kept: Arc<Kept>) -> io::Result<()> {
    let stream: Box<dyn Stream> = match &kept.tls {
        Some(Tls::Always(acceptor)) => Box::new(acceptor.accept(stream).await?),
        _ => Box::new(stream),
    };
    Conversation { stream: BufReader::new(stream), kept, upgraded: false }.hold().await
}

/// A plain or TLS stream.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

struct Conversation {
    stream: BufReader<Box<dyn Stream>>,
    kept: Arc<Kept>,
    /// By `STARTTLS`.
    upgraded: bool,
}

impl Conversation {
    async fn hold(mut self) -> io::Result<()> {
        self.reply(Step::Connect, "220 sink ready").await?;
        let (mut from, mut to) = (String::new(), Vec::new());
        while let Some(line) = self.line().await? {
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            self.kept.commands().push(line.clone());
            let verb = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" | "HELO" => {
                    let offer = if self.offered().is_some() { "250-STARTTLS\r\n" } else { "" };
                    let usual = format!("250-sink\r\n{offer}250-8BITMIME\r\n250 AUTH PLAIN");
                    self.reply(Step::Hello, &usual).await?;
                }
                "STARTTLS" => match self.offered() {
                    Some(acceptor) => {
                        if self.reply(Step::StartTls, "220 ready for TLS").await? {
                            self = self.upgrade(&acceptor).await?;
                        }
                    }
                    None => self.say("502 unknown").await?,
                },
                "AUTH" => drop(self.reply(Step::Login, "235 welcome").await?),
                "MAIL" => {
                    if self.reply(Step::Sender, "250 ok").await? {
                        (from, to) = (address(&line), Vec::new());
                    }
                }
                "RCPT" => {
                    if self.reply(Step::Recipient, "250 ok").await? {
                        to.push(address(&line));
                    }
                }
                "DATA" => {
                    if self.reply(Step::Data, "354 end with a dot").await? {
                        let raw = self.message().await?;
                        self.take(ReceivedMail { from: from.clone(), to: std::mem::take(&mut to), raw })
                            .await?;
                    }
                }
                "RSET" => {
                    to.clear();
                    self.reply(Step::Reset, "250 ok").await?;
                }
                "NOOP" => self.say("250 ok").await?,
                "QUIT" => return self.say("221 bye").await,
                _ => self.say("502 unknown").await?,
            }
        }
        Ok(())
    }

    fn offered(&self) -> Option<TlsAcceptor> {
        match &self.kept.tls {
            Some(Tls::Offered(acceptor)) if !self.upgraded => Some(acceptor.clone()),
            _ => None,
        }
    }

    async fn upgrade(self, acceptor: &TlsAcceptor) -> io::Result<Self> {
        let stream: Box<dyn Stream> = Box::new(acceptor.accept(self.stream.into_inner()).await?);
        Ok(Self { stream: BufReader::new(stream), upgraded: true, ..self })
    }

    /// The mail is stored before the client gets the reply, as on any mail server.
    async fn take(&mut self, mail: ReceivedMail) -> io::Result<()> {
        let answer = self.kept.answers().get(&Step::Message).copied();
        if matches!(answer, None | Some(Answer::After(_) | Answer::HangUp)) {
            self.kept.keep(mail)?;
        }
        self.reply(Step::Message, "250 taken").await.map(drop)
    }

    /// Sends the usual reply or the configured one; returns whether it was the usual one.
    async fn reply(&mut self, step: Step, usual: &str) -> io::Result<bool> {
        let answer = self.kept.answers().get(&step).copied();
        match answer {
            None => self.say(usual).await.map(|()| true),
            Some(Answer::Code(code)) => self.say(&format!("{code} as configured")).await.map(|()| false),
            Some(Answer::Says(words)) => self.say(words).await.map(|()| false),
            Some(Answer::Silence) => std::future::pending().await,
            Some(Answer::HangUp) => Err(io::ErrorKind::ConnectionAborted.into()),
            Some(Answer::After(time)) => {
                tokio::time::sleep(time).await;
                self.say(usual).await.map(|()| true)
            }
        }
    }

    async fn say(&mut self, words: &str) -> io::Result<()> {
        self.stream.write_all(format!("{words}\r\n").as_bytes()).await
    }

    /// The next line including its line ending; `None` if the client has disconnected.
    async fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = self.stream.read_until(b'\n', &mut line).await?;
        Ok((read > 0).then_some(line))
    }

    async fn message(&mut self) -> io::Result<Vec<u8>> {
        let mut message = Vec::new();
        loop {
            let line = self.line().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
            if line == b".\r\n" {
                return Ok(message);
            }
            message.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        }
    }
}

fn address(line: &str) -> String {
    let inside = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inside.map(|(address, _)| address.to_owned()).unwrap_or_default()
}
