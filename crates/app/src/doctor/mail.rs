//! The way of mail: the host takes us in, or the spool folder can be written to.

use std::time::Duration;

use forum_adapters::mail::{MailUrl, SmtpMailSender};

use super::{Finding, folders};
use crate::config::Config;

/// A host that takes longer to greet is no use for sending either.
const PATIENCE: Duration = Duration::from_secs(10);

/// Greets the mail host and sends nothing, or tries the spool folder.
pub(super) async fn examine(config: &Config) -> Finding {
    let why = "mails wait in the outbox, for three days at most; meanwhile nobody can confirm an address";
    let server = match &config.mail {
        MailUrl::Spool { directory } => {
            let fix =
                "let the account that runs the site write there, or name another place with FORUM__MAIL__URL";
            return folders::writable("mail spool", directory, why, fix);
        }
        MailUrl::Smtp(server) => server,
    };
    let host = config.mail.describe();
    let sender = SmtpMailSender::new(server.clone(), config.mail_from.clone(), config.trust.clone());
    match sender.with_timeout(PATIENCE).greet().await {
        Ok(()) => Finding::fine("mail host", format!("{host} takes us in")),
        Err(error) => Finding::wrong(
            "mail host",
            error.to_string(),
            why,
            "check host, port, user and password in FORUM__MAIL__URL, and that this machine may connect there; \
             `educators-forum mail retry --all-failed` then sends what was given up",
        ),
    }
}
