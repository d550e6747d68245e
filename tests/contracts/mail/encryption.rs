//! Tests SMTP with TLS: no password is sent without TLS where it is required, and only trusted certificates are
//! accepted.

use forum_adapters::mail::Encryption;
use forum_tests::authority::Authority;
use forum_tests::smtp_sink::Tls;

use super::*;

fn met(sink: &SmtpSink, encryption: Encryption) -> SmtpServer {
    let address = sink.address();
    SmtpServer {
        host: address.ip().to_string(),
        port: address.port(),
        encryption,
        credentials: Some(("ann".into(), "sesame".into())),
    }
}

async fn send(server: SmtpServer, trust: &Trust) -> Result<(), SendError> {
    let sender = SmtpMailSender::new(server, FromAddress::default(), trust.clone());
    let (row, content) = (row("ana@school.example"), content("Hello"));
    sender.send(Envelope { mail: &row, content: &content }).await
}

#[tokio::test]
async fn no_password_and_no_mail_is_sent_if_starttls_is_required_and_not_offered() {
    let sink = SmtpSink::start().await;
    let error = send(met(&sink, Encryption::StartTls), &Trust::default()).await.expect_err("refused");
    assert!(matches!(&error, SendError::Unavailable(words) if words.contains("STARTTLS")), "{error:?}");
    let verbs: Vec<String> =
        sink.commands().iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect();
    assert!(verbs.iter().all(|verb| ["EHLO", "QUIT"].contains(&verb.as_str())), "{verbs:?}");
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
        let error = send(met(&sink, encryption), &Trust::default()).await.expect_err("refused");
        assert!(error.to_string().contains("UnknownIssuer"), "{encryption:?}: {error}");
        assert!(!sink.commands().iter().any(|line| line.starts_with("AUTH")), "{encryption:?}");
        send(met(&sink, encryption), &own).await.expect("an accepted mail");
        assert_eq!(sink.mails().len(), 1, "{encryption:?}");
    }
}
