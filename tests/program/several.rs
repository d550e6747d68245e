//! Several processes on one database behave like one process.

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use forum_adapters::postgres::ProcessLock;
use forum_domain::headshots::ImageKind;
use forum_domain::limits::RateLimit;
use forum_tests::photos;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::{Installation, Program};
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::timing::wait_for;
use futures_util::future::join_all;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::{Client, PASSWORD};

const ORIGIN: &str = "http://localhost:8080";
const ADMIN: &str = "director@forum.example";
const ANA: &str = "ana@school.example";
const NEXT_PASSWORD: &str = "Saddle-93-orchard";
const OLD_MAILS: &str = "select count(*) from outbox where queued_at < now() - interval '90 days'";

/// The resources that the processes share: an empty database, the key and photo directories, and the mail host.
struct Shared {
    database: PostgresDatabase,
    sink: SmtpSink,
    installation: Installation,
}

impl Shared {
    async fn new() -> Self {
        let (database, sink) = (PostgresDatabase::empty().await, SmtpSink::start().await);
        let installation = Installation::new()
            .with("DATABASE_URL", database.url())
            // The test server has few connections, which many tests share.
            .with("FORUM__DATABASE__POOL", "4")
            .with("FORUM__SITE__ORIGIN", ORIGIN)
            .with_mail(&sink);
        Self { database, sink, installation }
    }

    /// Starts three processes concurrently.
    async fn three(&self) -> [Program; 3] {
        let started = join_all((0..3).map(|_| self.installation.serve())).await;
        started.try_into().ok().expect("three programs")
    }

    /// Creates an administrator and signs in at `url`.
    async fn admin(&self, url: &str) -> Client {
        self.installation.create_admin(ADMIN, PASSWORD).await;
        Client::new(url).sign_in(ADMIN, PASSWORD).await
    }

    /// Signs up an applicant at `url`, confirms the address and signs in. No other mail may be sent at the same time.
    async fn applicant(&self, url: &str, email: &str) -> Client {
        Client::new(url).applicant(email, &self.sink, self.sink.mails().len() + 1).await
    }

    async fn number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(self.database.pool()).await.expect("a number")
    }

    /// Ends the processes in order and removes the database.
    async fn end(self, programs: impl IntoIterator<Item = Program>) {
        for program in programs {
            program.end().await;
        }
    }
}

/// `ok`, or the problem code of a request to this process.
async fn status_at(url: &str, client: &Client) -> String {
    let answer = client.at(url).get("/users/me").await;
    answer["code"].as_str().unwrap_or("ok").to_owned()
}

type Urls<'a> = [&'a str; 3];

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_else(|| panic!("{member} in {value}"))
}

/// A client for a new session. [`Client::at`] sets the address of a process.
fn client_of(session: &Value) -> Client {
    Client::new("").with_token(text(session, "access_token"))
}

async fn statuses(urls: Urls<'_>, person: &Client) -> Vec<String> {
    join_all(urls.map(|url| status_at(url, person))).await
}

#[tokio::test]
async fn three_processes_that_start_at_once_on_an_empty_database_behave_like_one() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__LIMITS__FACTOR", "1");
    let programs = shared.three().await;
    let urls = programs.each_ref().map(|program| program.url.as_str());
    let migrations =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations")).expect("a folder");
    let applied = shared.number("select count(*) from _sqlx_migrations where success").await;
    assert_eq!(usize::try_from(applied).expect("a number"), migrations.count());
    let keys = join_all(urls.map(async |url| Client::new(url).get("/auth/keys").await)).await;
    assert_eq!(keys[0]["items"].as_array().expect("keys").len(), 1);
    assert!(keys.iter().all(|set| *set == keys[0]), "{keys:?}");

    let ana = shared.applicant(urls[0], ANA).await;
    let admin = shared.admin(urls[0]).await;
    assert_eq!(statuses(urls, &admin).await, ["ok"; 3]);
    a_photo_in_a_shared_folder_is_served_by_every_process(urls, &ana).await;
    a_preview_is_shown_by_every_process(urls, &admin).await;
    a_session_is_used_and_refreshed_elsewhere_and_ends_at_all(urls).await;
    changes_of_password_role_and_account_apply_from_the_next_request(urls, &admin, &ana).await;
    a_limit_reached_at_two_processes_is_reached_at_every_process(urls).await;
    shared.end(programs).await;
}

/// Returns the created resource and whether the response is a replay.
async fn created(answer: reqwest::Result<Response>) -> (Value, bool) {
    let answer = answer.expect("a response");
    assert_eq!(answer.status(), 201);
    let is_replay = answer.headers().contains_key("idempotency-replayed");
    (answer.json().await.expect("JSON"), is_replay)
}

