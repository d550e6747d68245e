//! Runs the mail sender contracts on memory, the spool folder and SMTP, and tests SMTP hosts that refuse, hang or go
//! down.

use std::sync::Arc;
use std::time::Duration;

use crate::mailing::mail_sender::{self as contract, Mailroom, content, row};
use async_trait::async_trait;
use forum_adapters::mail::{
    FromAddress, MailUrl, ReadMail, SmtpMailSender, SmtpServer, SpoolMailSender, SpoolMailbox,
};
use forum_adapters::tls::Trust;
use forum_domain::mail::{Envelope, MailSender, SendError};
use forum_tests::builders::NOON;
use forum_tests::memory::MemoryMailSender;
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};

struct InMemory(Arc<MemoryMailSender>);

#[async_trait]
impl Mailroom for InMemory {
    fn sender(&self) -> Arc<dyn MailSender> {
        self.0.clone()
    }

    async fn arrived(&self) -> Vec<ReadMail> {
        let read = |sent: forum_tests::memory::SentMail| ReadMail {
            message_id: sent.message_id,
            from: String::new(),
            to: sent.to,
            subject: sent.content.subject,
            date: None,
            text: sent.content.text,
            html: sent.content.html,
        };
        self.0.sent().into_iter().map(read).collect()
    }
}

struct Spool {
    sender: Arc<SpoolMailSender>,
    folder: tempfile::TempDir,
}

#[async_trait]
impl Mailroom for Spool {
    fn sender(&self) -> Arc<dyn MailSender> {
        self.sender.clone()
    }

    async fn arrived(&self) -> Vec<ReadMail> {
        let listed = SpoolMailbox::new(self.folder.path()).list().await.expect("a list");
        listed.into_iter().map(|spooled| spooled.mail).collect()
    }
}

struct Smtp {
    sender: Arc<SmtpMailSender>,
    sink: SmtpSink,
}

impl Smtp {
    async fn start() -> Self {
        let sink = SmtpSink::start().await;
        Self { sender: Arc::new(sender_to(&format!("smtp://{}", sink.address()))), sink }
    }

    async fn try_to(&self, address: &str) -> Result<(), SendError> {
        let (row, content) = (row(address), content("Hello"));
        self.sender.send(Envelope { mail: &row, content: &content }).await
    }
}

#[async_trait]
impl Mailroom for Smtp {
    fn sender(&self) -> Arc<dyn MailSender> {
        self.sender.clone()
    }

    async fn arrived(&self) -> Vec<ReadMail> {
        self.sink.mails().iter().map(|mail| mail.read()).collect()
    }
}

fn sender_to(url: &str) -> SmtpMailSender {
    SmtpMailSender::new(server(url), FromAddress::default(), Trust::default())
}

fn server(url: &str) -> SmtpServer {
    match MailUrl::parse(url, std::path::Path::new("unused")).expect("a mail URL") {
        MailUrl::Smtp(server) => server,
        MailUrl::Spool { directory } => panic!("a folder: {directory:?}"),
    }
}

macro_rules! every_sender {
    ($room:expr => $($contract:ident),* $(,)?) => {
        $(
            #[tokio::test]
            async fn $contract() {
                super::contract::$contract(&$room).await;
            }
        )*
    };
    (every contract: $room:expr) => {
        every_sender! { $room =>
            a_mail_arrives_complete,
            a_mail_sent_again_has_the_same_message_id,
            mails_sent_concurrently_all_arrive,
            a_name_adds_neither_recipient_nor_header,
        }
    };
}

mod memory {
    use super::*;
    every_sender!(every contract: InMemory(Arc::default()));
}

mod spool {
    use super::*;

    fn room() -> Spool {
        let folder = tempfile::tempdir().expect("a folder");
        let sender =
            SpoolMailSender::open(folder.path(), FromAddress::default(), NOON).expect("a spool folder");
        Spool { sender: Arc::new(sender), folder }
    }

    every_sender!(every contract: room());

