//! The SMTP connection between two mails.

use super::*;

#[tokio::test]
async fn a_host_that_is_silent_on_an_idle_connection_costs_no_mail() {
    let smtp = Smtp::start().await;
    smtp.try_to("ana@school.example").await.expect("taken");
    // What a firewall does that forgot the connection.
    smtp.sink.answer(Step::Reset, Some(Answer::Silence));
    smtp.try_to("eva@school.example").await.expect("taken over a new connection");
    assert_eq!((smtp.sink.mails().len(), smtp.sink.connections()), (2, 2));
}

#[tokio::test]
async fn a_connection_that_nobody_uses_is_closed_in_order_and_the_next_mail_has_a_new_one() {
    let smtp = Smtp::start().await;
    let sender = sender_to(&format!("smtp://{}", smtp.sink.address()));
    let smtp = Smtp { sender: Arc::new(sender.with_idle_limit(Duration::from_millis(10))), ..smtp };
    smtp.try_to("ana@school.example").await.expect("taken");
    smtp.sink.wait_for_command("QUIT").await;
    smtp.try_to("eva@school.example").await.expect("taken over a new connection");
    assert_eq!(smtp.sink.connections(), 2);
    assert!(!smtp.sink.commands().iter().any(|line| line == "RSET"));
}
