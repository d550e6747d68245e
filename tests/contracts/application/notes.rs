//! The contract of `NoteStore`.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::Decision;
use forum_domain::audit::AuditEvent;
use forum_domain::idempotency::{RecordedResponse, RequestRecord};
use forum_domain::notes::{self, MAX_NOTES, NewNote, Notable, Note, NoteChange};
use forum_domain::shared::{Code, Refusal, Step};
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, act, change_step, id, name};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::withdrawals::withdraw_step;
use crate::steps::Rendezvous;

use crate::concurrently;

/// An applicant's pending application and an administrator.
async fn pending(stores: &Stores) -> (Uuid, Uuid, Uuid) {
    let ana = stores.applicant("ana@example.org").await;
    (ana, stores.admin().await, stores.submitted(ana, NOON).await.id)
}

pub(crate) async fn noted(
    stores: &Stores,
    application: Uuid,
    author: Uuid,
    text: &str,
    at: OffsetDateTime,
) -> Note {
    stores.notes.add(application, author, adding(application, author, text, at)).await.expect("a stored note")
}

fn adding(application: Uuid, author: Uuid, text: &str, at: OffsetDateTime) -> Step<Notable, NewNote> {
    let text = text.to_owned();
    Box::new(move |seen| notes::add(seen, application, author, text, &act(at)))
}

fn editing(editor: Uuid, text: &str, at: OffsetDateTime) -> Step<Note, NoteChange> {
    let text = text.to_owned();
    Box::new(move |seen| notes::update(seen, editor, None, text, &act(at)))
}

fn deleting(editor: Uuid, at: OffsetDateTime) -> Step<Note, NoteChange> {
    Box::new(move |seen| notes::delete(seen, editor, None, &act(at)))
}

fn read_by(admin: Uuid, application: Uuid, at: OffsetDateTime) -> AuditEvent {
    AuditEvent::new(id(), at, Some(admin), "application.read", ("application", application))
}

fn reading(admin: Uuid, application: Uuid, at: OffsetDateTime) -> Step<Uuid, AuditEvent> {
    Box::new(move |_| Ok(read_by(admin, application, at)))
}

fn code<T>(result: Result<T, Refusal>) -> Result<T, Code> {
    result.map_err(|refusal| refusal.code)
}

/// Text and author of every note.
async fn listed(stores: &Stores, application: Uuid, admin: Uuid) -> Vec<(String, bool)> {
    let notes = stores.notes.list(application, admin, reading(admin, application, NOON)).await;
    let notes = notes.expect("a list");
    notes.into_iter().map(|row| (row.note.text, row.author == Some(name("Ana", "Li")))).collect()
}

/// The path names an application, so that a note is not found under another one.
#[tokio::test]
async fn a_note_is_changed_only_under_its_application() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let note = noted(stores, application, admin, "Called.", NOON).await;
    let elsewhere = stores.notes.change(id(), note.id, admin, editing(admin, "No.", NOON)).await;
    assert_eq!(code(elsewhere), Err(Code::NotFound));
    assert_eq!(listed(stores, application, admin).await, [("Called.".to_owned(), true)]);
}

#[tokio::test]
async fn a_former_administrator_reads_adds_and_changes_nothing() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let former = stores.user("former@example.org", &[Role::Admin]).await;
    let note = noted(stores, application, former, "Called.", NOON).await;
    let demote = change_step(UserChange::Revoke(Role::Admin), Some(admin), NOON);
    stores.users.change(former, demote).await.expect("a demotion");
    let list = stores.notes.list(application, former, Box::new(|_| panic!("the step must not run"))).await;
    let add = stores.notes.add(application, former, Box::new(|_| panic!("the step must not run"))).await;
    let step = Box::new(|_: &_| panic!("the step must not run"));
    let change = stores.notes.change(application, note.id, former, step).await;
    assert_eq!((code(list), code(add)), (Err(Code::Forbidden), Err(Code::Forbidden)));
    assert_eq!(code(change), Err(Code::Forbidden));
    assert_eq!(listed(stores, application, admin).await, [("Called.".to_owned(), true)]);
}

