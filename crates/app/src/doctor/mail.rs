//! Checks mail delivery: the connection to the mail host or write access to the spool folder, and recent refusals.

use std::time::Duration;

use forum_adapters::mail::MailUrl;
use forum_domain::mail::MailHost;

use super::{Finding, folders};
use crate::config::Config;
use crate::wiring::smtp_sender;

/// A host that takes longer to greet is too slow for sending as well.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Connects to the mail host without sending, or checks the spool folder.
pub(super) async fn examine(config: &Config) -> Finding {
    let why = "mails stay in the outbox for up to three days, and users cannot confirm their addresses";
    let server = match &config.mail {
        MailUrl::Spool { directory } => {
            let fix = "give the account that runs the site write access, or set another location with FORUM__MAIL__URL";
            return folders::writable("mail spool", directory, why, fix);
        }
        MailUrl::Smtp(server) => server,
    };
    let host = config.mail.describe();
    let sender = smtp_sender(config, server, config.origin.as_deref().unwrap_or_default());
    match sender.with_timeout(TIMEOUT).greet().await {
        Ok(()) => Finding::fine("mail host", format!("{host} accepts the connection")),
        Err(error) => Finding::wrong(
            "mail host",
            error.to_string(),
            why,
            "check host, port, user and password in FORUM__MAIL__URL, that this machine may connect to it, and \
             FORUM__TLS__CA_FILE if the issuer of its certificate is unknown; `educators-forum mail retry --all-failed` \
             then queues failed mails again",
        ),
    }
}

/// The mail host's recent refusals.
pub(super) fn check_refusals(host: &MailHost) -> Finding {
    if !host.is_paused() {
        return Finding::fine("sending", "it is not paused");
    }
    Finding::wrong(
        "sending",
        format!("sending is paused: {}", host.words.as_deref().unwrap_or_default()),
        "mails wait; the site tries to send one at least every five minutes and resumes sending once the host accepts it",
        "fix the reported cause: check FORUM__MAIL__URL, its password, FORUM__MAIL__FROM, FORUM__MAIL__EHLO_NAME and the \
         contract with the mail host",
    )
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;

    #[test]
    fn a_pause_is_reported_with_the_hosts_reply() {
        let refused = |host: MailHost| host.refused_all("550 5.4.5 quota".into(), OffsetDateTime::UNIX_EPOCH);
        let twice = refused(refused(MailHost::default()));
        assert!(check_refusals(&twice).verdict.is_ok());
        let trouble = check_refusals(&refused(twice)).verdict.expect_err("paused");
        assert!(trouble.what.contains("550 5.4.5 quota"), "{}", trouble.what);
    }
}