    #[tokio::test]
    async fn a_mail_sent_again_is_stored_once() {
        let room = room();
        let (row, content) = (row("ana@school.example"), content("Hello"));
        contract::send(&room, &row, &content).await;
        contract::send(&room, &row, &content).await;
        assert_eq!(room.arrived().await.len(), 1);
    }
}

mod smtp {
    use super::*;
    every_sender!(every contract: Smtp::start().await);

    #[tokio::test]
    async fn the_envelope_names_sender_and_recipient() {
        let smtp = Smtp::start().await;
        smtp.try_to("ana@school.example").await.expect("an accepted mail");
        let [mail] = smtp.sink.mails().try_into().expect("one mail");
        assert_eq!(mail.from, "no-reply@educatorsforum.example");
        assert_eq!(mail.to, ["ana@school.example"]);
    }

    /// Only a reply about this recipient is permanent. `crates/adapters/src/mail/reply.rs` has the whole table.
    #[tokio::test]
    async fn a_reply_is_classified_by_step_code_and_text() {
        let table = [
            (Step::Connect, "421 too busy", "unavailable"),
            (Step::Connect, "554 no service for you", "unavailable"),
            (Step::Hello, "550 5.7.1 need a fully qualified name", "unavailable"),
            (Step::Sender, "451 4.3.0 try later", "unavailable"),
            (Step::Sender, "550 5.7.1 sender not allowed", "unavailable"),
            (Step::Sender, "550 5.4.5 daily sending quota exceeded", "unavailable"),
            (Step::Recipient, "451 4.7.1 greylisted", "transient"),
            (Step::Recipient, "550 no such user", "permanent"),
            (Step::Recipient, "550 5.1.1 no such user", "permanent"),
            (Step::Recipient, "552 5.2.2 mailbox full", "permanent"),
            (Step::Recipient, "553 5.1.8 sender address rejected: domain not found", "refused"),
            (Step::Recipient, "554 5.7.1 Relay access denied", "refused"),
            (Step::Recipient, "550 5.7.1 blocked by a policy", "refused"),
            (Step::Data, "451 try later", "transient"),
            (Step::Data, "554 no valid recipients", "refused"),
            (Step::Message, "452 4.3.1 disk full", "transient"),
            (Step::Message, "552 5.3.4 message too big", "refused"),
            (Step::Message, "550 5.4.5 daily sending quota exceeded", "refused"),
            (Step::Message, "550 5.1.1 no such user", "permanent"),
        ];
        for (step, reply, verdict) in table {
            let smtp = Smtp::start().await;
            smtp.sink.answer(step, Some(Answer::Says(reply)));
            let error = smtp.try_to("ana@school.example").await.expect_err("refused");
            assert_eq!(word(&error), verdict, "{step:?} {reply}: {error:?}");
            assert!(error.to_string().contains(&reply[..3]), "{step:?} {reply}: {error}");
            assert_eq!(smtp.sink.mails(), []);
            smtp.sink.answer(step, None);
            smtp.try_to("ana@school.example").await.expect("a mail accepted after the refusal");
            assert_eq!(smtp.sink.mails().len(), 1);
        }
    }

