//! The rules of every `MailSender`: in memory, the spool folder, and SMTP.

use std::mem::discriminant;
use std::path::Path;

use async_trait::async_trait;
use forum_adapters::mail::{
    FromAddress, MailUrl, ReadMail, SmtpMailSender, SmtpServer, SpoolMailSender, SpoolMailbox,
};
use forum_adapters::tls::Trust;
use forum_domain::mail::{MailKind, MailSender, OutgoingMail, RenderedMail, SendError};
use forum_tests::builders::{NOON, mail, name};
use forum_tests::memory::{MemoryMailSender, SentMail};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};

/// A sender and its received mails.
#[async_trait]
trait Mailroom {
    fn name(&self) -> &'static str;

    fn sender(&self) -> &dyn MailSender;

    /// The mails that have arrived, in any order.
    async fn arrived(&self) -> Vec<ReadMail>;
}

/// The mail host of a room, whose next reply means `error`. `None` for the usual one.
trait MailHost: Mailroom {
    fn reply(&self, error: Option<SendError>);
}

struct InMemory(MemoryMailSender);

#[async_trait]
impl Mailroom for InMemory {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn sender(&self) -> &dyn MailSender {
        &self.0
    }

    async fn arrived(&self) -> Vec<ReadMail> {
        let read = |SentMail { message_id, to, content, .. }: SentMail| {
            let RenderedMail { subject, text, html } = content;
            ReadMail { message_id, from: String::new(), to, subject, date: None, text, html }
        };
        self.0.sent().into_iter().map(read).collect()
    }
}

impl MailHost for InMemory {
    fn reply(&self, error: Option<SendError>) {
        self.0.fail(error.iter().count(), error.unwrap_or(SendError::Transient(String::new())));
    }
}

struct Spool {
    sender: SpoolMailSender,
    folder: tempfile::TempDir,
}

#[async_trait]
impl Mailroom for Spool {
    fn name(&self) -> &'static str {
        "spool"
    }

    fn sender(&self) -> &dyn MailSender {
        &self.sender
    }

    async fn arrived(&self) -> Vec<ReadMail> {
        let listed = SpoolMailbox::new(self.folder.path()).list().await.expect("a list");
        listed.into_iter().map(|spooled| spooled.mail).collect()
    }
}

pub(super) struct Smtp {
    pub(super) sender: SmtpMailSender,
    pub(super) sink: SmtpSink,
}

impl Smtp {
    pub(super) async fn start() -> Self {
        let sink = SmtpSink::start().await;
        Self { sender: sender_to(&format!("smtp://user:s3cret@{}", sink.address())), sink }
    }

    /// Sends a mail to this address.
    pub(super) async fn send(&self, to: &str) -> Result<(), SendError> {
        self.sender.send(&row(to), &content("Hello")).await
    }

    pub(super) fn recipients(&self) -> Vec<String> {
        self.sink.mails().into_iter().flat_map(|mail| mail.to).collect()
    }
}

#[async_trait]
impl Mailroom for Smtp {
    fn name(&self) -> &'static str {
        "SMTP"
    }

    fn sender(&self) -> &dyn MailSender {
        &self.sender
    }

    async fn arrived(&self) -> Vec<ReadMail> {
        self.sink.mails().iter().map(|mail| mail.read()).collect()
    }
}

impl MailHost for Smtp {
    fn reply(&self, error: Option<SendError>) {
        self.sink.answer(Step::Sender, None);
        self.sink.answer(Step::Recipient, None);
        let (step, reply) = match error {
            None => return,
            Some(SendError::Transient(_)) => (Step::Recipient, "451 4.7.1 greylisted"),
            Some(SendError::Permanent(_)) => (Step::Recipient, "550 5.1.1 no such user"),
            Some(SendError::Refused(_)) => (Step::Recipient, "550 5.7.1 blocked by a policy"),
            Some(SendError::Unavailable(_)) => (Step::Sender, "550 5.7.1 sender not allowed"),
        };
        self.sink.answer(step, Some(Answer::Says(reply)));
    }
}

pub(super) fn sender_to(url: &str) -> SmtpMailSender {
    SmtpMailSender::new(server(url), FromAddress::default(), Trust::default())
}

pub(super) fn server(url: &str) -> SmtpServer {
    match MailUrl::parse(url, Path::new("unused")).expect("a mail URL") {
        MailUrl::Smtp(server) => server,
        MailUrl::Spool { directory } => panic!("a folder: {directory:?}"),
    }
}

