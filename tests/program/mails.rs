//! `mail list|retry` beside a serving program, with a mail host that refuses for a while.

use forum_tests::program::Installation;
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};

use crate::client::Client;

async fn list(place: &Installation, arguments: &[&str]) -> Vec<Vec<String>> {
    let arguments = [&["mail", "list"], arguments].concat();
    let output = place.run(&arguments, "").await.expect("mail list");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Waits until so many mails are in a state.
async fn wait_for(place: &Installation, state: &str, count: usize) -> Vec<Vec<String>> {
    for _ in 0..200 {
        let mails = list(place, &["--state", state]).await;
        if mails.len() == count {
            return mails;
        }
    }
    panic!("never {count} mails were {state}: {:?}", list(place, &[]).await);
}

async fn retry(place: &Installation, what: &str) -> (Option<i32>, String) {
    let output = place.run(&["mail", "retry", what], "").await.expect("mail retry");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test]
async fn mails_that_were_given_up_are_listed_and_leave_once_they_are_retried() {
    let sink = SmtpSink::start().await.expect("an SMTP server");
    let place =
        Installation::new().expect("a place").with("FORUM__MAIL__URL", format!("smtp://{}", sink.address()));
    let program = place.serve().await.expect("serving");
    let anyone = Client::new(&program.url);

    sink.answer(Step::Recipient, Some(Answer::Code(550)));
    for name in ["ana", "bo", "cy"] {
        anyone.sign_up(&format!("{name}@school.example")).await;
    }
    let failed = wait_for(&place, "failed", 3).await;
    let newest = &failed[0];
    let [id, state, attempts, queued_at, kind, to, error] = newest.as_slice() else { panic!("{newest:?}") };
    assert_eq!([state, attempts, kind, to], ["failed", "1", "verify_email", "c***@school.example"]);
    assert!(queued_at.ends_with('Z') && error.contains("550"), "{newest:?}");
    assert_eq!(list(&place, &["--limit", "2", "--offset", "2"]).await.len(), 1);

    sink.answer(Step::Recipient, None);
    assert_eq!(retry(&place, id).await, (Some(0), format!("{id} is queued again\n")));
    let arrived = sink.wait_for(1).await;
    assert_eq!(arrived[0].to, ["cy@school.example"]);
    wait_for(&place, "sent", 1).await;

    let (code, said) = retry(&place, id).await;
    assert_eq!(code, Some(1));
    assert!(said.contains("only a failed mail can be tried again; this one is sent"), "{said}");
    let (code, said) = retry(&place, "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d").await;
    assert!(code == Some(1) && said.contains("no mail has this id"), "{said}");

    assert_eq!(retry(&place, "--all-failed").await, (Some(0), "mails queued again: 2\n".to_owned()));
    let arrived = sink.wait_for(3).await;
    let mut ids: Vec<String> = arrived.iter().map(|mail| mail.read().message_id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    program.end().await.expect("an orderly end");
}
