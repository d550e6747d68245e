//! Hands mails to the next host over SMTP. One connection is kept open between mails; the worker sends one
//! after the other, and lettre's own pool would give out again a connection that was left in mid-mail when its
//! time ran out.

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
use super::mail_url::{Encryption, SmtpServer};
use super::message::{self, FromAddress};
use crate::error_chain::with_causes;
use crate::tls::Trust;

/// How long one mail may take, connecting included.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a connection is kept for the next mail: shorter than mail hosts and firewalls on the way keep it.
const IDLE: Duration = Duration::from_secs(30);
/// Characters of an error kept with the outbox row; a host may answer at any length.
const MAX_ERROR: usize = 500;

/// Sends over SMTP.
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

    /// With another limit on how long one mail may take.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// With another limit on how long a connection is kept between two mails.
    pub fn with_idle_limit(self, limit: Duration) -> Self {
        Self { idle: IdleConnection::new(limit), ..self }
    }

    /// Goes as far as a mail would (greeting, encryption, login), says NOOP and takes leave; sends nothing.
    ///
    /// # Errors
    /// In the words that a mail's failure would have.
    pub async fn greet(&self) -> Result<(), SendError> {
        let visit = async {
            let mut connection = self.connection().await?;
            connection.command(Noop).await.map_err(|error| passing("NOOP", &error).error)?;
            // The answer to the last word changes nothing.
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

    /// A connection dropped on the way here, by an error or because time ran out, is closed and never used again.
    async fn hand_over(&self, message: &Message) -> Result<(), SendError> {
        let mut connection = self.connection().await?;
        let outcome = deliver(&mut connection, message).await;
        // An answer, even a refusal, leaves the connection usable: the next mail begins with RSET.
        if outcome.as_ref().map_or_else(|refused| refused.answered, |()| true) {
            self.idle.keep(connection);
        }
        outcome.map_err(|refused| refused.error)
    }

    /// The idle connection if the host still answers on it, else a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, SendError> {
        if let Some(connection) = self.idle.take().await {
            return Ok(connection);
        }
        let SmtpServer { host, port, .. } = &self.server;
        let connected = connect(&self.server, &self.trust, self.timeout).await;
        // Whatever it is (a wrong password too), it is not this mail's fault, and people can put it right.
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

/// Why a mail was not taken, and whether the host said so itself.
struct Refused {
    error: SendError,
    answered: bool,
}

async fn deliver(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), Refused> {
    let envelope = message.envelope();
    // A sender that is refused is a matter of settings, so every mail waits until somebody puts it right.
    let sender = Mail::new(envelope.from().cloned(), Vec::new());
    connection.command(sender).await.map_err(|error| passing("the sender", &error))?;
    for recipient in envelope.to() {
        let recipient = Rcpt::new(recipient.clone(), Vec::new());
        connection.command(recipient).await.map_err(|error| judged("the recipient", &error))?;
    }
    connection.command(Data).await.map_err(|error| judged("the mail", &error))?;
    connection.message(&message.formatted()).await.map_err(|error| judged("the mail", &error))?;
    Ok(())
}

fn passing(what: &str, error: &SmtpError) -> Refused {
    let words = shortened(&format!("{what} was not accepted: {}", with_causes(error)));
    Refused { error: SendError::Transient(words), answered: error.status().is_some() }
}

/// 5xx is for good; 4xx and everything else may pass.
fn judged(what: &str, error: &SmtpError) -> Refused {
    let refused = passing(what, error);
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
