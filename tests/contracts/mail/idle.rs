//! Tests an idle SMTP connection.

use super::*;

#[tokio::test]
async fn an_unresponsive_idle_connection_loses_no_mail() {
    let smtp = Smtp::start().await;
    smtp.try_to("ana@school.example").await.expect("an accepted mail");
    // This simulates a firewall that has dropped the connection.
    smtp.sink.answer(Step::Reset, Some(Answer::Silence));
    smtp.try_to("eva@school.example").await.expect("a mail accepted over a new connection");
    assert_eq!((smtp.sink.mails().len(), smtp.sink.connections()), (2, 2));
}

#[tokio::test]
async fn an_idle_connection_is_closed_with_quit_and_the_next_mail_opens_a_new_one() {
    let smtp = Smtp::start().await;
    let sender = sender_to(&format!("smtp://{}", smtp.sink.address()));
    let smtp = Smtp { sender: Arc::new(sender.with_idle_limit(Duration::from_millis(10))), ..smtp };
    smtp.try_to("ana@school.example").await.expect("an accepted mail");
    smtp.sink.wait_for_command("QUIT").await;
    smtp.try_to("eva@school.example").await.expect("a mail accepted over a new connection");
    assert_eq!(smtp.sink.connections(), 2);
    assert!(!smtp.sink.commands().iter().any(|line| line == "RSET"));
}
