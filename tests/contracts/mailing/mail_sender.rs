//! The rules of every `MailSender`, for hosts, folders and memory.

use std::sync::Arc;

use async_trait::async_trait;
use forum_adapters::mail::ReadMail;
use forum_domain::mail::{Envelope, MailKind, MailSender, OutgoingMail, RenderedMail};
use tokio::task::JoinSet;

use forum_tests::builders::{NOON, mail, name};

/// A sender and its received mails.
#[async_trait]
pub(crate) trait Mailroom {
    /// The sender under test.
    fn sender(&self) -> Arc<dyn MailSender>;

    /// The mails that have arrived, in any order.
    async fn arrived(&self) -> Vec<ReadMail>;
}

/// An outbox row for a test.
pub(crate) fn row(to: &str) -> OutgoingMail {
    mail(MailKind::AccountExists, to, NOON)
}

/// A mail with non-ASCII letters, lines of dots and a long line.
pub(crate) fn content(subject: &str) -> RenderedMail {
    let long = "all work and no play ".repeat(100);
    RenderedMail {
        subject: subject.to_owned(),
        text: format!("Dear Ana,\n.\n..two dots\n{long}end\nschöne Grüße aus Bogotá ☀\n.\nlast line"),
        html: format!("<p title=\"=3D\">Dear Ana, schöne Grüße ☀</p>\n.\n<p>{long}</p>"),
    }
}

fn with_plain_ends(text: &str) -> String {
    text.replace("\r\n", "\n").trim_end().to_owned()
}

pub(crate) async fn send(room: &impl Mailroom, row: &OutgoingMail, content: &RenderedMail) {
    room.sender().send(Envelope { mail: row, content }).await.expect("an accepted mail");
}

/// Subject, both parts, recipient and `Message-ID` arrive unchanged.
pub(crate) async fn a_mail_arrives_complete(room: &impl Mailroom) {
    let (row, content) = (
        row("ana@school.example"),
        content("Grüße: schönes „Wetter“ in Bogotá, heute und morgen und übermorgen"),
    );
    send(room, &row, &content).await;
    let [arrived] = room.arrived().await.try_into().expect("one mail");
    assert_eq!(arrived.subject, content.subject);
    assert_eq!(arrived.message_id, row.message_id);
    assert!(arrived.to.contains("ana@school.example"), "{}", arrived.to);
    assert_eq!(with_plain_ends(&arrived.text), content.text);
    assert_eq!(with_plain_ends(&arrived.html), content.html);
}

/// The worker sends again when it does not know whether a mail was sent, so recipients must be able to recognise
/// duplicates.
pub(crate) async fn a_mail_sent_again_has_the_same_message_id(room: &impl Mailroom) {
    let (row, content) = (row("ana@school.example"), content("Hello"));
    send(room, &row, &content).await;
    send(room, &row, &content).await;
    let arrived = room.arrived().await;
    assert!(!arrived.is_empty());
    assert!(arrived.iter().all(|mail| mail.message_id == row.message_id), "{arrived:?}");
}

/// Several tasks may share one sender.
pub(crate) async fn mails_sent_concurrently_all_arrive(room: &impl Mailroom) {
    let rows: Vec<_> = (0..10).map(|number| row(&format!("teacher{number}@school.example"))).collect();
    let content = content("Hello");
    let mut sendings = JoinSet::new();
    for mail in rows.clone() {
        let (sender, content) = (room.sender(), content.clone());
        sendings.spawn(async move { sender.send(Envelope { mail: &mail, content: &content }).await });
    }
    for outcome in sendings.join_all().await {
        outcome.expect("an accepted mail");
    }
    let mut arrived: Vec<_> = room.arrived().await.into_iter().map(|mail| mail.message_id).collect();
    let mut expected: Vec<_> = rows.into_iter().map(|mail| mail.message_id).collect();
    arrived.sort();
    expected.sort();
    assert_eq!(arrived, expected);
}

/// Names come from users.
pub(crate) async fn a_name_adds_neither_recipient_nor_header(room: &impl Mailroom) {
    let trick = "x\r\nBcc: thief@example.org\r\n\r\nhello";
    let row = OutgoingMail { name: name(trick, "\"y\" <thief@example.org>, z"), ..row("ana@school.example") };
    let content = content("Hello");
    send(room, &row, &content).await;
    let [arrived] = room.arrived().await.try_into().expect("one mail");
    assert_eq!(arrived.to.matches("ana@school.example").count(), 1, "{}", arrived.to);
    assert_eq!(with_plain_ends(&arrived.text), content.text);
}
