//! `worker` next to `serve --no-worker`, and tasks that only one process runs at a time.

use std::fs::File;
use std::path::PathBuf;
use std::time::SystemTime;

use forum_adapters::postgres::ProcessLock;
use forum_tests::program::Program;
use forum_tests::waiting::wait_for;
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
