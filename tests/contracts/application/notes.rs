//! Notes and reads of an application, and former administrators.

use forum_domain::accounts::Role;
use forum_domain::applications::ChangeActor;
use forum_domain::audit::AuditEvent;
use forum_domain::notes::{self, NewNote, Notable, Note};
use forum_domain::shared::{Code, Step};
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, act, change_step, id};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

/// The real rule for a new note.
pub(crate) fn adding(application: Uuid, author: Uuid) -> Step<Notable, NewNote> {
    Box::new(move |seen| notes::add(seen, application, author, "Called.".to_owned(), &act(NOON)))
}

pub(crate) async fn noted(stores: &Stores, application: Uuid, author: Uuid) -> Note {
    stores.notes.add(application, author, adding(application, author)).await.expect("a stored note")
}

fn never<C, R>() -> Step<C, R> {
    Box::new(|_| panic!("the step must not run"))
}

/// The role is checked under the lock, before the step.
#[tokio::test]
async fn a_former_administrator_reads_adds_changes_undoes_and_asks_for_nothing() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    let admin = stores.admin().await;
    for (email, change) in
        [("a@example.org", UserChange::Revoke(Role::Admin)), ("b@example.org", UserChange::Disable)]
    {
        let former = stores.user(email, &[Role::Admin]).await;
        let note = noted(stores, application, former).await.id;
        stores.users.change(former, change_step(change, Some(admin), NOON)).await.expect("an allowed change");
        let actor = ChangeActor::Administrator(former);
        let refused = [
            stores.notes.list(application, former, never()).await.map(drop),
            stores.notes.add(application, former, never()).await.map(drop),
            stores.notes.change(application, note, former, never()).await.map(drop),
            stores.review.decide(application, former, never()).await.map(drop),
            stores.review.undo(application, former, never()).await.map(drop),
            stores.change_requests.change(application, actor, never()).await.map(drop),
        ];
        assert_eq!(refused.map(|refused| refused.map_err(|refusal| refusal.code)), [Err(Code::Forbidden); 6]);
        // The path names an application, so that a note is not found under another one.
        let elsewhere = stores.notes.change(id(), note, admin, never()).await;
        assert_eq!(elsewhere.map_err(|refusal| refusal.code), Err(Code::NotFound));
    }
}

/// A page makes several reads when it opens an application, and reads the notes after every event.
#[tokio::test]
async fn a_read_is_audited_unless_the_same_administrators_last_one_is_recent() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    let admin = stores.admin().await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    let reads = async |admin, minutes| {
        let at = NOON + Duration::minutes(minutes);
        let audit =
            move || AuditEvent::new(id(), at, Some(admin), "application.read", ("application", application));
        let (list, one, two) = futures_util::join!(
            stores.notes.list(application, admin, Box::new(move |_| Ok(audit()))),
            stores.audit.record_read(audit()),
            stores.audit.record_read(audit())
        );
        assert!(list.is_ok() && one.is_ok() && two.is_ok(), "{list:?}, {one:?}, {two:?}");
        let actions = stores.readback.audit_actions().await;
        actions.iter().filter(|action| *action == "application.read").count()
    };
    assert_eq!(reads(admin, 0).await, 1);
    assert_eq!(reads(admin, 14).await, 1);
    assert_eq!(reads(other, 14).await, 2);
    assert_eq!(reads(admin, 15).await, 3);
}