/// A page makes several reads when it opens an application, and reads the notes after every event.
#[tokio::test]
async fn a_read_is_audited_unless_the_same_administrators_last_one_is_recent() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    let reads = async |admin, minutes| {
        let at = NOON + Duration::minutes(minutes);
        let audit = || read_by(admin, application, at);
        let record = || stores.audit.record_read(audit());
        let (list, one, two) = futures_util::join!(
            stores.notes.list(application, admin, reading(admin, application, at)),
            record(),
            record()
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

/// The record and the note are stored together or not at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_repeated_addition_stores_one_note() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let results = concurrently((0..4).map(|_| {
        let record = RequestRecord {
            id: [7; 32],
            user_id: Some(admin),
            application_id: Some(application),
            fingerprint: [8; 32],
            response: RecordedResponse { status: 201, body: "{}".to_owned() },
            expires_at: NOON + RecordedResponse::LIFETIME,
        };
        let add = adding(application, admin, "Called.", NOON);
        let step = Box::new(move |seen: &_| Ok(NewNote { record: Some(record), ..add(seen)? }));
        let store = Arc::clone(&stores.notes);
        async move { code(store.add(application, admin, step).await).err() }
    }))
    .await;
    assert_eq!(results.iter().filter(|refused| refused.is_none()).count(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|refused| **refused == Some(Code::Conflict)).count(), 3);
    assert_eq!(listed(stores, application, admin).await.len(), 1);
    let added = stores.readback.audit_actions().await;
    assert_eq!(added.iter().filter(|action| *action == "note.added").count(), 1);
}

/// Also if several administrators add the last one at the same time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_application_has_at_most_a_hundred_notes() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let bo = stores.applicant("bo@example.org").await;
    let other = stores.submitted(bo, NOON).await.id;
    for _ in 1..MAX_NOTES {
        noted(stores, application, admin, "Called.", NOON).await;
    }
    // The first rounds open the connections.
    for round in 0..10 {
        let results = concurrently((0..4).map(|_| {
            let (store, step) = (Arc::clone(&stores.notes), adding(application, admin, "Last.", NOON));
            async move { code(store.add(application, admin, step).await.map(|note| note.id)) }
        }))
        .await;
        let added: Vec<Uuid> = results.iter().filter_map(|result| result.ok()).collect();
        let [last] = added.as_slice() else { panic!("round {round}: {results:?}") };
        assert_eq!(results.iter().filter(|result| **result == Err(Code::TooManyNotes)).count(), 3);
        assert_eq!(listed(stores, application, admin).await.len(), MAX_NOTES);
        stores.notes.change(application, *last, admin, deleting(admin, NOON)).await.expect("a deletion");
    }
    let audited = stores.readback.audit_actions().await;
    assert_eq!(audited.iter().filter(|action| *action == "note.added").count(), MAX_NOTES - 1 + 10);
    noted(stores, other, admin, "Called.", NOON).await;
}

/// The note is about the applicant.
#[tokio::test]
async fn the_account_of_the_applicant_takes_the_notes_along() {
    let stores = &Stores::fresh().await;
    let (ana, admin, pending) = pending(stores).await;
    let bo = stores.applicant("bo@example.org").await;
    let decided = stores.submitted(bo, NOON).await.id;
    stores.decide(decided, Decision::Reject, admin, NOON).await;
    for application in [pending, decided] {
        noted(stores, application, admin, "Called.", NOON).await;
    }
    for (user, left) in [(ana, 1), (bo, 0)] {
        stores.delete_account(user).await;
        assert_eq!(stores.readback.count("application_notes").await, left);
    }
    for application in [pending, decided, id()] {
        let added = stores.notes.add(application, admin, adding(application, admin, "Called.", NOON)).await;
        assert_eq!(code(added), Err(Code::NotFound));
    }
}

#[tokio::test]
async fn an_addition_during_a_deletion_leaves_no_note() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    for round in 0..20 {
        let ana = stores.applicant(&format!("ana{round}@example.org")).await;
        let application = stores.submitted(ana, NOON).await.id;
        stores.decide(application, Decision::Reject, admin, NOON).await;
        let step = adding(application, admin, "Called.", NOON);
        let adding = stores.notes.add(application, admin, step);
        let (added, _) = tokio::join!(adding, stores.delete_account(ana));
        assert!(matches!(code(added), Ok(_) | Err(Code::NotFound)));
        assert_eq!(stores.readback.count("application_notes").await, 0);
    }
}

/// Both delete the note and write the review list. In different orders each would wait for the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_deletion_of_a_note_and_a_withdrawal_at_the_same_time_both_succeed() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let note = noted(stores, application, admin, "Called.", NOON).await.id;
    noted(stores, application, admin, "Called again.", NOON).await;
    let meeting = Rendezvous::default();
    let delete = meeting.before(deleting(admin, NOON));
    let withdraw = meeting.before(withdraw_step(ana));
    let (notes, applications) = (Arc::clone(&stores.notes), Arc::clone(&stores.applications));
    let deleting = async move { code(notes.change(application, note, admin, delete).await.map(drop)) };
    let withdrawing = async move { applications.withdraw(application, ana, withdraw).await.map(drop) };
    let (mut deleted, mut withdrawn) = (JoinSet::new(), JoinSet::new());
    deleted.spawn(deleting);
    withdrawn.spawn(withdrawing);
    assert_eq!(withdrawn.join_all().await, [Ok(())]);
    let deleted = deleted.join_all().await.remove(0);
    assert!(matches!(deleted, Ok(()) | Err(Code::NotFound)), "{deleted:?}");
}
