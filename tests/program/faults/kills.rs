//! `kill -9` during submissions, uploads and mail delivery. Retried requests have no second effect, files match rows, and
//! a mail that arrives more than once has the same `Message-ID`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use forum_adapters::system::SystemClock;
use forum_domain::headshots::ImageKind;
use forum_domain::shared::Clock;
use forum_tests::harness::Caller;
use forum_tests::memory::FixedClock;
use forum_tests::photos;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use private_postgres::PrivateCluster;
use reqwest::Response;
use serde_json::Value;
use sqlx::{Connection, Executor, PgConnection};
use std::time::Duration;

use super::applicants::{ADMIN, PASSWORD, applicants, insert_applicants, quiet_installation, sign_in_all};
use super::report::{Fault, expect_invariants, scaled};
use super::storm::{Sent, storm};
use crate::client::Client;
use crate::postgres_processes::wait_for;
use crate::support::in_process::{InProcess, connection};

/// The responses by job. Every retry must get the same response.
#[derive(Clone, Default)]
struct Responses(Arc<Mutex<HashMap<usize, Value>>>);

impl Responses {
    /// Whether a complete response has arrived.
    async fn note(&self, job: usize, sent: reqwest::Result<Response>) -> bool {
        let Ok(response) = sent else { return false };
        let status = response.status();
        let Ok(body) = response.json::<Value>().await else { return false };
        assert_eq!(status, 201, "{body}");
        let mut responses = self.0.lock().expect("an intact lock");
        assert_eq!(*responses.entry(job).or_insert_with(|| body.clone()), body);
        true
    }

    fn ids(&self) -> Vec<String> {
        let responses = self.0.lock().expect("an intact lock");
        let mut ids: Vec<String> =
            responses.values().map(|body| body["id"].as_str().expect("an id").to_owned()).collect();
        ids.sort_unstable();
        ids
    }
}

/// An installation with an administrator and these applicants.
async fn crowd(count: i32) -> (Installation, forum_tests::program::Program, Arc<Vec<Client>>) {
    let installation = quiet_installation();
    let program = installation.serve().await;
    installation.create_admin(ADMIN, PASSWORD).await;
    let clients = applicants(&installation, &program.url, count).await;
    (installation, program, Arc::new(clients))
}

/// Serves with a clock two hours ahead, when leases have expired and the sweep removes leftovers.
async fn later(installation: Installation) -> InProcess {
    let later = FixedClock::at(SystemClock.now() + time::Duration::hours(2));
    InProcess::serve_at(installation, later.into()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn submissions_repeated_after_a_kill_get_the_same_response_and_are_stored_once() {
    let fault = Fault::begin(
        "kill -9 during submissions",
        "restarts; applicants see a failed request, and their browser repeats it with the same key",
    );
    let (count, kills) = scaled((24, 4), (120, 15));
    let (installation, program, clients) = crowd(count).await;
    let responses = Responses::default();
    let submit = |Sent { job, url, .. }: Sent<usize>| {
        let (client, responses) = (clients[job].at(&url), responses.clone());
        async move {
            let key = format!("submission {job}");
            let sent = client.post_under(&key, "/applications", Caller::wizard()).await;
            responses.note(job, sent).await
        }
    };
    let (program, lost) = storm(&installation, program, 0..clients.len(), kills, submit).await;
    assert!(lost > 0, "no kill hit a submission");
    program.kill().await;
    let site = later(installation).await;
    assert_eq!(site.rows("select id::text from applications order by id::text").await, responses.ids());
    site.until_empty("select id::text from outbox where state = 'queued'").await;
    let installation = site.close().await;
    let done = format!("{count} submissions, {kills} kills, {lost} responses lost and requested again");
    fault
        .survived(
            &installation,
            done,
            "one application and one mail each, the same response to every repetition",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_repeated_after_a_kill_store_one_photo_each_and_no_other_file() {
    let fault = Fault::begin(
        "kill -9 during uploads",
        "restarts; the log counts the rows and files that the sweep removed an hour later",
    );
    let (count, kills) = scaled((16, 4), (80, 15));
    let (installation, program, clients) = crowd(count).await;
    let responses = Responses::default();
    let photo = Arc::new(photos::photo(ImageKind::Png, 320, 240));
    let upload = |Sent { job, url, .. }: Sent<usize>| {
        let (client, responses, photo) = (clients[job].at(&url), responses.clone(), photo.clone());
        async move {
            let sent = client.upload_under(&format!("photo {job}"), "me.png", &photo).await;
            responses.note(job, sent).await
        }
    };
    let (program, lost) = storm(&installation, program, 0..clients.len(), kills, upload).await;
    assert!(lost > 0, "no kill hit an upload");
    program.kill().await;
    let site = later(installation).await;
    site.until_empty("select id::text from headshots where state <> 'stored'").await;
    assert_eq!(site.rows("select id::text from headshots order by id::text").await, responses.ids());
    let store = site.installation.path().join("data/files/headshots");
    let swept = async || files(&store) == clients.len();
    wait_for("the sweep", swept).await;
    let installation = site.close().await;
    let done = format!("{count} uploads, {kills} kills, {lost} responses lost and requested again");
    fault
        .survived(&installation, done, "one photo each, its file complete, no other files after the sweep")
        .await;
}

/// The number of files below a folder, including incomplete ones.
fn files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("a list").map(|entry| entry.expect("an entry").path());
    entries.map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
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
        let held = async || sqlx::query_scalar(HELD).fetch_one(&mut database).await.expect("a list of locks");
        let killed = async {
            wait_for("a held commit", held).await;
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
        let repeated = send(&program.url).await.expect("a response");
        assert_eq!(repeated.status(), 201);
        let body: Value = repeated.json().await.expect("JSON");
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
    let fault = Fault::begin(
        "kill -9 while mails are sent",
        "restarts; the interrupted mail waits up to 20 s and may arrive twice, with one Message-ID",
    );
    let (count, kills) = scaled((40_i32, 4), (200, 15));
    let sink = SmtpSink::start().await;
    sink.answer(Step::Message, Some(Answer::After(Duration::from_millis(30))));
    let installation = quiet_installation().with_mail(&sink);
    let mut program = installation.serve().await;
    let mut database = connection(&installation).await;
    let queue = "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
                 select gen_random_uuid(), n || '@forum.example', 'account_exists', 'p' || n || '@school.example',
                        'Nadia', 'Okafor', now(), now() from generate_series(1, $1) n";
    sqlx::query(queue).bind(count).execute(&mut database).await.expect("queued mails");
    database.close().await.expect("a clean close");
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
    site.until_empty("select id::text from outbox where state = 'queued'").await;
    let mut arrivals: HashMap<String, Vec<String>> = HashMap::new();
    for mail in sink.mails() {
        arrivals.entry(mail.read().message_id).or_default().push(mail.to.concat());
    }
    let stored = site.rows("select message_id from outbox where state = 'sent'").await;
    assert_eq!((stored.len(), arrivals.len()), (count, count));
    let twice = arrivals.values().filter(|to| to.len() > 1).count();
    for (id, to) in &arrivals {
        assert!(stored.contains(id), "{id} is not stored");
        assert!(to.iter().all(|other| *other == to[0]), "{id} went to {to:?}");
    }
    assert!(sink.mails().len() <= count + kills + 1, "{} mails for {count}", sink.mails().len());
    let installation = site.close().await;
    let done = format!("{count} mails over SMTP, {} kills", kills + 1);
    fault
        .survived(&installation, done, format!("all arrived; {twice} twice, with the same Message-ID"))
        .await;
}
