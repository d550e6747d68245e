//! Parses mails for the mailbox page of the spool folder and for tests.

use mail_parser::{Address, MessageParser};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadMail {
    /// `Message-ID` without angle brackets.
    pub message_id: String,
    /// `Name <address>` or the address alone.
    pub from: String,
    /// In the same format, separated by commas.
    pub to: String,
    pub subject: String,
    pub date: Option<OffsetDateTime>,
    /// Empty without a plain-text part.
    pub text: String,
    /// Empty without an HTML part.
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
            from: formatted(message.from()),
            to: formatted(message.to()),
            subject: owned(message.subject()),
            date,
            text: owned(message.body_text(0).as_deref()),
            html: owned(message.body_html(0).as_deref()),
        })
    }
}

fn formatted(addresses: Option<&Address<'_>>) -> String {
    let all = addresses.into_iter().flat_map(Address::iter).map(|mailbox| {
        let address = mailbox.address().unwrap_or_default();
        match mailbox.name() {
            Some(name) => format!("{name} <{address}>"),
            None => address.to_owned(),
        }
    });
    all.collect::<Vec<_>>().join(", ")
}
