//! `kill -9` during decisions, during a commit and during mail delivery. Retried requests have no second effect, and a mail
//! that arrives more than once has the same `Message-ID`.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use forum_adapters::mail::ReadMail;
use forum_adapters::system::SystemClock;
use forum_domain::headshots::ImageKind;
use forum_domain::shared::Clock;
use forum_tests::harness::Caller;
use forum_tests::memory::FixedClock;
use forum_tests::photos;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use forum_tests::timing::wait_for;
use futures_util::future::join_all;
use private_postgres::PrivateCluster;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};
use tokio::task::JoinSet;

use super::{
    ADMIN, PASSWORD, applicants, expect_invariants, holds, insert_applicants, quiet_installation, scaled,
    sign_in_all,
};
use crate::client::Client;
use crate::support::{InProcess, queue_mails};

/// Status and body of a response that arrived completely.
async fn complete(sent: reqwest::Result<Response>) -> Option<(StatusCode, Value)> {
    let response = sent.ok()?;
    Some((response.status(), response.json().await.ok()?))
}

/// Serves with a clock two hours ahead, when leases have expired and the sweep removes leftovers.
async fn later(installation: Installation) -> InProcess {
    let later = FixedClock::at(SystemClock.now() + time::Duration::hours(2));
    InProcess::serve_at(installation, later.into()).await
}

async fn until_mails_are_sent(site: &InProcess) {
    site.until_empty("select id::text from outbox where state = 'queued'").await;
}

/// Approves an application; `again` if an earlier response was lost. Returns whether a response arrived.
async fn approve(admin: Client, application: String, again: bool) -> bool {
    let path = format!("/admin/applications/{application}/decision");
    let sent = admin.try_post(&path, json!({ "decision": "approved" })).await;
    let Some((status, body)) = complete(sent).await else { return false };
    match status.as_u16() {
        200 => assert_eq!(body["status"], "approved"),
        409 if again => assert_eq!(body["current_status"], "approved"),
        _ => panic!("{status}: {body}"),
    }
    true
}

/// Sends open approvals until four are under way, so that a kill interrupts each at a different point.
fn send(open: &mut VecDeque<(String, bool)>, under_way: &mut JoinSet<(String, bool)>, admin: &Client) {
    while under_way.len() < 4
        && let Some((application, again)) = open.pop_front()
    {
        let approved = approve(admin.clone(), application.clone(), again);
        under_way.spawn(async move { (application, approved.await) });
    }
}

/// Every approval that the client saw confirmed is stored, and every approved applicant gets the role and exactly one mail.
#[tokio::test(flavor = "multi_thread")]
async fn ten_kills_during_a_hundred_decisions_lose_no_role_and_no_mail() {
    let count = 100;
    let installation = quiet_installation();
    let mut program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let clients = applicants(&installation, &program.url, 100).await;
    let submitted = join_all(clients.iter().map(async |client| {
        let submitted = client.post("/applications", Caller::wizard()).await;
        let submitted: Value = submitted.json().await.expect("an application");
        (submitted["id"].as_str().expect("an id").to_owned(), false)
    }));
    let mut open = VecDeque::from(submitted.await);
    // The session survives every kill.
    let admin = Client::new(&program.url).sign_in(ADMIN, PASSWORD).await;
    for kill in 0..10 {
        let (admin, mut under_way) = (admin.at(&program.url), JoinSet::new());
        for _ in 0..=kill * 7 % 9 {
            send(&mut open, &mut under_way, &admin);
            let (_, answered) = under_way.join_next().await.expect("a request").expect("no panic");
            assert!(answered, "the program runs, so it answers");
        }
        send(&mut open, &mut under_way, &admin);
        program.kill().await;
        let unanswered = under_way.join_all().await.into_iter().filter(|(_, answered)| !answered);
        open.extend(unanswered.map(|(application, _)| (application, true)));
        program = installation.serve().await;
    }
    let (admin, mut rest) = (admin.at(&program.url), JoinSet::new());
    send(&mut open, &mut rest, &admin);
    while let Some(outcome) = rest.join_next().await {
        assert!(outcome.expect("no panic").1, "the program runs, so it answers");
        send(&mut open, &mut rest, &admin);
    }
    program.kill().await;
    let site = later(installation).await;
    until_mails_are_sent(&site).await;

    let roles =
        "select string_agg(role, ',') from user_roles join applications using (user_id) group by user_id";
    assert_eq!(site.rows(roles).await, vec!["member"; count]);
    let decisions = "select kind || ' ' || state from outbox where kind like 'application_a%'";
    assert_eq!(site.rows(decisions).await, vec!["application_approved sent"; count]);
    let mut mails: HashMap<String, (usize, usize)> = HashMap::new();
    for entry in std::fs::read_dir(site.installation.path().join("data/mail")).expect("the spool folder") {
        let path = entry.expect("an entry").path();
        // A kill leaves incomplete files behind.
        if path.extension().is_some_and(|ending| ending == "eml") {
            let mail = ReadMail::parse(&std::fs::read(path).expect("a file")).expect("a mail");
            let is_approval = mail.subject.starts_with("Welcome to the Educators Forum, Nadia");
            let (all, approvals) = mails.entry(mail.to).or_default();
            *all += 1;
            *approvals += usize::from(is_approval);
        }
    }
    // One for the submission and one for the decision.
    assert_eq!(mails.into_values().collect::<Vec<_>>(), vec![(2, 1); count]);
    expect_invariants(&site.close().await).await;
}

