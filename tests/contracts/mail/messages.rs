//! The outbox for administrators: lists of emails, and changes of failed ones.

use forum_domain::mail::{FailedMailChange, MailRecord, MailSort, MailState};
use forum_domain::shared::{Code, LogPage, Page, Refusal};
use forum_tests::builders::{NOON, audit};
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
        queued(stores, "late@example.org", NOON + Duration::microseconds(1)).await;
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
