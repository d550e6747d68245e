//! The outbox for administrators, lists of emails and changes of failed ones; and a commit that queues a mail wakes
//! the worker.

use std::time::Duration;

use forum_domain::applications::Decision;
use forum_domain::mail::{FailedMailChange, MailKind, MailRecord, MailSort, MailState};
use forum_domain::shared::{Code, LogPage, Page, Refusal};
use forum_tests::builders::{NOON, audit, mail};
use forum_tests::stores::Stores;

use tokio::time::timeout;
use uuid::Uuid;

use super::outbox::{lease, queue, queued};

async fn list(stores: &Stores, state: Option<MailState>, limit: u32) -> LogPage<MailRecord> {
    let page = MailSort::page(state, Page { limit, offset: 0 });
    stores.outbox.list(state, page).await.expect("a list of mails")
}

fn ids(page: &LogPage<MailRecord>) -> Vec<Uuid> {
    page.items.iter().map(|mail| mail.id).collect()
}

/// A mail that could not be sent. The others stay leased.
pub(crate) async fn dead(stores: &Stores) -> Uuid {
    let mail = queued(stores, "a@example.org", NOON).await;
    let leased = lease(stores, 100, NOON).await;
    let entry = leased.iter().find(|entry| entry.mail.id == mail).expect("the mail");
    stores.bury_mail(mail, entry.lease, NOON, "550 no").await;
    mail
}

/// Mails queued at the same time are sorted by id.
#[tokio::test]
async fn a_walk_visits_each_of_several_simultaneous_mails_once_while_others_arrive() {
    let stores = &Stores::fresh().await;
    let mut all = Vec::new();
    for turn in 0..7 {
        all.push(queued(stores, &format!("p{turn}@example.org"), NOON).await);
    }
    all.sort_unstable();
    all.reverse();
    let state = Some(MailState::Queued);
    let mut page = list(stores, state, 3).await;
    let mut seen = ids(&page);
    while let Some(cursor) = page.next_cursor.take() {
        queued(stores, "late@example.org", NOON + time::Duration::microseconds(1)).await;
        let next = MailSort::page(state, Page { limit: 3, offset: 0 });
        let next = next.at(&cursor).expect("a cursor of this list");
        page = stores.outbox.list(state, next).await.expect("a page");
        seen.extend(ids(&page));
        assert!(seen.len() <= all.len(), "a mail is read twice");
    }
    assert_eq!(seen, all);
}

/// The worker skips locked mails, so the lock of a refused change ends with it.
#[tokio::test]
async fn a_refused_change_leaves_the_mail_free_and_a_discarded_mail_is_deleted() {
    let stores = &Stores::fresh().await;
    let waiting = queued(stores, "b@example.org", NOON).await;
    let refuse = Box::new(|state: &MailState| Err(Refusal::new(Code::Conflict, state.as_str())));
    let refused = stores.outbox.change_failed(waiting, None, refuse).await;
    assert_eq!(refused, Err(Refusal::new(Code::Conflict, "queued")));
    assert_eq!(lease(stores, 1, NOON).await.len(), 1);
    let mail = dead(stores).await;
    let (audit, again) = (audit("email_message.discarded", mail), audit("email_message.retried", mail));
    let discard = move |_: &MailState| Ok(FailedMailChange { due_at: None, audit, record: None });
    assert_eq!(stores.outbox.change_failed(mail, None, Box::new(discard)).await, Ok(()));
    assert_eq!(ids(&list(stores, None, 10).await), [waiting]);
    assert_eq!(stores.readback.audit_actions().await, ["email_message.failed", "email_message.discarded"]);
    assert_eq!(stores.retry_mail(mail, again, None).await, Err(Code::NotFound.into()));
}

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