async fn rooms() -> [Box<dyn Mailroom>; 3] {
    let folder = tempfile::tempdir().expect("a folder");
    let sender = SpoolMailSender::open(folder.path(), FromAddress::default()).expect("a spool folder");
    [
        Box::new(InMemory(MemoryMailSender::default())),
        Box::new(Spool { sender, folder }),
        Box::new(Smtp::start().await),
    ]
}

/// An outbox row for a test.
pub(super) fn row(to: &str) -> OutgoingMail {
    mail(MailKind::AccountExists, to, NOON)
}

/// A mail with non-ASCII letters, lines of dots and a long line.
pub(super) fn content(subject: &str) -> RenderedMail {
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

/// Subject, both parts, recipient and `Message-ID` arrive unchanged. Names come from users.
#[tokio::test]
async fn a_mail_arrives_complete_and_its_name_adds_neither_recipient_nor_header() {
    let content = content("Grüße: schönes „Wetter“ in Bogotá, heute und morgen und übermorgen");
    let trick = name("x\r\nBcc: thief@example.org\r\n\r\nhello", "\"y\" <thief@example.org>, z");
    for name in [name("Ana", "Díaz"), trick] {
        let mail = OutgoingMail { name, ..row("ana@school.example") };
        for room in rooms().await {
            let sent = room.sender().send(&mail, &content).await;
            assert_eq!(sent, Ok(()), "{}", room.name());
            let [arrived] = room.arrived().await.try_into().expect("one mail");
            assert_eq!((&arrived.subject, &arrived.message_id), (&content.subject, &mail.message_id));
            assert_eq!(arrived.to.matches("ana@school.example").count(), 1, "{}", arrived.to);
            assert_eq!(with_plain_ends(&arrived.text), content.text, "{}", room.name());
            assert_eq!(with_plain_ends(&arrived.html), content.html, "{}", room.name());
        }
    }
}

/// The worker sends again when it does not know whether a mail was sent, so recipients must be able to recognise
/// duplicates.
#[tokio::test]
async fn a_mail_sent_again_has_the_same_message_id() {
    let (mail, content) = (row("ana@school.example"), content("Hello"));
    for room in rooms().await {
        for _ in 0..2 {
            room.sender().send(&mail, &content).await.expect("an accepted mail");
        }
        let ids: Vec<String> = room.arrived().await.into_iter().map(|mail| mail.message_id).collect();
        // The spool has one file for each mail.
        let copies = if room.name() == "spool" { 1 } else { 2 };
        assert_eq!(ids, vec![mail.message_id.clone(); copies], "{}", room.name());
    }
}

/// Several tasks may share one sender.
#[tokio::test]
async fn mails_sent_concurrently_all_arrive() {
    let mails: Vec<_> = (0..10).map(|number| row(&format!("teacher{number}@school.example"))).collect();
    let content = content("Hello");
    for room in rooms().await {
        let sending = mails.iter().map(|mail| room.sender().send(mail, &content));
        assert_eq!(futures_util::future::join_all(sending).await, vec![Ok(()); mails.len()]);
        let mut arrived: Vec<_> = room.arrived().await.into_iter().map(|mail| mail.message_id).collect();
        let mut expected: Vec<_> = mails.iter().map(|mail| mail.message_id.clone()).collect();
        arrived.sort();
        expected.sort();
        assert_eq!(arrived, expected, "{}", room.name());
    }
}

#[tokio::test]
async fn each_error_leaves_the_mail_unsent_until_the_host_accepts_it() {
    let (mail, content) = (row("ana@school.example"), content("Hello"));
    let hosts: [Box<dyn MailHost>; 2] =
        [Box::new(InMemory(MemoryMailSender::default())), Box::new(Smtp::start().await)];
    let kinds: [fn(String) -> SendError; 4] =
        [SendError::Transient, SendError::Permanent, SendError::Refused, SendError::Unavailable];
    for host in hosts {
        for (number, kind) in kinds.into_iter().enumerate() {
            let ordered = kind("550 no".into());
            let send = || host.sender().send(&mail, &content);
            host.reply(Some(ordered.clone()));
            let error = send().await.expect_err("a refusal");
            assert_eq!(discriminant(&error), discriminant(&ordered), "{}: {error:?}", host.name());
            assert_eq!(host.arrived().await.len(), number, "{}: {ordered:?}", host.name());
            host.reply(None);
            assert_eq!(send().await, Ok(()), "{}: {ordered:?}", host.name());
            assert_eq!(host.arrived().await.len(), number + 1, "{}: {ordered:?}", host.name());
        }
    }
}
