//! The outbox for administrators: lists of emails, and changes of failed ones.

use forum_domain::accounts::Role;
use forum_domain::mail::{FailedMailChange, MailRecord, MailSort, MailState};
use forum_domain::shared::{Code, LogPage, Page, Refusal};
use forum_tests::builders::{NOON, audit, id};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use super::outbox::{lease, queued};

async fn list(stores: &Stores, state: Option<MailState>, limit: u32) -> LogPage<MailRecord> {
    let page = MailSort::page(state, Page { limit, offset: 0 });
    stores.outbox.list(state, page).await.expect("a list of mails")
}

fn ids(page: &LogPage<MailRecord>) -> Vec<Uuid> {
    page.items.iter().map(|mail| mail.id).collect()
}

/// A retry, whose audit entry has this id, by `actor`.
async fn retry(stores: &Stores, mail: Uuid, entry: Uuid, actor: Option<Uuid>) -> Result<(), Refusal> {
    let mut audit = audit("email_message.retried", mail);
    (audit.id, audit.actor_id) = (entry, actor);
    stores.retry_mail(mail, audit, None).await
}

async fn dead(stores: &Stores) -> Uuid {
    let mail = queued(stores, "a@example.org", NOON).await;
    let lease = lease(stores, 1, NOON).await.remove(0).lease;
    stores.bury_mail(mail, lease, NOON, "550 no").await;
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
        queued(stores, "late@example.org", NOON + Duration::microseconds(1)).await;
        let next = MailSort::page(state, Page { limit: 3, offset: 0 });
        let next = next.at(&cursor).expect("a cursor of this list");
        page = stores.outbox.list(state, next).await.expect("a page");
        seen.extend(ids(&page));
        assert!(seen.len() <= all.len(), "a mail is read twice");
    }
    assert_eq!(seen, all);
}

/// The administrator was demoted or disabled after the request arrived.
#[tokio::test]
async fn a_former_administrator_changes_no_dead_letter() {
    let stores = &Stores::fresh().await;
    let mail = dead(stores).await;
    let member = stores.user("member@forum.example", &[Role::Member]).await;
    let disabled = stores.user("off@forum.example", &[Role::Admin]).await;
    stores.readback.disable(disabled, NOON).await;
    for actor in [member, disabled, id()] {
        assert_eq!(retry(stores, mail, id(), Some(actor)).await, Err(Code::Forbidden.into()));
    }
    assert_eq!(ids(&list(stores, Some(MailState::Failed), 10).await), [mail]);
}

/// The retry and its audit entry are both written, or neither.
#[tokio::test]
async fn a_retry_whose_audit_entry_cannot_be_written_keeps_the_dead_letter() {
    let stores = &Stores::fresh().await;
    let (mail, entry) = (dead(stores).await, id());
    let mut taken = audit("email_message.retried", mail);
    taken.id = entry;
    stores.audit.record(taken).await.expect("a stored entry");
    let refused = retry(stores, mail, entry, None).await.expect_err("a refusal");
    assert_eq!(refused.code, Code::InternalError);
    assert_eq!(ids(&list(stores, Some(MailState::Failed), 10).await), [mail]);
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
    let audit = audit("email_message.discarded", mail);
    let discard = move |_: &MailState| Ok(FailedMailChange { due_at: None, audit, record: None });
    assert_eq!(stores.outbox.change_failed(mail, None, Box::new(discard)).await, Ok(()));
    assert_eq!(ids(&list(stores, None, 10).await), [waiting]);
    assert_eq!(stores.readback.audit_actions().await, ["email_message.failed", "email_message.discarded"]);
    assert_eq!(retry(stores, mail, id(), None).await, Err(Code::NotFound.into()));
}
