//! Housekeeping, which the program does at startup and every hour.

use std::sync::Arc;

use forum_tests::harness::Caller;
use forum_tests::memory::FixedClock;
use forum_tests::program::Installation;
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::timing::wait_for;
use serde_json::{Value, json};
use time::Duration;

use crate::client::Client;
use crate::support::InProcess;

const WAITING: &str = "select email from pending_registrations order by email";

/// Waits until exactly these addresses are pending.
async fn until_only(site: &InProcess, expected: &[&str]) {
    wait_for(&format!("only {expected:?}"), async || site.rows(WAITING).await == expected).await;
}

#[tokio::test]
async fn old_rows_are_removed_at_startup_and_every_hour() {
    let installation = Installation::new().with("FORUM__RETENTION__REGISTRATIONS_DAYS", "2");
    let clock: Arc<FixedClock> = Arc::default();
    let site = InProcess::serve_at(installation, clock.clone()).await;
    let client = Client::new(&site.url);
    client.sign_up("old@school.example").await;
    clock.advance(Duration::days(2) - Duration::minutes(30));
    client.sign_up("young@school.example").await;
    let installation = site.close().await;

    // The first process's hourly timer ended with the process.
    clock.advance(Duration::minutes(30));
    let site = InProcess::serve_at(installation, clock.clone()).await;
    until_only(&site, &["young@school.example"]).await;

    // First less than an hour passes, then more than an hour.
    let client = Client::new(&site.url);
    clock.advance(Duration::minutes(59));
    client.sign_up("new@school.example").await;
    clock.advance(Duration::days(2) - Duration::minutes(89));
    until_only(&site, &["new@school.example"]).await;
    clock.advance(Duration::hours(2));
    until_only(&site, &[]).await;
    site.close().await;
}

#[tokio::test]
async fn an_applicant_who_does_not_answer_a_request_for_changes_is_reminded_after_a_week() {
    let sink = SmtpSink::start().await;
    let clock: Arc<FixedClock> = Arc::default();
    let site = InProcess::serve_at(Installation::new().with_mail(&sink), clock.clone()).await;
    site.installation.create_admin("director@forum.example", "Lantern-42-harbor").await;
    let visitor = Client::new(&site.url);
    let applicant = visitor.applicant("nadia@school.example", &sink, 1).await;
    let submitted: Value =
        applicant.post("/applications", Caller::wizard()).await.json().await.expect("a receipt");
    let admin = visitor.sign_in("director@forum.example", "Lantern-42-harbor").await;
    let requests =
        format!("/admin/applications/{}/change-requests", submitted["id"].as_str().expect("an id"));
    admin.post(&requests, json!({"message": "Which city?", "fields": ["city"]})).await;
    sink.wait_for(3).await;
    clock.advance(Duration::WEEK);
    let reminder = sink.wait_for(4).await.pop().expect("a reminder").read();
    for words in ["A week ago", "> Which city?", &format!("{}/apply#changes", site.url)] {
        assert!(reminder.text.contains(words), "{}", reminder.text);
    }
    site.close().await;
}