/// While the test holds the lock, transactions that record a response wait inside their commit.
const HOLD_COMMITS: &str = "
    create function hold_commit() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(7); return null; end $$;
    create constraint trigger hold_commit after insert on idempotent_requests deferrable initially deferred
        for each row execute function hold_commit()";
const HELD: &str =
    "select exists (select from pg_locks where locktype = 'advisory' and objid = 7 and not granted)";

/// In the tests above the private PostgreSQL stops with the program, so a kill during a commit leaves nothing. This server
/// continues, so the commit succeeds although the client gets no response.
#[tokio::test]
async fn a_request_killed_during_its_commit_is_stored_once_and_repeating_it_gets_the_response() {
    let installation = quiet_installation();
    let server_dir = installation.path().join("server");
    let server = PrivateCluster::start(cluster_options(&server_dir)).await.expect("a server");
    let installation = installation.with("DATABASE_URL", server.url());
    let mut program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let mut database = PgConnection::connect(&server.url()).await.expect("a connection");
    let emails = insert_applicants(&mut database, 1).await;
    let client = sign_in_all(&program.url, &emails).await.remove(0);
    database.execute(HOLD_COMMITS).await.expect("a trigger");
    let photo = photos::photo(ImageKind::Png, 320, 240);
    for rows in ["select id::text from applications", "select id::text from headshots where state = 'stored'"]
    {
        let send = async |url: &str| {
            if rows.contains("applications") {
                client.at(url).post_under("key", "/applications", Caller::wizard()).await
            } else {
                client.at(url).upload_under("key", "me.png", &photo).await
            }
        };
        database.execute("select pg_advisory_lock(7)").await.expect("a lock");
        let url = program.url.clone();
        let killed = async {
            wait_for("a held commit", async || holds(&mut database, HELD).await).await;
            program.kill().await;
        };
        let (lost, ()) = tokio::join!(send(&url), killed);
        assert!(lost.is_err(), "a response before the commit: {lost:?}");
        database.execute("select pg_advisory_unlock(7)").await.expect("a released lock");
        let mut stored = Vec::new();
        wait_for("the commit", async || {
            stored = sqlx::query_scalar::<_, String>(rows).fetch_all(&mut database).await.expect("ids");
            !stored.is_empty()
        })
        .await;
        program = installation.serve().await;
        let (status, body) = complete(send(&program.url).await).await.expect("a response");
        assert_eq!(status, 201);
        let now: Vec<String> = sqlx::query_scalar(rows).fetch_all(&mut database).await.expect("ids");
        assert_eq!((&stored, body["id"].as_str()), (&now, now.first().map(String::as_str)));
    }
    database.close().await.expect("a clean close");
    expect_invariants(&installation).await;
    program.end().await;
    server.stop().await.expect("a clean stop");
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_interrupted_by_a_kill_are_repeated_only_with_the_same_message_id() {
    let (count, kills) = scaled((40_i32, 4), (200, 15));
    let sink = SmtpSink::start().await;
    sink.answer(Step::Message, Some(Answer::After(Duration::from_millis(30))));
    let installation = quiet_installation().with_mail(&sink);
    let mut program = installation.serve().await;
    queue_mails(&installation, count).await;
    let (count, mut arrived) = (count.unsigned_abs() as usize, 0);
    for kill in 1..=kills {
        // Some mails arrive between two kills, so that kills hit any point in an SMTP session.
        arrived = sink.wait_for(arrived + count / (kills + 2)).await.len();
        tokio::time::sleep(Duration::from_millis(7 * kill as u64)).await;
        program.kill().await;
        program = installation.serve().await;
    }
    program.kill().await;
    let site = later(installation).await;
    until_mails_are_sent(&site).await;
    let mut arrivals: HashMap<String, Vec<String>> = HashMap::new();
    for mail in sink.mails() {
        arrivals.entry(mail.read().message_id).or_default().push(mail.to.concat());
    }
    let stored = site.rows("select message_id from outbox where state = 'sent'").await;
    assert_eq!((stored.len(), arrivals.len()), (count, count));
    for (id, to) in &arrivals {
        assert!(stored.contains(id), "{id} is not stored");
        assert!(to.iter().all(|other| *other == to[0]), "{id} went to {to:?}");
    }
    assert!(sink.mails().len() <= count + kills + 1, "{} mails for {count}", sink.mails().len());
    expect_invariants(&site.close().await).await;
}
