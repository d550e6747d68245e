//! Ten `kill -9` interrupt a hundred decisions. Every approval that the client saw confirmed is stored, and every
//! approved applicant gets the role and exactly one mail.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use forum_adapters::mail::ReadMail;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::harness::Caller;
use forum_tests::memory::FixedClock;
use forum_tests::program::Installation;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::applicants::{ADMIN, PASSWORD, applicants, quiet_installation};
use super::report::Fault;
use super::storm::{Sent, storm};
use crate::client::Client;
use crate::support::in_process::InProcess;

const APPLICANTS: i32 = 100;
const KILLS: usize = 10;

/// Submits an application for each applicant. Returns the application ids.
async fn pending_applications(installation: &Installation, url: &str) -> Vec<String> {
    let submit = |client: Client| async move {
        let submitted = client.post("/applications", Caller::wizard()).await;
        assert_eq!(submitted.status(), 201);
        let application: Value = submitted.json().await.expect("an application");
        application["id"].as_str().expect("an id").to_owned()
    };
    join_all(applicants(installation, url, APPLICANTS).await.into_iter().map(submit)).await
}

/// Approves an application. Returns whether a response arrived. Only a lost response allows a conflict.
async fn approve(admin: Client, Sent { job: id, url, again }: Sent<String>) -> bool {
    let path = format!("/admin/applications/{id}/decision");
    let Ok(answer) = admin.at(&url).try_post(&path, json!({ "decision": "approved" })).await else {
        return false;
    };
    let status = answer.status().as_u16();
    let Ok(body) = answer.json::<Value>().await else { return false };
    match status {
        200 => assert_eq!(body["status"], "approved"),
        409 if again => assert_eq!(body["current_status"], "approved"),
        _ => panic!("{status}: {body}"),
    }
    true
}

/// The mails in the spool folder by recipient, without the incomplete files that a kill leaves behind.
fn spooled(folder: &Path) -> BTreeMap<String, Vec<ReadMail>> {
    let mut mails: BTreeMap<String, Vec<ReadMail>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the spool folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "eml") {
            let mail = ReadMail::parse(&std::fs::read(path).expect("a file")).expect("a mail");
            mails.entry(mail.to.clone()).or_default().push(mail);
        }
    }
    mails
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_kills_during_a_hundred_decisions_lose_no_role_and_no_mail() {
    let fault = Fault::begin(
        "kill -9 during decisions",
        "restarts; interrupted mails are sent within 20 s of the next start",
    );
    let installation = quiet_installation();
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let ids = pending_applications(&installation, &program.url).await;
    // The session survives every kill.
    let admin = Client::new(&program.url).sign_in(ADMIN, PASSWORD).await;
    let decided = storm(&installation, program, ids, KILLS, |sent| approve(admin.clone(), sent)).await;
    let (program, lost) = decided;
    assert!(lost > 0, "no kill hit a decision");
    program.kill().await;

    // Mails leased by killed workers are sent after their leases expire, so the last start has its clock set an hour
    // ahead.
    let later = FixedClock::at(SystemClock.now() + time::Duration::HOUR);
    let site = InProcess::serve_at(installation, later.into()).await;
    site.until_empty("select id::text from outbox where state = 'queued'").await;

    let count = APPLICANTS.unsigned_abs() as usize;
    let roles =
        "select string_agg(role, ',') from user_roles join applications using (user_id) group by user_id";
    assert_eq!(site.rows(roles).await, vec!["member"; count]);
    let decisions = "select kind || ' ' || state from outbox where kind like 'application_a%'";
    assert_eq!(site.rows(decisions).await, vec!["application_approved sent"; count]);

    let mails = spooled(&site.installation.path().join("data/mail"));
    assert_eq!(mails.len(), count);
    let mut message_ids = HashSet::new();
    for (to, mails) in mails {
        let approvals =
            mails.iter().filter(|mail| mail.subject.starts_with("Welcome to the Educators Forum, Nadia"));
        assert_eq!((mails.len(), approvals.count()), (2, 1), "to {to}: for the submission and the decision");
        assert!(mails.into_iter().all(|mail| message_ids.insert(mail.message_id)), "{to}");
    }
    let installation = site.close().await;
    fault
        .survived(
            &installation,
            format!("{count} approvals, {KILLS} kills, {lost} responses lost and requested again"),
            "each approval is stored once, with its role and one mail",
        )
        .await;
}