async fn a_photo_in_a_shared_folder_is_served_by_every_process(urls: Urls<'_>, ana: &Client) {
    let photo = photos::photo(ImageKind::Png, 64, 48);
    let upload = async |url| created(ana.at(url).upload_under("photo 1", "me.png", &photo).await).await;
    let (photo, _) = upload(urls[0]).await;
    assert_eq!(upload(urls[1]).await, (photo.clone(), true));
    let path = text(&photo, "headshot_url");
    let statuses = async || {
        join_all(urls.map(async |url| Client::new(url).fetch(path, &[]).await.status().as_u16())).await
    };
    assert_eq!(statuses().await, [200, 200, 200]);
    let own = format!("/headshots/{}", text(&photo, "id"));
    ana.at(urls[2]).call(Method::DELETE, &own, &Value::Null, 204).await;
    assert_eq!(statuses().await, [404, 404, 404]);
}

async fn a_preview_is_shown_by_every_process([_, two, three]: Urls<'_>, admin: &Client) {
    let texts = json!({ "subject": "Hello {{first_name}}", "html_content": "<p>Dear {{first_name}}</p>" });
    let preview = "/admin/email-templates/application_approved/preview";
    let preview = admin.at(two).call(Method::POST, preview, &texts, 200).await;
    let page = Client::new(three).fetch(text(&preview, "preview_url"), &[]).await;
    assert_eq!(page.status(), 200);
    assert!(page.text().await.expect("a page").contains("Dear Dana"));
}

async fn a_session_is_used_and_refreshed_elsewhere_and_ends_at_all(urls: Urls<'_>) {
    let [one, two, three] = urls;
    let credentials = json!({ "email": ADMIN, "password": PASSWORD });
    let session = Client::new(one).call(Method::POST, "/auth/sessions", &credentials, 201).await;
    assert_eq!(statuses(urls, &client_of(&session)).await, ["ok"; 3]);
    let refresh = async |url| {
        let body = json!({ "refresh_token": session["refresh_token"] });
        Client::new(url).call(Method::POST, "/auth/sessions/refresh", &body, 200).await
    };
    let refreshed = refresh(two).await;
    let person = client_of(&refreshed);
    assert_eq!(statuses(urls, &person).await, ["ok"; 3]);
    // The response was lost, and the client sends the same token to another process.
    assert_eq!(refresh(three).await["refresh_token"], refreshed["refresh_token"]);
    person.at(three).call(Method::DELETE, "/auth/sessions?scope=local", &Value::Null, 204).await;
    assert_eq!(statuses(urls, &person).await, ["session_revoked"; 3]);
}

async fn changes_of_password_role_and_account_apply_from_the_next_request(
    urls: Urls<'_>,
    admin: &Client,
    ana: &Client,
) {
    let [one, two, three] = urls;
    let elsewhere = Client::new(three).sign_in(ANA, PASSWORD).await;
    assert_eq!(statuses(urls, ana).await, ["ok"; 3]);
    assert_eq!(status_at(two, &elsewhere).await, "ok");
    let change = json!({ "current_password": PASSWORD, "password": NEXT_PASSWORD });
    ana.at(one).call(Method::PUT, "/users/me/password", &change, 204).await;
    assert_eq!([status_at(two, ana).await, status_at(two, &elsewhere).await], ["ok", "session_revoked"]);

    let me = ana.at(two).get("/users/me").await;
    let path = format!("/admin/users/{}", text(&me, "id"));
    let queue = async |url, status| {
        ana.at(url).call(Method::GET, "/admin/applications", &Value::Null, status).await;
    };
    queue(three, 403).await;
    let (role, why) = (format!("{path}/roles/admin"), json!({ "reason": "a colleague" }));
    admin.at(two).call(Method::PUT, &role, &why, 200).await;
    queue(three, 200).await;
    admin.at(three).call(Method::DELETE, &format!("{role}?reason=left"), &Value::Null, 204).await;
    queue(one, 403).await;
    queue(two, 403).await;

    admin.at(three).call(Method::POST, &format!("{path}/disable"), &why, 204).await;
    assert_eq!(statuses(urls, ana).await, ["session_revoked"; 3]);
}

async fn a_limit_reached_at_two_processes_is_reached_at_every_process(urls: Urls<'_>) {
    let wrong = json!({ "email": "cy@school.example", "password": "Wrong-9-password" });
    let guess = async |url| Client::new(url).post("/auth/sessions", wrong.clone()).await.status().as_u16();
    for (_, url) in (0..RateLimit::PASSWORDS_IN_NETWORK.burst).zip(urls[..2].iter().cycle()) {
        assert_eq!(guess(*url).await, 401);
    }
    for url in urls {
        assert_eq!(guess(url).await, 429);
    }
}

impl Shared {
    /// Inserts a mail that was sent long ago.
    async fn leave_an_old_mail(&self) {
        let sent = "insert into outbox
                        (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, state, sent_at)
                    values (gen_random_uuid(), gen_random_uuid() || '@old.example', 'account_exists', 'ana@school.example',
                            '', '', now() - interval '99 days', now(), 'sent', now() - interval '99 days')";
        sqlx::query(sent).execute(self.database.pool()).await.expect("a mail");
    }

    /// Creates an old file that belongs to no photo.
    fn leave_an_old_file(&self) -> PathBuf {
        let folder =
            self.installation.path().join("data/files/headshots/0190a7b0-0000-7000-8000-000000000001");
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("headshot-1.jpg");
        let file = File::create(&path).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("a set modification time");
        path
    }

