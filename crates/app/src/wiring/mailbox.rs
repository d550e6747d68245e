//! The spool folder shown at `/dev/mail`. Available only in the development profile, if mail is spooled and the site
//! listens only on this machine.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use forum_adapters::mail::{MailUrl, ReadMail, SpooledMail, spooled_mails};
use forum_adapters::system::RandomIds;
use forum_domain::shared::IdSource;
use forum_http::{KeyedMailbox, Mailbox, MailboxEmail};
use time::OffsetDateTime;
use url::{Host, Url};

use crate::config::{Config, Profile};

/// The mailbox if it may be shown, with a new key at each start.
pub fn open(config: &Config, origin: &str) -> Option<KeyedMailbox> {
    let MailUrl::Spool { directory } = &config.mail else { return None };
    (config.profile == Profile::Development && is_loopback(origin)).then(|| KeyedMailbox {
        mails: Arc::new(SpoolFolder(directory.clone())),
        // 122 random bits.
        key: RandomIds.new_id().simple().to_string(),
    })
}

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

struct SpoolFolder(PathBuf);

#[async_trait]
impl Mailbox for SpoolFolder {
    async fn list(&self) -> Vec<MailboxEmail> {
        let mails = spooled_mails(&self.0).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "cannot read the spool folder");
            Vec::new()
        });
        let shown = mails.into_iter().map(|SpooledMail { id, mail }| {
            let ReadMail { from, to, subject, date, text, html, .. } = mail;
            MailboxEmail { id: id.to_string(), from, to, subject, date: in_utc(date), text, html }
        });
        shown.collect()
    }
}

fn in_utc(date: Option<OffsetDateTime>) -> String {
    let Some(date) = date else { return String::new() };
    format!("{} {:02}:{:02} UTC", date.date(), date.hour(), date.minute())
}
