//! Hands mails to the next host over SMTP. One connection is kept open between mails; the worker sends one mail after
//! the other, and lettre's own pool would reuse a connection that timed out in the middle of a mail.

use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{Envelope, MailSender, SendError};
use lettre::Message;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Noop, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use tokio::time::timeout;

use super::idle::IdleConnection;
use super::mail_data::MailData;
use super::mail_url::{Encryption, SmtpServer};
use super::message::{self, FromAddress};
use crate::error_chain::with_causes;
use crate::tls::Trust;

/// Time limit of one mail, including connecting.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a connection is kept for the next mail: shorter than the idle timeouts of mail hosts and firewalls.
const IDLE: Duration = Duration::from_secs(30);
/// Maximum length of an error stored with the outbox row; hosts may send long replies.
const MAX_ERROR: usize = 500;

/// Sends mails over SMTP.
pub struct SmtpMailSender {
    server: SmtpServer,
    from: FromAddress,
    trust: Trust,
    timeout: Duration,
    idle: IdleConnection,
}

impl SmtpMailSender {
    /// Connects when the first mail is sent.
    pub fn new(server: SmtpServer, from: FromAddress, trust: Trust) -> Self {
        Self { server, from, trust, timeout: TIMEOUT, idle: IdleConnection::new(IDLE) }
    }

    /// Sets the time limit of one mail.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets how long a connection is kept between two mails.
    pub fn with_idle_limit(self, limit: Duration) -> Self {
        Self { idle: IdleConnection::new(limit), ..self }
    }

    /// Connects as for a mail (greeting, encryption, login), sends NOOP and QUIT; sends no mail.
    ///
    /// # Errors
    /// The same errors as for a mail.
    pub async fn greet(&self) -> Result<(), SendError> {
        let visit = async {
            let mut connection = self.connection().await?;
            connection.command(Noop).await.map_err(|error| transient("NOOP", &error).error)?;
            // The reply to QUIT does not matter.
            let _ = connection.quit().await;
            Ok(())
        };
        timeout(self.timeout, visit).await.unwrap_or_else(|_| Err(self.silence()))
    }

    fn silence(&self) -> SendError {
        let SmtpServer { host, port, .. } = &self.server;
        let waited = self.timeout.as_secs_f32();
        SendError::Transient(format!("mail host {host}:{port} did not answer within {waited} s"))
    }

    /// If this is dropped, by an error or a timeout, the connection is closed and never reused.
    async fn hand_over(&self, message: &Message) -> Result<(), SendError> {
        let mut connection = self.connection().await?;
        let outcome = deliver(&mut connection, message).await;
        // A reply, even a rejection, leaves the connection usable: the next mail begins with RSET.
        if outcome.as_ref().map_or_else(|refused| refused.answered, |()| true) {
            self.idle.keep(connection);
        }
        outcome.map_err(|refused| refused.error)
    }

    /// The idle connection if the host still responds, else a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, SendError> {
        if let Some(connection) = self.idle.take().await {
            return Ok(connection);
        }
        let SmtpServer { host, port, .. } = &self.server;
        let connected = connect(&self.server, &self.trust, self.timeout).await;
        // Whatever the error is (even a wrong password), it is not this mail's fault, and operators can fix it.
        connected.map_err(|error| {
            SendError::Transient(shortened(&format!("mail host {host}:{port}: {}", with_causes(&error))))
        })
    }
}

#[async_trait]
impl MailSender for SmtpMailSender {
    #[tracing::instrument(name = "mail.send", skip_all, fields(mail = %envelope.mail.id))]
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError> {
        let message = message::build(envelope, &self.from)?;
        match timeout(self.timeout, self.hand_over(&message)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(self.silence()),
        }
    }
}

async fn connect(
    server: &SmtpServer,
    trust: &Trust,
    limit: Duration,
) -> Result<AsyncSmtpConnection, SmtpError> {
    let tls = || trust.for_smtp(&server.host);
    let hello = ClientId::default();
    let wrapped = if server.encryption == Encryption::Tls { Some(tls()?) } else { None };
    let address = (server.host.as_str(), server.port);
    let mut connection =
        AsyncSmtpConnection::connect_tokio1(address, Some(limit), &hello, wrapped, None).await?;
    let start_tls = match server.encryption {
        Encryption::None | Encryption::Tls => false,
        Encryption::WhereOffered => connection.can_starttls(),
        Encryption::StartTls => true,
    };
    if start_tls {
        connection.starttls(tls()?, &hello).await?;
    }
    if let Some((user, password)) = &server.credentials {
        let credentials = Credentials::new(user.clone(), password.clone());
        connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await?;
    }
    Ok(connection)
}

/// Why a mail was not accepted, and whether the host replied.
struct Refused {
    error: SendError,
    answered: bool,
}

async fn deliver(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), Refused> {
    let envelope = message.envelope();
    // A rejected sender is a configuration problem, so all mails wait until somebody fixes it.
    let sender = Mail::new(envelope.from().cloned(), Vec::new());
    connection.command(sender).await.map_err(|error| transient("the sender", &error))?;
    for recipient in envelope.to() {
        let recipient = Rcpt::new(recipient.clone(), Vec::new());
        connection.command(recipient).await.map_err(|error| classified("the recipient", &error))?;
    }
    connection.command(Data).await.map_err(|error| classified("the mail", &error))?;
    // ASCII: what is not is encoded.
    let formatted = message.formatted();
    let data = MailData(&String::from_utf8_lossy(&formatted)).to_string();
    connection.command(data).await.map_err(|error| classified("the mail", &error))?;
    Ok(())
}

fn transient(what: &str, error: &SmtpError) -> Refused {
    let words = shortened(&format!("{what} was not accepted: {}", with_causes(error)));
    Refused { error: SendError::Transient(words), answered: error.status().is_some() }
}

/// 5xx is permanent; 4xx and everything else is transient.
fn classified(what: &str, error: &SmtpError) -> Refused {
    let refused = transient(what, error);
    match refused.error {
        SendError::Transient(words) if error.is_permanent() => {
            Refused { error: SendError::Permanent(words), ..refused }
        }
        error => Refused { error, ..refused },
    }
}

fn shortened(words: &str) -> String {
    words.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_ERROR).collect()
}
