//! Mails sent by SMTP: hosts that refuse, hang or go down, idle connections, and TLS.

use std::path::Path;
use std::time::Duration;

use forum_adapters::mail::{Encryption, FromAddress, MailUrl, SmtpMailSender, SmtpServer};
use forum_adapters::tls::Trust;
use forum_domain::mail::{MailKind, MailSender, OutgoingMail, RenderedMail, SendError};
use forum_tests::authority::Authority;
use forum_tests::builders::{NOON, mail};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step, Tls};
use futures_util::future::join_all;

fn word(error: &SendError) -> &'static str {
    match error {
        SendError::Transient(_) => "transient",
        SendError::Permanent(_) => "permanent",
        SendError::Refused(_) => "refused",
        SendError::Unavailable(_) => "unavailable",
    }
}

struct Smtp {
    sender: SmtpMailSender,
    sink: SmtpSink,
}

impl Smtp {
    async fn start() -> Self {
        let sink = SmtpSink::start().await;
        let url = format!("smtp://user:s3cret@{}", sink.address());
        Self { sender: SmtpMailSender::new(server(&url), FromAddress::default(), Trust::default()), sink }
    }

    async fn send(&self, to: &str) -> Result<(), SendError> {
        self.sender.send(&row(to), &content()).await
    }

    fn recipients(&self) -> Vec<String> {
        self.sink.mails().into_iter().flat_map(|mail| mail.to).collect()
    }
}

fn server(url: &str) -> SmtpServer {
    match MailUrl::parse(url, Path::new("unused")).expect("a mail URL") {
        MailUrl::Smtp(server) => server,
        MailUrl::Spool { directory } => panic!("a folder: {directory:?}"),
    }
}

fn row(to: &str) -> OutgoingMail {
    mail(MailKind::AccountExists, to, NOON)
}

/// A mail with non-ASCII letters, lines of dots and a long line.
fn content() -> RenderedMail {
    let long = "all work and no play ".repeat(100);
    RenderedMail {
        subject: "Grüße: schönes „Wetter“ in Bogotá, heute und morgen und übermorgen".to_owned(),
        text: format!("Dear Ana,\n.\n..two dots\n{long}end\nschöne Grüße aus Bogotá ☀\n.\nlast line"),
        html: format!("<p title=\"=3D\">Dear Ana, schöne Grüße ☀</p>\n.\n<p>{long}</p>"),
        reply_to: None,
        unsubscribe_url: Some(format!(
            "https://forum.example/api/newsletter/unsubscriptions/{}",
            "a1-_".repeat(17)
        )),
    }
}