    fn word(error: &SendError) -> &'static str {
        match error {
            SendError::Transient(_) => "transient",
            SendError::Permanent(_) => "permanent",
            SendError::Refused(_) => "refused",
            SendError::Unavailable(_) => "unavailable",
        }
    }

    #[tokio::test]
    async fn a_refused_password_fails_no_mail() {
        let sink = SmtpSink::start().await;
        let url = format!("smtp://user:s3cret@{}", sink.address());
        let smtp = Smtp { sender: Arc::new(sender_to(&url)), sink };
        smtp.try_to("ana@school.example").await.expect("a mail accepted after the login");
        assert_eq!(smtp.sink.mails().len(), 1);

        let smtp = Smtp { sender: Arc::new(sender_to(&url)), ..smtp };
        smtp.sink.answer(Step::Login, Some(Answer::Code(535)));
        let error = smtp.try_to("ana@school.example").await.expect_err("refused");
        assert_eq!(word(&error), "unavailable", "{error:?}");
        assert!(error.to_string().contains("535") && !error.to_string().contains("s3cret"), "{error}");
    }

    #[tokio::test]
    async fn greet_logs_in_and_sends_no_mail() {
        let smtp = Smtp::start().await;
        assert_eq!(smtp.sender.greet().await, Ok(()));
        assert_eq!(smtp.sink.mails(), []);

        let url = format!("smtp://user:s3cret@{}", smtp.sink.address());
        let with_login = sender_to(&url);
        assert_eq!(with_login.greet().await, Ok(()));
        smtp.sink.answer(Step::Login, Some(Answer::Code(535)));
        let error = with_login.greet().await.expect_err("a refused login").to_string();
        assert!(error.contains("535") && !error.contains("s3cret"), "{error}");

        smtp.sink.answer(Step::Connect, Some(Answer::Silence));
        let impatient = sender_to(&url);
        let error =
            impatient.with_timeout(Duration::from_millis(200)).greet().await.expect_err("no greeting");
        assert!(error.to_string().contains(&smtp.sink.address().to_string()), "{error}");
    }

    #[tokio::test]
    async fn mails_share_one_connection_even_after_a_refusal() {
        let smtp = Smtp::start().await;
        smtp.try_to("ana@school.example").await.expect("an accepted mail");
        smtp.sink.answer(Step::Recipient, Some(Answer::Code(550)));
        smtp.try_to("refused@school.example").await.expect_err("refused");
        smtp.sink.answer(Step::Recipient, None);
        smtp.try_to("eva@school.example").await.expect("an accepted mail");
        assert_eq!(smtp.sink.connections(), 1);
        let recipients: Vec<_> = smtp.sink.mails().into_iter().flat_map(|mail| mail.to).collect();
        assert_eq!(recipients, ["ana@school.example", "eva@school.example"]);
    }

    #[tokio::test]
    async fn an_unreachable_host_fails_no_mail_and_mails_are_sent_once_it_is_back() {
        let mut smtp = Smtp::start().await;
        smtp.try_to("ana@school.example").await.expect("an accepted mail");
        smtp.sink.stop().await;
        let error = smtp.try_to("eva@school.example").await.expect_err("unreachable");
        assert_eq!(word(&error), "unavailable", "{error:?}");
        assert!(error.to_string().contains(&smtp.sink.address().to_string()), "{error}");
        smtp.sink.start_again().await;
        smtp.try_to("eva@school.example").await.expect("an accepted mail");
        assert_eq!(smtp.sink.mails().len(), 2);
    }

    #[tokio::test]
    async fn a_connection_closed_by_the_host_loses_no_mail() {
        let mut smtp = Smtp::start().await;
        smtp.try_to("ana@school.example").await.expect("an accepted mail");
        smtp.sink.stop().await;
        smtp.sink.start_again().await;
        smtp.try_to("eva@school.example").await.expect("a mail accepted over a new connection");
        assert_eq!(smtp.sink.mails().len(), 2);
    }

    #[tokio::test]
    async fn a_host_that_stops_responding_times_out_and_its_connection_is_dropped() {
        for step in [Step::Connect, Step::Recipient, Step::Data, Step::Message] {
            let smtp = Smtp::start().await;
            let patient = sender_to(&format!("smtp://{}", smtp.sink.address()));
            let smtp = Smtp { sender: Arc::new(patient.with_timeout(Duration::from_secs(1))), ..smtp };
            smtp.sink.answer(step, Some(Answer::Silence));
            let error = smtp.try_to("ana@school.example").await.expect_err("no answer");
            let expected = if step == Step::Connect { "unavailable" } else { "transient" };
            assert_eq!(word(&error), expected, "{step:?}: {error:?}");
            smtp.sink.answer(step, None);
            smtp.try_to("eva@school.example").await.expect("a mail accepted over a new connection");
            let recipients: Vec<_> = smtp.sink.mails().into_iter().flat_map(|mail| mail.to).collect();
            assert_eq!(recipients, ["eva@school.example"], "{step:?}");
            assert_eq!(smtp.sink.connections(), 2, "{step:?}");
        }
    }
}

mod encryption;
mod idle;
