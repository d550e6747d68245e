//! Mail delivery with a mail host that initially refuses mails, across restarts, and `mail list|retry`; stored
//! templates on the command line, and the mails made from them, as a mail host receives them.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use forum_tests::program::{CommandOutput, Installation};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use forum_tests::timing::wait_for;
use sqlx::Connection;

use crate::client::Client;
use crate::support::{connection, queue_mails};

const APPROVED: &str = "application_approved";

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

async fn run(installation: &Installation, arguments: &[&str], input: &str) -> CommandOutput {
    installation.run_with_input(&[&["mail", "template"], arguments].concat(), input).await
}

async fn done(installation: &Installation, arguments: &[&str], input: &str) -> String {
    run(installation, arguments, input).await.success()
}

async fn refused(installation: &Installation, arguments: &[&str], input: &str) -> String {
    run(installation, arguments, input).await.failure()
}

#[tokio::test]
async fn a_template_is_shown_edited_in_a_file_and_kept_in_every_version() {
    let installation = Installation::new();
    installation.run(&["migrate"]).await.success();
    let list = done(&installation, &["list"], "").await;
    let names: Vec<&str> = list.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(names, [APPROVED, "application_rejected", "application_submitted"]);

    // The mail links to the next steps.
    let sent = done(&installation, &["preview", APPROVED], "").await;
    for page in ["auth", "account", "educators-forum"] {
        assert!(sent.contains(&format!("<http://127.0.0.1:8080/{page}>")), "{sent}");
    }

    // The output is valid input.
    let shipped = done(&installation, &["show", APPROVED], "").await;
    assert!(shipped.starts_with("Version: 1\nSubject: Welcome to the Educators Forum"), "{shipped}");
    let same = done(&installation, &["edit", APPROVED, "-"], &shipped).await;
    assert_eq!(same, format!("{APPROVED} is unchanged, at version 1\n"));

    let file = installation.path().join("approved.txt");
    let edited = "Version: 1\nSubject: Hello {{first_name}}\n\n<p>Dear {{last_name}},</p>\n<p><a href=\"/apply\">Look</a></p>\n";
    fs::write(&file, edited).expect("a file");
    let path = file.display().to_string();
    assert_eq!(
        done(&installation, &["edit", APPROVED, &path], "").await,
        format!("{APPROVED} is at version 2\n")
    );
    assert_eq!(
        done(&installation, &["show", APPROVED], "").await,
        edited.replace("Version: 1", "Version: 2")
    );
    assert_eq!(done(&installation, &["show", APPROVED, "--version", "1"], "").await, shipped);
    let history = done(&installation, &["history", APPROVED], "").await;
    let rows: Vec<Vec<&str>> = history.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.iter().map(|row| (row[0], row[2])).collect::<Vec<_>>(), [("2", "-"), ("1", "-")]);

    let stale = refused(&installation, &["edit", APPROVED, &path], "").await;
    assert!(stale.contains("was not changed: the file is based on version 1"), "{stale}");
    let preview = done(&installation, &["preview", APPROVED, "--last-name", "Díaz <b>"], "").await;
    assert!(
        preview.starts_with("Subject: Hello Maria\n\nDear Díaz <b>,\n\nLook <http://127.0.0.1:8080/apply>\n"),
        "{preview}"
    );
    let html = done(&installation, &["preview", APPROVED, "--html"], "").await;
    assert!(html.starts_with("<!doctype html>") && html.contains("Dear Alvarez,"), "{html}");
}

#[tokio::test]
async fn errors_in_a_template_are_reported_and_nothing_is_stored() {
    let installation = Installation::new();
    installation.create_admin("director@forum.example", "Lantern-42-harbor").await;
    let shipped = done(&installation, &["show", APPROVED], "").await;
    let script = "Version: 1\nSubject: Hello\n\n<p>a</p><script>x</script>\n";
    let output = refused(&installation, &["edit", APPROVED, "-"], script).await;
    assert!(output.contains("<script> is not allowed in an email"), "{output}");
    for (arguments, words) in [
        (&["edit", APPROVED, "/no/such/file"][..], "cannot read /no/such/file"),
        (&["show", "newsletter"], "not found"),
        (&["history", "newsletter"], "not found"),
        (&["preview", "newsletter"], "not found"),
        (&["show", APPROVED, "--version", "7"], "there is no version 7"),
        (&["test", APPROVED, "--email", "nobody@school.example"], "no confirmed account has this address"),
    ] {
        let output = refused(&installation, arguments, "").await;
        assert!(output.contains(words), "{output}");
    }
    assert_eq!(done(&installation, &["show", APPROVED], "").await, shipped);
}

#[tokio::test]
async fn a_test_mail_from_a_file_is_marked_and_sent_only_to_an_administrator() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    installation.create_admin("director@forum.example", "Lantern-42-harbor").await;
    let draft =
        "Subject: Draft for {{first_name}}\n\n<p>Dear {{first_name}},</p><p><a href=\"/apply\">Look</a></p>";
    let output =
        done(&installation, &["test", APPROVED, "-", "--email", "director@forum.example"], draft).await;
    assert_eq!(output, "a test mail to director@forum.example is queued\n");
    let mail = sink.wait_for(1).await.remove(0);
    assert_eq!(mail.to, ["director@forum.example"]);
    let read = mail.read();
    assert_eq!(read.subject, "[Test] Draft for Dana");
    // Links point to the program that sends the mail.
    assert!(read.text.contains(&format!("Look <{}/apply>", program.url)), "{}", read.text);

    let mut database = connection(&installation).await;
    let demote = "update user_roles set role = 'member'";
    sqlx::query(demote).execute(&mut database).await.expect("a revoked role");
    database.close().await.expect("a clean close");
    let output = refused(&installation, &["test", APPROVED, "--email", "director@forum.example"], "").await;
    assert!(output.contains("test mails are only sent to administrators"), "{output}");
    program.end().await;
    assert_eq!(sink.mails().len(), 1);
}