/// The worker sends again when it does not know whether a mail was sent, so that recipients must be able to recognize
/// duplicates.
#[tokio::test]
async fn a_mail_arrives_complete_and_with_the_same_message_id_if_it_is_sent_again() {
    let smtp = Smtp::start().await;
    let (mail, content) = (row("ana@school.example"), content());
    for _ in 0..2 {
        smtp.sender.send(&mail, &content).await.expect("an accepted mail");
    }
    assert_eq!(smtp.sink.mails().len(), 2);
    let with_plain_ends = |text: &str| text.replace("\r\n", "\n").trim_end().to_owned();
    for received in smtp.sink.mails() {
        assert_eq!(received.from, "no-reply@educatorsforum.example");
        assert_eq!(received.to, ["ana@school.example"]);
        let read = received.read();
        assert_eq!((&read.subject, &read.message_id), (&content.subject, &mail.message_id));
        assert_eq!(with_plain_ends(&read.text), content.text);
        assert_eq!(with_plain_ends(&read.html), content.html);
        let headers = String::from_utf8_lossy(&received.raw).replace("\r\n ", " ");
        let url = content.unsubscribe_url.as_deref().expect("a URL");
        assert!(headers.contains(&format!("\r\nList-Unsubscribe: <{url}>\r\n")), "{headers}");
        assert!(headers.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{headers}");
    }
}

/// Several tasks may share one sender.
#[tokio::test]
async fn mails_sent_concurrently_all_arrive() {
    let smtp = Smtp::start().await;
    let to: Vec<_> = (0..10).map(|number| format!("teacher{number}@school.example")).collect();
    let sent = join_all(to.iter().map(|to| smtp.send(to))).await;
    assert_eq!(sent, vec![Ok(()); to.len()]);
    let mut arrived = smtp.recipients();
    arrived.sort();
    assert_eq!(arrived, to);
}

/// Only a reply about this recipient is permanent. `crates/adapters/src/mail/reply.rs` has the whole table.
#[tokio::test]
async fn a_reply_is_classified_by_step_code_and_text() {
    let table = [
        (Step::Connect, "554 no service for you", "unavailable"),
        (Step::Hello, "550 5.7.1 need a fully qualified name", "unavailable"),
        (Step::Login, "535 5.7.8 wrong password", "unavailable"),
        (Step::Sender, "550 5.4.5 daily sending quota exceeded", "unavailable"),
        (Step::Recipient, "451 4.7.1 greylisted", "transient"),
        (Step::Recipient, "550 no such user", "permanent"),
        (Step::Recipient, "554 5.7.1 Relay access denied", "refused"),
        (Step::Data, "451 try later", "transient"),
        (Step::Data, "554 no valid recipients", "refused"),
        (Step::Message, "552 5.3.4 message too big", "refused"),
        (Step::Message, "550 5.1.1 no such user", "permanent"),
    ];
    for (step, reply, verdict) in table {
        let smtp = Smtp::start().await;
        smtp.sink.answer(step, Some(Answer::Says(reply)));
        let error = smtp.send("ana@school.example").await.expect_err("refused");
        assert_eq!(word(&error), verdict, "{step:?} {reply}: {error:?}");
        assert!(error.to_string().contains(&reply[..3]), "{step:?} {reply}: {error}");
        assert!(!error.to_string().contains("s3cret"), "{error}");
        assert_eq!(smtp.sink.mails(), []);
        smtp.sink.answer(step, None);
        smtp.send("ana@school.example").await.expect("a mail accepted after the refusal");
        assert_eq!(smtp.sink.mails().len(), 1);
    }
}

#[tokio::test]
async fn greet_logs_in_and_sends_no_mail() {
    let smtp = Smtp::start().await;
    assert_eq!(smtp.sender.greet().await, Ok(()));
    assert!(smtp.sink.commands().iter().any(|line| line.starts_with("AUTH")));
    assert_eq!(smtp.sink.mails(), []);
    smtp.sink.answer(Step::Login, Some(Answer::Code(535)));
    let error = smtp.sender.greet().await.expect_err("a refused login").to_string();
    assert!(error.contains("535"), "{error}");
    smtp.sink.answer(Step::Connect, Some(Answer::Silence));
    let impatient = smtp.sender.with_timeout(Duration::from_millis(200));
    let error = impatient.greet().await.expect_err("no greeting").to_string();
    assert!(error.contains(&smtp.sink.address().to_string()), "{error}");
}

#[tokio::test]
async fn mails_share_one_connection_even_after_a_refusal() {
    let smtp = Smtp::start().await;
    smtp.send("ana@school.example").await.expect("an accepted mail");
    smtp.sink.answer(Step::Recipient, Some(Answer::Code(550)));
    smtp.send("refused@school.example").await.expect_err("refused");
    smtp.sink.answer(Step::Recipient, None);
    smtp.send("eva@school.example").await.expect("an accepted mail");
    assert_eq!(smtp.sink.connections(), 1);
    assert_eq!(smtp.recipients(), ["ana@school.example", "eva@school.example"]);
}

#[tokio::test]
async fn an_unreachable_host_fails_no_mail_and_a_connection_that_it_closed_is_replaced() {
    let mut smtp = Smtp::start().await;
    smtp.send("ana@school.example").await.expect("an accepted mail");
    smtp.sink.stop().await;
    let error = smtp.send("eva@school.example").await.expect_err("unreachable");
    assert_eq!(word(&error), "unavailable", "{error:?}");
    assert!(error.to_string().contains(&smtp.sink.address().to_string()), "{error}");
    smtp.sink.start_again().await;
    smtp.send("eva@school.example").await.expect("an accepted mail");
    smtp.sink.stop().await;
    smtp.sink.start_again().await;
    smtp.send("bo@school.example").await.expect("a mail accepted over a new connection");
    assert_eq!(smtp.sink.mails().len(), 3);
}

#[tokio::test]
async fn a_host_that_stops_responding_times_out_and_its_connection_is_dropped() {
    for step in [Step::Connect, Step::Recipient, Step::Data, Step::Message] {
        let smtp = Smtp::start().await;
        let smtp = Smtp { sender: smtp.sender.with_timeout(Duration::from_secs(1)), ..smtp };
        smtp.sink.answer(step, Some(Answer::Silence));
        let error = smtp.send("ana@school.example").await.expect_err("no answer");
        let expected = if step == Step::Connect { "unavailable" } else { "transient" };
        assert_eq!(word(&error), expected, "{step:?}: {error:?}");
        smtp.sink.answer(step, None);
        smtp.send("eva@school.example").await.expect("a mail accepted over a new connection");
        assert_eq!(smtp.recipients(), ["eva@school.example"], "{step:?}");
        assert_eq!(smtp.sink.connections(), 2, "{step:?}");
    }
}

#[tokio::test]
async fn an_unresponsive_idle_connection_loses_no_mail() {
    let smtp = Smtp::start().await;
    smtp.send("ana@school.example").await.expect("an accepted mail");
    // This simulates a firewall that has dropped the connection.
    smtp.sink.answer(Step::Reset, Some(Answer::Silence));
    smtp.send("eva@school.example").await.expect("a mail accepted over a new connection");
    assert_eq!((smtp.sink.mails().len(), smtp.sink.connections()), (2, 2));
}

#[tokio::test]
async fn an_idle_connection_is_closed_with_quit_and_the_next_mail_opens_a_new_one() {
    let smtp = Smtp::start().await;
    let smtp = Smtp { sender: smtp.sender.with_idle_limit(Duration::from_millis(10)), ..smtp };
    smtp.send("ana@school.example").await.expect("an accepted mail");
    smtp.sink.wait_for_command("QUIT").await;
    smtp.send("eva@school.example").await.expect("a mail accepted over a new connection");
    assert_eq!(smtp.sink.connections(), 2);
    assert!(!smtp.sink.commands().iter().any(|line| line == "RSET"));
}

async fn send(sink: &SmtpSink, encryption: Encryption, trust: &Trust) -> Result<(), SendError> {
    let server = SmtpServer { encryption, ..server(&format!("smtp://ann:sesame@{}", sink.address())) };
    let sender = SmtpMailSender::new(server, FromAddress::default(), trust.clone());
    sender.send(&row("ana@school.example"), &content()).await
}

#[tokio::test]
async fn no_password_and_no_mail_is_sent_if_starttls_is_required_and_not_offered() {
    let sink = SmtpSink::start().await;
    let error = send(&sink, Encryption::StartTls, &Trust::default()).await.expect_err("refused");
    assert!(matches!(&error, SendError::Unavailable(words) if words.contains("STARTTLS")), "{error:?}");
    let harmless = |line: &String| line.starts_with("EHLO") || line == "QUIT";
    assert!(sink.commands().iter().all(harmless), "{:?}", sink.commands());
}

#[tokio::test]
async fn a_certificate_from_a_private_authority_is_trusted_only_if_its_file_is_set() {
    let authority = Authority::new();
    let folder = tempfile::tempdir().expect("a folder");
    let file = authority.file_in(folder.path()).expect("a written file");
    let own = Trust::with_file(&file).expect("a certificate");
    for (tls, encryption) in [
        (Tls::Always(authority.acceptor()), Encryption::Tls),
        (Tls::Offered(authority.acceptor()), Encryption::StartTls),
        (Tls::Offered(authority.acceptor()), Encryption::WhereOffered),
    ] {
        let sink = SmtpSink::with_tls(tls).await;
        let error = send(&sink, encryption, &Trust::default()).await.expect_err("refused");
        assert!(error.to_string().contains("UnknownIssuer"), "{encryption:?}: {error}");
        assert!(!sink.commands().iter().any(|line| line.starts_with("AUTH")), "{encryption:?}");
        send(&sink, encryption, &own).await.expect("an accepted mail");
        assert_eq!(sink.mails().len(), 1, "{encryption:?}");
    }
}
