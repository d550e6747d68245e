//! Mail delivery: `mail list|retry` with a mail host that initially refuses mails, and a shutdown while a slow host accepts
//! fifty mails.

use std::collections::BTreeSet;
use std::time::Duration;

use forum_tests::program::{CommandOutput, Installation};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use forum_tests::waiting::wait_for;
use sqlx::Connection;

use crate::client::Client;
use crate::support::in_process::{connection, queue_mails};

/// The number of mails in tests that stop the program while it is sending.
const MANY: i32 = 50;
/// The delay of the slow host for each mail.
const SLOW: Duration = Duration::from_millis(200);

async fn list(installation: &Installation, arguments: &[&str]) -> Vec<Vec<String>> {
    list_and_hint(installation, arguments).await.0
}

/// The listed mails and the hint on standard error.
async fn list_and_hint(installation: &Installation, arguments: &[&str]) -> (Vec<Vec<String>>, String) {
    let arguments = [&["mail", "list"], arguments].concat();
    let CommandOutput { code, stdout, stderr } = installation.run(&arguments).await;
    assert_eq!(code, Some(0), "{stderr}");
    (stdout.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect(), stderr)
}

async fn until_listed(installation: &Installation, state: &str, count: usize) -> Vec<Vec<String>> {
    let mut mails = Vec::new();
    wait_for(&format!("{count} mails that are {state}"), async || {
        mails = list(installation, &["--state", state]).await;
        mails.len() == count
    })
    .await;
    mails
}

async fn retry(installation: &Installation, what: &str) -> CommandOutput {
    installation.run(&["mail", "retry", what]).await
}

#[tokio::test]
async fn dead_letters_are_listed_and_sent_after_a_retry_or_discarded() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let visitor = Client::new(&program.url);

    sink.answer(Step::Recipient, Some(Answer::Code(550)));
    for name in ["ana", "bo", "cy"] {
        visitor.sign_up(&format!("{name}@school.example")).await;
    }
    let failed = until_listed(&installation, "failed", 3).await;
    let newest = &failed[0];
    let [id, state, attempts, queued_at, kind, to, error] = newest.as_slice() else { panic!("{newest:?}") };
    assert_eq!([state, attempts, kind, to], ["failed", "1", "verify_email", "c***@school.example"]);
    assert!(queued_at.ends_with('Z') && error.contains("550"), "{newest:?}");
    let (mails, output) = list_and_hint(&installation, &["--limit", "2"]).await;
    let cursor = output.strip_prefix("more mails exist; continue with --cursor ").expect("a cursor").trim();
    assert_eq!(mails, failed[..2]);
    let (mails, output) = list_and_hint(&installation, &["--limit", "2", "--cursor", cursor]).await;
    assert_eq!((mails.as_slice(), output.as_str()), (&failed[2..], ""));
    let other = installation.run(&["mail", "list", "--state", "sent", "--cursor", cursor]).await;
    other.fails_with("--cursor: the cursor belongs to another list");

    sink.answer(Step::Recipient, None);
    assert_eq!(retry(&installation, id).await.success(), format!("{id} is queued again\n"));
    let arrived = sink.wait_for(1).await;
    assert_eq!(arrived[0].to, ["cy@school.example"]);
    until_listed(&installation, "sent", 1).await;

    let sent = retry(&installation, id).await;
    sent.fails_with("Only failed emails can be retried; this one is sent.");
    retry(&installation, "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d").await.fails_with("not found");

    let oldest = failed[2][0].as_str();
    let discarded = installation.run(&["mail", "discard", oldest]).await.success();
    assert_eq!(discarded, format!("{oldest} is discarded\n"));
    installation.run(&["mail", "discard", oldest]).await.fails_with("not found");
    assert_eq!(retry(&installation, "--all-failed").await.success(), "mails queued again: 1\n");
    let arrived = sink.wait_for(2).await;
    assert_eq!(arrived[1].to, ["bo@school.example"]);
    program.end().await;
}

/// A refused sender is the site's own fault, so no mail becomes a dead letter, and the list gives the reason.
#[tokio::test]
async fn a_refused_sender_keeps_the_mail_queued_and_the_pause_is_shown() {
    let sink = SmtpSink::start().await;
    let installation =
        Installation::new().with_mail(&sink).with("FORUM__SITE__ORIGIN", "https://forum.example");
    let program = installation.serve().await;
    sink.answer(Step::Sender, Some(Answer::Says("550 5.4.5 daily quota exceeded")));
    for name in ["ana", "bo", "cy"] {
        Client::new(&program.url).sign_up(&format!("{name}@school.example")).await;
    }
    let mut output = String::new();
    for _ in 0..200 {
        output = list_and_hint(&installation, &[]).await.1;
        if output.contains("sending is paused until") {
            break;
        }
    }
    assert!(output.contains("daily quota exceeded"), "{output}");
    let queued = list(&installation, &["--state", "queued"]).await;
    assert_eq!(queued.len(), 3, "{queued:?}");
    let ready = reqwest::get(format!("{}/api/ready", program.url)).await.expect("a response");
    let text = ready.text().await.expect("text");
    assert!(text.contains(r#""code":"paused""#), "{text}");
    let doctor = installation.run(&["doctor"]).await;
    let report = doctor.stdout + &doctor.stderr;
    assert!(report.contains("sending is paused") && report.contains("daily quota exceeded"), "{report}");

    sink.answer(Step::Sender, None);
    let arrived = sink.wait_for(3).await;
    assert!(sink.commands().iter().any(|line| line == "EHLO forum.example"), "{:?}", sink.commands());
    let raw = String::from_utf8_lossy(&arrived[0].raw).into_owned();
    assert!(raw.contains("Reply-To: info@educatorsforum.example\r\n"), "{raw}");
    program.end().await;
}

#[tokio::test]
async fn an_orderly_shutdown_waits_only_for_the_current_mail_and_no_mail_is_sent_twice() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    sink.answer(Step::Message, Some(Answer::After(SLOW)));
    queue_mails(&installation, MANY).await;
    let before = sink.wait_for(13).await.len();
    program.end().await;
    let in_hand = sink.mails().len() - before;
    // This allows for the current mail and one that may have been started between the count and the signal.
    assert!(in_hand <= 2, "{in_hand} mails were sent after the signal");
    let program = installation.serve().await;
    sink.wait_for(MANY as usize).await;
    program.end().await;
    let arrived: BTreeSet<String> = sink.mails().iter().map(|mail| mail.read().message_id).collect();
    assert_eq!((arrived.len(), sink.mails().len()), (MANY as usize, MANY as usize));
}

/// The database driver panics when it reads an infinite time.
#[tokio::test]
async fn a_row_that_makes_the_worker_panic_does_not_stop_it() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let mut database = connection(&installation).await;
    let queue = "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
                 select gen_random_uuid(), n || '@other.example', 'account_exists', 'p' || n || '@school.example', '', '',
                        case n when 1 then 'infinity' else now() end, now() - interval '1 hour' / n
                 from generate_series(1, 3) n";
    sqlx::query(queue).execute(&mut database).await.expect("queued mails");
    sink.wait_for(2).await;
    database.close().await.expect("a clean close");
    program.end().await;
}