    fn lock(&self, work: &'static str) -> ProcessLock {
        ProcessLock::new(self.database.pool().clone(), work)
    }
}

/// Waits until a process has found the locks of this work held twice. In between it would have done the work.
async fn until_refused_twice(process: &Program, work: &[&str]) {
    for work in work {
        let work = format!("\"work\":\"{work}\"");
        let refusals = || {
            let log = process.log();
            log.lines()
                .filter(|line| line.contains("another process does this work") && line.contains(&work))
                .count()
        };
        wait_for("two refusals", async || refusals() >= 2).await;
    }
}

#[tokio::test]
async fn servers_without_a_worker_send_no_mail_and_delete_no_rows() {
    let shared = Shared::new().await;
    shared.installation.run(&["migrate"]).await.success();
    shared.leave_an_old_mail().await;
    let file = shared.leave_an_old_file();
    let site = shared.installation.serve_only().await;
    let client = Client::new(&site.url);
    for number in 0..8 {
        client.sign_up(&format!("ana-{number}@school.example")).await;
    }
    let untouched = "select count(*) from outbox where state = 'queued' and attempts = 0";
    assert_eq!((shared.number(untouched).await, shared.sink.mails().len()), (8, 0));
    assert_eq!((shared.number(OLD_MAILS).await, file.exists()), (1, true));
    // Unsent mail does not make the site unready, regardless of how long it waits.
    let old = "update outbox set due_at = due_at - interval '1 hour' where state = 'queued'";
    sqlx::query(old).execute(shared.database.pool()).await.expect("backdated mails");
    let ready = Client::new(&site.url).call(Method::GET, "/ready", &Value::Null, 200).await;
    let note = &ready["notes"][0];
    assert_eq!((&note["field"], &note["code"]), (&"/checks/outbox".into(), &"stalled".into()));

    let worker = shared.installation.work().await;
    assert_eq!(worker.url, ORIGIN);
    let mails = shared.sink.wait_for(8).await;
    assert!(mails.iter().all(|mail| mail.read().text.contains(&format!("{ORIGIN}/auth/confirm#token="))));
    wait_for("cleaning up", async || shared.number(OLD_MAILS).await == 0 && !file.exists()).await;
    shared.end([worker, site]).await;
}

#[tokio::test]
async fn only_one_process_does_housekeeping() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("RUST_LOG", "info,educators_forum=debug");
    shared.installation.run(&["migrate"]).await.success();
    shared.leave_an_old_mail().await;
    let file = shared.leave_an_old_file();
    let held = [
        shared.lock("housekeeping").try_lock().await.expect("a server").expect("a free lock"),
        shared.lock("photo sweep").try_lock().await.expect("a server").expect("a free lock"),
    ];
    let workers = [shared.installation.work().await, shared.installation.work().await];
    for worker in &workers {
        until_refused_twice(worker, &["housekeeping", "photo sweep"]).await;
    }
    assert_eq!((shared.number(OLD_MAILS).await, file.exists()), (1, true));
    for lock in held {
        lock.unlock().await.expect("a connection");
    }
    wait_for("cleaning up", async || shared.number(OLD_MAILS).await == 0 && !file.exists()).await;
    shared.end(workers).await;
}

/// A timeout for the program's exit, far longer than the exit takes and far shorter than the drain time.
const GIVE_UP: Duration = Duration::from_secs(120);

#[tokio::test]
async fn a_draining_process_keeps_serving_but_is_not_ready() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__HTTP__DRAIN_SECONDS", "300");
    let mut program = shared.installation.serve().await;
    let url = program.url.clone();
    let admin = shared.admin(&url).await;
    // A persistent connection, like a proxy's.
    let kept = reqwest::Client::new();
    let ready = async || kept.get(format!("{url}/api/ready")).send().await.expect("a response");
    let before = ready().await;
    assert_eq!((before.status().as_u16(), before.headers().get("connection")), (200, None));
    drop(before.bytes().await);

    program.signal("TERM").await;
    wait_for("not ready", async || ready().await.status() == 503).await;
    let leaving = ready().await;
    assert_eq!(leaving.headers()["connection"], "close");
    let response: Value = leaving.json().await.expect("a problem");
    assert_eq!(
        (&response["code"], &response["detail"]),
        (&json!("unavailable"), &json!("The program is about to stop."))
    );
    // Requests over new connections are also served.
    Client::new(&url).call(Method::GET, "/health", &Value::Null, 200).await;
    let session = json!({ "email": ADMIN, "password": PASSWORD });
    Client::new(&url).call(Method::POST, "/auth/sessions", &session, 201).await;
    assert_eq!(status_at(&url, &admin).await, "ok");

    program.signal("TERM").await;
    let ended = timeout(GIVE_UP, program.ended()).await.expect("an exit after the second signal");
    assert_eq!(ended.code(), Some(1));
    shared.end([]).await;
}

#[tokio::test]
async fn a_draining_process_exits_cleanly_after_its_drain_time() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__HTTP__DRAIN_SECONDS", "1");
    let program = shared.installation.serve().await;
    shared.end([program]).await;
}
