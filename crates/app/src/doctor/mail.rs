//! Checks mail delivery: the host accepts a connection, or the spool folder is writable.

use std::time::Duration;

use forum_adapters::mail::{MailUrl, SmtpMailSender};

use super::{Finding, folders};
use crate::config::Config;

/// A host that takes longer to greet is too slow for sending as well.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Connects to the mail host without sending, or checks the spool folder.
pub(super) async fn examine(config: &Config) -> Finding {
    let why = "mails wait in the outbox for up to three days; meanwhile nobody can confirm an address";
    let server = match &config.mail {
        MailUrl::Spool { directory } => {
            let fix = "give the account that runs the site write access, or set another location with FORUM__MAIL__URL";
            return folders::writable("mail spool", directory, why, fix);
        }
        MailUrl::Smtp(server) => server,
    };
    let host = config.mail.describe();
    let sender = SmtpMailSender::new(server.clone(), config.mail_from.clone(), config.trust.clone());
    match sender.with_timeout(TIMEOUT).greet().await {
        Ok(()) => Finding::fine("mail host", format!("{host} accepts the connection")),
        Err(error) => Finding::wrong(
            "mail host",
            error.to_string(),
            why,
            "check host, port, user and password in FORUM__MAIL__URL, and that this machine may connect to it; \
             `educators-forum mail retry --all-failed` then queues failed mails again",
        ),
    }
}
