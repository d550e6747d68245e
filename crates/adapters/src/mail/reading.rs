//! Parses mails: for the mailbox page of the spool folder, and for tests that inspect received mails.

use mail_parser::{Address, MessageParser};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadMail {
    /// `Message-ID` without angle brackets.
    pub message_id: String,
    /// The sender: `Name <address>` or the address alone.
    pub from: String,
    /// The recipients in the same form, separated by commas.
    pub to: String,
    pub subject: String,
    pub date: Option<OffsetDateTime>,
    /// The plain-text part; empty without one.
    pub text: String,
    /// The HTML part; empty without one.
    pub html: String,
}

impl ReadMail {
    pub fn parse(raw: &[u8]) -> Option<Self> {
        let message = MessageParser::default().parse(raw)?;
        let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let date =
            message.date().and_then(|date| OffsetDateTime::from_unix_timestamp(date.to_timestamp()).ok());
        Some(Self {
            message_id: owned(message.message_id()),
            from: people(message.from()),
            to: people(message.to()),
            subject: owned(message.subject()),
            date,
            text: owned(message.body_text(0).as_deref()),
            html: owned(message.body_html(0).as_deref()),
        })
    }
}

fn people(addresses: Option<&Address<'_>>) -> String {
    let all = addresses.into_iter().flat_map(Address::iter).map(|person| {
        let address = person.address().unwrap_or_default();
        match person.name() {
            Some(name) => format!("{name} <{address}>"),
            None => address.to_owned(),
        }
    });
    all.collect::<Vec<_>>().join(", ")
}
