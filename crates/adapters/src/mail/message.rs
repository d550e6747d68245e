//! Builds the message of a mail: headers and both parts. Only the senders use it.

use std::fmt;

use forum_domain::mail::{OutgoingMail, RenderedMail, SendError};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};

use super::compose::CONTACT;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FromAddress {
    mailbox: Mailbox,
    reply_to: Option<Mailbox>,
}

impl Default for FromAddress {
    fn default() -> Self {
        let address = Address::new("no-reply", "educatorsforum.example").expect("a well-formed address");
        Self::of(Mailbox::new(Some("Educators Forum".into()), address))
    }
}

impl fmt::Display for FromAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mailbox.fmt(f)
    }
}

impl FromAddress {
    fn of(mailbox: Mailbox) -> Self {
        Self { mailbox, reply_to: None }
    }

    pub fn contact() -> Self {
        Self::of(CONTACT.parse().expect("a well-formed address"))
    }

    #[must_use]
    pub fn replied_to_at(self, address: Self) -> Self {
        Self { reply_to: Some(address.mailbox), ..self }
    }

    pub fn address(&self) -> &str {
        self.mailbox.email.as_ref()
    }

    pub fn domain(&self) -> &str {
        self.mailbox.email.domain()
    }

    /// Whether its domain is reserved for examples and tests (RFC 6761), as the domain of the default is.
    pub fn is_fictitious(&self) -> bool {
        let top = self.domain().rsplit('.').next().unwrap_or_default();
        ["example", "invalid", "test", "localhost"].iter().any(|reserved| top.eq_ignore_ascii_case(reserved))
    }

    /// Parses an address with or without a name. Refuses line breaks and other control characters.
    pub fn parse(text: &str) -> Option<Self> {
        let text = Some(text).filter(|text| !text.contains(char::is_control))?;
        text.trim().parse().ok().map(Self::of)
    }
}

