//! `OutboxStore::wait_for_work`: a commit that queues a mail wakes the worker.

use std::sync::Arc;
use std::time::Duration;

use forum_domain::applications::Decision;
use forum_domain::mail::MailKind;
use forum_tests::builders::{NOON, mail};
use forum_tests::stores::Stores;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::outbox::queue;

/// Far longer than any wait may take.
const AGES: Duration = Duration::from_secs(3_600);
/// How long a test waits for a store that does not wake.
const GIVE_UP: Duration = Duration::from_secs(5);
/// How long to wait for one commit to wake a worker, which may not be waiting yet.
const MOMENT: Duration = Duration::from_millis(100);

/// Commits repeatedly, because the first commits may come before the worker waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_wakes_a_waiting_worker() {
    let stores = &Stores::fresh().await;
    let outbox = Arc::clone(&stores.outbox);
    let mut waiting = JoinSet::new();
    waiting.spawn(async move { outbox.wait_for_work(AGES).await });
    let woken = async {
        loop {
            queue(stores, mail(MailKind::AccountExists, "a@example.org", NOON)).await;
            if let Ok(woken) = timeout(MOMENT, waiting.join_next()).await {
                return woken;
            }
        }
    };
    let woken = timeout(GIVE_UP, woken).await.expect("a wake-up within the timeout");
    woken.expect("a waiting worker").expect("a worker without a panic");
}

/// A worker that is busy while a mail is queued notices it on its next wait.
#[tokio::test]
async fn a_commit_between_two_waits_is_not_missed() {
    let stores = &Stores::fresh().await;
    stores.outbox.wait_for_work(MOMENT).await;
    queue(stores, mail(MailKind::AccountExists, "a@example.org", NOON)).await;
    let noticed = timeout(GIVE_UP, stores.outbox.wait_for_work(AGES)).await;
    noticed.expect("a wake-up after the commit");
}

/// Each queues its mail in a separate statement.
#[tokio::test]
async fn a_submission_and_a_decision_wake_the_worker() {
    let stores = &Stores::fresh().await;
    let noticed = async || {
        let noticed = timeout(GIVE_UP, stores.outbox.wait_for_work(AGES)).await;
        noticed.expect("a wake-up after the commit");
    };
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    stores.outbox.wait_for_work(MOMENT).await;
    let application = stores.submitted(ana, NOON).await;
    noticed().await;
    stores.decide(application.id, Decision::Approve, admin, NOON).await;
    noticed().await;
}

/// A wait ends even without work, because retries become due without a commit.
#[tokio::test]
async fn waiting_ends_at_its_timeout() {
    let stores = &Stores::fresh().await;
    let ended = timeout(GIVE_UP, stores.outbox.wait_for_work(MOMENT)).await;
    ended.expect("the end of the wait");
}

/// A wait that ended immediately would keep an idle worker busy.
#[tokio::test]
async fn a_wait_without_work_continues() {
    let stores = &Stores::fresh().await;
    let ended = timeout(MOMENT, stores.outbox.wait_for_work(AGES)).await;
    assert!(ended.is_err(), "nothing was queued, and the wait ended: {ended:?}");
}
