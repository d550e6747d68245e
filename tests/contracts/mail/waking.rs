//! `OutboxStore::wait_for_work`: a commit that queues a mail wakes the worker.

use std::time::Duration;

use forum_domain::applications::Decision;
use forum_domain::mail::MailKind;
use forum_tests::builders::{NOON, mail};
use forum_tests::stores::Stores;
use tokio::time::timeout;

use super::outbox::queue;

/// Far longer than any wait may take.
const AGES: Duration = Duration::from_secs(3_600);
/// How long a test waits for a store that does not wake.
const GIVE_UP: Duration = Duration::from_secs(5);
/// Too short for a worker to be woken without a commit.
const MOMENT: Duration = Duration::from_millis(100);

/// A wait that ended without work would keep an idle worker busy. One that is busy while a mail is queued notices it on its
/// next wait.
#[tokio::test]
async fn a_worker_waits_until_a_commit_queues_a_mail() {
    let stores = &Stores::fresh().await;
    let ended = timeout(MOMENT, stores.outbox.wait_for_work(AGES)).await;
    assert!(ended.is_err(), "nothing was queued, and the wait ended: {ended:?}");
    queue(stores, mail(MailKind::AccountExists, "a@example.org", NOON)).await;
    let noticed = timeout(GIVE_UP, stores.outbox.wait_for_work(AGES)).await;
    noticed.expect("a wake-up after the commit");
    // Retries become due without a commit.
    let ended = timeout(GIVE_UP, stores.outbox.wait_for_work(MOMENT)).await;
    ended.expect("the end of the wait");
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