/// Builds the message. `Message-ID` and `Date` come from the outbox row, so that mail programs recognize a duplicate.
pub(super) fn build(
    mail: &OutgoingMail,
    content: &RenderedMail,
    from: &FromAddress,
) -> Result<Message, SendError> {
    let address: Address = mail.to.as_str().parse().map_err(unwritable)?;
    let name = one_line(&format!("{} {}", mail.name.first, mail.name.last));
    let mut message = Message::builder();
    let own = content.reply_to.as_ref().map(|(name, address)| {
        let address = address.as_str().parse().map_err(unwritable)?;
        Ok(Mailbox::new(Some(one_line(name)), address))
    });
    if let Some(mailbox) = own.transpose()?.or_else(|| from.reply_to.clone()) {
        message = message.reply_to(mailbox);
    }
    message = message
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(mail.queued_at.into())
        .from(from.mailbox.clone())
        .to(Mailbox::new(Some(name).filter(|name| !name.is_empty()), address))
        .subject(one_line(&content.subject))
        // RFC 3834: prevents automatic replies such as out-of-office notices.
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".into(),
        ));
    if let Some(url) = &content.unsubscribe_url {
        let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        message = message
            .raw_header(header("List-Unsubscribe", format!("<{url}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    let parts = MultiPart::alternative_plain_html(content.text.clone(), content.html.clone());
    message.multipart(parts).map_err(unwritable)
}

/// Replaces control characters. Sign-up already refuses them, but headers must not depend on that.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

fn unwritable(error: impl fmt::Display) -> SendError {
    SendError::Permanent(format!("cannot build the mail: {error}"))
}

#[cfg(test)]
pub(super) mod samples {
    use forum_domain::mail::{MailKind, OutgoingMail, RenderedMail};
    use forum_domain::shared::{EmailAddress, PersonName};
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::FromAddress;

    pub(in crate::mail) fn from() -> FromAddress {
        FromAddress::parse("Educators Forum <no-reply@forum.example>").expect("an address")
    }

    pub(in crate::mail) fn mail(kind: MailKind, first: &str, last: &str) -> OutgoingMail {
        OutgoingMail {
            id: Uuid::from_u128(7),
            message_id: "7@forum.example".into(),
            kind,
            to: EmailAddress::stored("ana@school.example".into()),
            name: PersonName { first: first.into(), last: last.into() },
            token_id: None,
            application_id: None,
            items: match kind {
                MailKind::ChangesRequested | MailKind::ChangesReminder => vec!["Which city?".to_owned()],
                MailKind::ContactMessage => {
                    ["Media Request", "Hello", "Name: Ada"].map(str::to_owned).to_vec()
                }
                _ => Vec::new(),
            },
            queued_at: OffsetDateTime::UNIX_EPOCH,
            occasions: 1,
        }
    }

    pub(in crate::mail) fn content(subject: &str) -> RenderedMail {
        RenderedMail {
            subject: subject.into(),
            text: "Dear Ana,\n.\nschöne Grüße".into(),
            html: "<p>Dear Ana, schöne Grüße</p>".into(),
            reply_to: None,
            unsubscribe_url: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use forum_domain::mail::MailKind;
    use forum_domain::shared::EmailAddress;

    use super::samples::{content, from, mail};
    use super::*;
    use crate::mail::ReadMail;

    fn written(first: &str, last: &str, subject: &str) -> String {
        let mail = mail(MailKind::VerifyEmail, first, last);
        let message = build(&mail, &content(subject), &from()).expect("a message");
        String::from_utf8(message.formatted()).expect("ASCII")
    }

    fn header_names(raw: &str) -> Vec<&str> {
        let (head, _) = raw.split_once("\r\n\r\n").expect("a body");
        let lines = head.split("\r\n").filter(|line| !line.starts_with([' ', '\t']));
        lines.map(|line| line.split(':').next().expect("a name")).collect()
    }

    #[test]
    fn headers_have_fixed_values_and_both_parts_are_complete() {
        let raw = written("Ana", "Díaz", "Grüße aus Bogotá");
        assert!(raw.contains("Message-ID: <7@forum.example>\r\n"), "{raw}");
        assert!(raw.contains("Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"), "{raw}");
        assert!(raw.contains("Auto-Submitted: auto-generated\r\n"), "{raw}");
        assert!(raw.is_ascii(), "{raw}");
        let read = ReadMail::parse(raw.as_bytes()).expect("a readable mail");
        assert_eq!(read.from, "Educators Forum <no-reply@forum.example>");
        assert_eq!(read.to, "Ana Díaz <ana@school.example>");
        assert_eq!(read.subject, "Grüße aus Bogotá");
        assert_eq!(read.message_id, "7@forum.example");
        assert_eq!(read.text.replace("\r\n", "\n").trim_end(), "Dear Ana,\n.\nschöne Grüße");
        assert_eq!(read.html.trim_end(), "<p>Dear Ana, schöne Grüße</p>");
    }

    #[test]
    fn replies_go_to_the_contact_address_and_a_mail_without_a_name_to_the_address_alone() {
        let contact = FromAddress::parse("Office <office@forum.example>").expect("an address");
        let mail = mail(MailKind::NewDevice, "", "");
        let message = build(&mail, &content("Hello"), &from().replied_to_at(contact)).expect("a message");
        let raw = String::from_utf8(message.formatted()).expect("ASCII");
        assert!(raw.contains("Reply-To: Office <office@forum.example>\r\n"), "{raw}");
        assert!(raw.contains("\r\nFrom: \"Educators Forum\" <no-reply@forum.example>\r\n"), "{raw}");
        assert!(raw.contains("\r\nTo: ana@school.example\r\n"), "{raw}");
    }

    #[test]
    fn replies_to_a_message_of_the_contact_form_go_to_its_writer_alone() {
        let contact = FromAddress::parse("office@forum.example").expect("an address");
        let mail = mail(MailKind::ContactMessage, "", "");
        for name in ["Ada Lopez", "x\r\nBcc: thief@example.org", "\"x\" <thief@example.org>, y"] {
            let writer = EmailAddress::stored("ada?bcc=x@school.example".into());
            let content = RenderedMail { reply_to: Some((name.into(), writer)), ..content("Hello") };
            let message = build(&mail, &content, &from().replied_to_at(contact.clone())).expect("a message");
            let raw = String::from_utf8(message.formatted()).expect("ASCII");
            let read = ReadMail::parse(raw.as_bytes()).expect("a readable mail");
            let expected = format!("{} <ada?bcc=x@school.example>", one_line(name));
            assert_eq!(read.reply_to.replace('"', ""), expected.replace('"', ""), "{raw}");
            assert_eq!(raw.matches("Reply-To: ").count(), 1, "{raw}");
            assert!(!raw.contains("\r\nBcc"), "{raw}");
        }
    }

    #[test]
    fn no_name_and_no_subject_adds_a_header_or_a_recipient() {
        let expected = written("Ana", "Díaz", "Hello");
        let injections = [
            "x\r\nBcc: thief@example.org",
            "x\nBcc: thief@example.org",
            "\"x\" <thief@example.org>, y",
            "x\u{0}\u{85}\u{2028}y",
            "=?utf-8?q?x=0D=0ABcc:_thief@example.org?=",
            &"very long name ".repeat(60),
        ];
        for injection in injections {
            for raw in [written(injection, injection, "Hello"), written("Ana", "Díaz", injection)] {
                assert_eq!(header_names(&raw), header_names(&expected), "{injection:?} in {raw}");
                let read = ReadMail::parse(raw.as_bytes()).expect("a readable mail");
                assert!(read.to.ends_with(" <ana@school.example>"), "{injection:?} gave {}", read.to);
                assert_eq!(raw.matches("ana@school.example").count(), 1);
            }
        }
    }

    #[test]
    fn the_sender_address_is_validated() {
        assert!(FromAddress::parse("no-reply@forum.example").is_some());
        let default = FromAddress::default().to_string();
        assert_eq!(FromAddress::parse(&default), Some(FromAddress::default()), "{default}");
        for invalid in ["", "ana", "A <a@b", "a@b.example\r\nBcc: c@d.example"] {
            assert_eq!(FromAddress::parse(invalid), None, "{invalid}");
        }
    }
}
