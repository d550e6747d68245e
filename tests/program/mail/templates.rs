//! Stored mail templates on the command line, and the mails made from them, as a mail host receives them.

use std::fs;

use forum_tests::program::{CommandOutput, Installation};
use sqlx::Connection;

use crate::support::in_process::connection;

const APPROVED: &str = "application_approved";

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
    let file = |subject: &str, html: &str| format!("Version: 1\nSubject: {subject}\n\n{html}\n");
    let table = [
        (file("Hello", "<p>a</p><script>x</script>"), "<script> is not allowed in an email"),
        (file("Hello {{user}}", "<p>a</p>"), "There is no placeholder {{user}}"),
        (file("", "<p>a</p>"), "Subject is required"),
        ("Subject: Hello\n\n<p>a</p>".to_owned(), "the line Version"),
    ];
    for (text, words) in table {
        let output = refused(&installation, &["edit", APPROVED, "-"], &text).await;
        assert!(output.contains(words), "{text}: {output}");
    }
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
