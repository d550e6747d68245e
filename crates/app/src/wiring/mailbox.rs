//! The spool folder shown at `/dev/mail`. Available only in the development profile, if mail is spooled and the site
//! listens only on this machine.

use std::sync::Arc;

use async_trait::async_trait;
use forum_adapters::mail::{MailUrl, SpoolMailbox, SpooledMail};
use forum_adapters::system::RandomIds;
use forum_domain::shared::IdSource;
use forum_http::{KeyedMailbox, Mailbox, MailboxEntry, MailboxMessage};
use url::{Host, Url};

use crate::config::{Config, Profile};

/// The mailbox if it may be shown, with a new key at each start.
pub fn open(config: &Config, origin: &str) -> Option<KeyedMailbox> {
    let MailUrl::Spool { directory } = &config.mail else { return None };
    (config.profile == Profile::Development && is_loopback(origin)).then(|| KeyedMailbox {
        mails: Arc::new(SpoolPages(SpoolMailbox::new(directory))),
        // 122 random bits.
        key: RandomIds.new_id().simple().to_string(),
    })
}

/// The URL of the mailbox on a site at `url`.
pub fn address(url: &str, mailbox: &KeyedMailbox) -> String {
    format!("{url}/dev/mail?key={}", mailbox.key)
}

fn is_loopback(origin: &str) -> bool {
    let Ok(url) = Url::parse(origin) else { return false };
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

struct SpoolPages(SpoolMailbox);

#[async_trait]
impl Mailbox for SpoolPages {
    async fn list(&self) -> Vec<MailboxEntry> {
        let mails = self.0.list().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "cannot read the spool folder");
            Vec::new()
        });
        mails
            .into_iter()
            .map(|spooled| MailboxEntry {
                id: spooled.id.to_string(),
                date: date(&spooled),
                to: spooled.mail.to,
                subject: spooled.mail.subject,
            })
            .collect()
    }

    async fn read(&self, id: &str) -> Option<MailboxMessage> {
        let spooled = self.0.read(id.parse().ok()?).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "cannot read the spool folder");
            None
        })?;
        Some(MailboxMessage {
            date: date(&spooled),
            from: spooled.mail.from,
            to: spooled.mail.to,
            subject: spooled.mail.subject,
            text: spooled.mail.text,
            html: spooled.mail.html,
        })
    }
}

/// The mail's date for display, in UTC.
fn date(spooled: &SpooledMail) -> String {
    let Some(date) = spooled.mail.date else { return String::new() };
    format!("{} {:02}:{:02} UTC", date.date(), date.hour(), date.minute())
}
