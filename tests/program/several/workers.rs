//! `worker` next to `serve --no-worker`, and tasks that only one process runs at a time.

use std::fs::File;
use std::path::PathBuf;
use std::time::SystemTime;

use forum_adapters::postgres::ProcessLock;
use forum_tests::program::{Installation, Program, cluster_options};
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::waiting::wait_for;
use private_postgres::PrivateCluster;
use reqwest::Method;
use serde_json::Value;

use super::{ORIGIN, Shared};
use crate::client::Client;

const OLD_MAILS: &str = "select count(*) from outbox where queued_at < now() - interval '90 days'";

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
async fn a_worker_requires_a_database_and_an_origin() {
    let sink = SmtpSink::start().await;
    let installation = Installation::new().with_mail(&sink);
    let refused = async |installation: &Installation, words: &str| {
        installation.run(&["worker"]).await.fails_with(words);
    };
    refused(&installation, "DATABASE_URL: a worker needs it").await;
    let installation = installation.with("DATABASE_URL", "postgres://ann:sesame@127.0.0.1:1/forum");
    refused(&installation, "FORUM__SITE__ORIGIN: a worker needs it").await;
}

#[tokio::test]
async fn a_worker_waits_for_its_database_and_stops_on_sigterm() {
    let sink = SmtpSink::start().await;
    let installation = Installation::new();
    let options = cluster_options(&installation.path().join("server"));
    let server = PrivateCluster::start(options.clone()).await.expect("a server");
    let installation =
        installation.with("DATABASE_URL", server.url()).with("FORUM__SITE__ORIGIN", ORIGIN).with_mail(&sink);
    server.stop().await.expect("a stopped server");
    let early = installation.work().await;
    early.end().await;

    let worker = installation.work().await;
    let server = PrivateCluster::start(options).await.expect("a server");
    let site = installation.serve_only().await;
    Client::new(&site.url).sign_up("ana@school.example").await;
    sink.wait_for(1).await;
    worker.end().await;
    site.end().await;
    server.stop().await.expect("a stopped server");
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

#[tokio::test]
async fn housekeeping_moves_to_another_process_after_a_kill() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("RUST_LOG", "info,educators_forum=debug");
    shared.installation.run(&["migrate"]).await.success();
    // Housekeeping waits for this table while it holds its own lock.
    let mut busy = shared.database.pool().begin().await.expect("a transaction");
    sqlx::query("lock table application_drafts").execute(&mut *busy).await.expect("a locked table");
    let holder = shared.installation.work().await;
    let is_held = async || {
        let lock = shared.lock("housekeeping").try_lock().await.expect("a server");
        let is_held = lock.is_none();
        if let Some(lock) = lock {
            lock.unlock().await.expect("a connection");
        }
        is_held
    };
    wait_for("the lock", is_held).await;
    // The stopped process keeps its connections open.
    holder.signal("STOP").await;
    shared.leave_an_old_mail().await;
    busy.rollback().await.expect("a released lock");
    let next = shared.installation.work().await;
    until_refused_twice(&next, &["housekeeping"]).await;
    assert_eq!(shared.number(OLD_MAILS).await, 1);
    holder.kill().await;
    wait_for("cleaning up", async || shared.number(OLD_MAILS).await == 0).await;
    shared.end([next]).await;
}
