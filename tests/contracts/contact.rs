//! `ContactStore`: a message and its mail are one transaction, and of two administrators one acts.

use forum_domain::accounts::Role;
use forum_domain::contact::{
    self, ContactMessage, Letter, MessageAct, MessageState, NewMessage, Signer, Subject,
};
use forum_domain::shared::{Code, Refusal};
use forum_tests::builders::{NOON, act, address};
use forum_tests::stores::{Stores, mailboxes};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::concurrently;
use crate::mail::outbox::lease;
use crate::rollback::stores_nothing;

/// A letter that a person has written.
pub(crate) fn received(email: &str, at: OffsetDateTime) -> NewMessage {
    let letter = Letter {
        full_name: "Ada Lopez".to_owned(),
        email: address(email),
        phone: None,
        subject: Subject::MediaRequest,
        text: "May I quote the report?".to_owned(),
        is_teacher: true,
    };
    contact::receive(letter, true, None, &mailboxes(), &act(at))
}

async fn change(stores: &Stores, id: Uuid, actor: Uuid, what: MessageAct) -> Result<ContactMessage, Refusal> {
    let signer = Signer { id: actor, name: None };
    let step = move |seen: &ContactMessage| contact::change(seen, what, signer, &mailboxes(), &act(NOON));
    stores.contact.change(id, actor, Box::new(step)).await
}

#[tokio::test]
async fn a_message_is_stored_with_its_mail_or_not_at_all_and_the_mail_finds_what_was_written() {
    let stores = &Stores::fresh().await;
    let first = received("ada@example.org", NOON);
    stores.contact.add(first.clone()).await.expect("a stored message");
    let mail = lease(stores, 1, NOON).await.remove(0).mail;
    assert_eq!(Some(&mail), first.mail.as_ref());
    assert_eq!(stores.contact.letter_of(mail.id).await, Ok(Some(first.message.letter)));
    let twice = ContactMessage {
        mail_id: None,
        state: MessageState::Spam,
        ..received("bo@example.org", NOON).message
    };
    let twice = NewMessage { message: twice, mail: Some(mail), record: None };
    stores_nothing(stores, "a message", stores.contact.add(twice)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_administrators_who_act_at_once_one_succeeds_and_a_former_one_never() {
    let stores = &Stores::fresh().await;
    let message = received("ada@example.org", NOON);
    let id = message.message.id;
    stores.contact.add(message).await.expect("a stored message");
    let admins = stores.ana_and_bo(&[Role::Admin]).await;
    for what in [MessageAct::Take, MessageAct::Mark(MessageState::Answered)] {
        // Both wait for the row, so both have read it unless they lock it first.
        let mut lock = stores.pool().begin().await.expect("a transaction");
        sqlx::raw_sql("select from contact_messages for update").execute(&mut *lock).await.expect("a lock");
        let acts = concurrently(admins.map(|admin| {
            let stores = stores.clone();
            async move { change(&stores, id, admin, what).await.map(drop).map_err(|refusal| refusal.code) }
        }));
        let release = async {
            let waits = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
            while sqlx::query_scalar::<_, i64>(waits).fetch_one(stores.pool()).await.expect("a number") < 2 {
                tokio::task::yield_now().await;
            }
            lock.commit().await.expect("a commit");
        };
        let (mut done, ()) = tokio::join!(acts, release);
        done.sort_by_key(Result::is_err);
        assert_eq!(done, [Ok(()), Err(Code::Conflict)], "{what:?}");
    }
    let former = stores.applicant("cy@example.org").await;
    let refused = change(stores, id, former, MessageAct::Mark(MessageState::New)).await.map(drop);
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Forbidden));
}
