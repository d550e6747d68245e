//! The mails, reminders and photos of requests for changes.

use std::sync::Arc;

use forum_domain::applications::{
    Application, ApplicationFields, ChangeActor, ChangeRequest, Decision, Field, reminder, resubmit,
    take_back,
};
use forum_domain::mail::{MailKind, RequestState};
use forum_tests::builders::{NOON, WINDOW, act, asking, fields, fields_with, id, undo_step, undoable_step};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::headshots::{seen, stored};
use super::withdrawals::withdraw_step;
use crate::concurrently;
use crate::mail::outbox::lease;

const LATER: OffsetDateTime = NOON.saturating_add(Duration::HOUR);

/// Edits the answers, with the real rule.
pub(crate) async fn edited(
    stores: &Stores,
    Application { id, user_id, .. }: &Application,
    version: u32,
    fields: ApplicationFields,
) {
    let user_id = *user_id;
    let step = Box::new(move |seen: &_| resubmit(seen, fields, version, user_id, &act(LATER)));
    let edited = stores.change_requests.change(*id, ChangeActor::Applicant(user_id), step).await;
    edited.expect("an edit");
}

async fn taken_back(stores: &Stores, application: Uuid, admin: Uuid, request: Uuid) {
    let step = Box::new(move |seen: &_| take_back(seen, request, admin, &act(LATER)));
    let actor = ChangeActor::Administrator(admin);
    stores.change_requests.change(application, actor, step).await.expect("an end");
}

async fn approved(stores: &Stores, application: Uuid, admin: Uuid, at: OffsetDateTime) {
    let step = undoable_step(Decision::Approve, admin, at);
    stores.review.decide(application, admin, step).await.expect("a pending application");
}

async fn undone(stores: &Stores, application: Uuid, admin: Uuid, at: OffsetDateTime) {
    stores.review.undo(application, admin, undo_step(admin, at)).await.expect("in time");
}

/// A pending application of Ana's, of which the mail has been sent, and an administrator.
async fn pending(stores: &Stores) -> (Application, Uuid) {
    let application = stores.submitted(stores.applicant("ana@example.org").await, NOON).await;
    let entry = lease(stores, 1, NOON).await.remove(0);
    stores.mark_sent(entry.mail.id, entry.lease, NOON).await;
    (application, stores.admin().await)
}

async fn state(stores: &Stores, mail: Uuid) -> RequestState {
    stores.outbox.request_state(mail).await.expect("a result")
}

/// The mails about requests.
async fn mails(stores: &Stores) -> Vec<MailKind> {
    let kinds = stores.readback.mails().await.into_iter().map(|mail| mail.kind);
    kinds.filter(|kind| [MailKind::ChangesRequested, MailKind::ChangesReminder].contains(kind)).collect()
}

/// A mail that a worker has may be on its way, so it stays. A later request with the same message does not make it current.
#[tokio::test]
async fn the_end_of_a_request_removes_its_mail_while_it_is_queued() {
    let stores = &Stores::fresh().await;
    let (application, admin) = pending(stores).await;
    let queued = stores.requested(application.id, admin).await.id;
    taken_back(stores, application.id, admin, queued).await;
    assert_eq!(mails(stores).await, []);
    let held = stores.requested(application.id, admin).await.id;
    assert_eq!(lease(stores, 10, NOON).await.pop().expect("its mail").mail.id, held);
    taken_back(stores, application.id, admin, held).await;
    assert_eq!(mails(stores).await, [MailKind::ChangesRequested]);
    let open = stores.requested(application.id, admin).await.id;
    for (mail, expected) in
        [(held, RequestState::Ended), (open, RequestState::Open), (id(), RequestState::Ended)]
    {
        assert_eq!(state(stores, mail).await, expected);
    }
}

/// Undoing the decision opens the request again, so its mail must not be dropped before.
#[tokio::test]
async fn the_mail_about_a_request_waits_until_a_decision_is_final() {
    let stores = &Stores::fresh().await;
    let (application, admin) = pending(stores).await;
    let request = stores.requested(application.id, admin).await.id;
    approved(stores, application.id, admin, LATER).await;
    assert_eq!(state(stores, request).await, RequestState::Decided(LATER));
    assert_eq!(lease(stores, 10, LATER).await, []);
    undone(stores, application.id, admin, LATER + Duration::SECOND).await;
    assert_eq!(state(stores, request).await, RequestState::Open);
    approved(stores, application.id, admin, LATER).await;
    let leased = lease(stores, 10, LATER + WINDOW).await;
    assert!(leased.iter().any(|entry| entry.mail.id == request), "{leased:?}");
}

/// Whatever happened to it since.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_unanswered_request_is_reminded_of_once() {
    let stores = &Stores::fresh().await;
    let (application, admin) = pending(stores).await;
    let request = stores.requested(application.id, admin).await.id;
    let week = NOON + ChangeRequest::REMINDED_AFTER;
    let remind = async |at: OffsetDateTime| {
        let step = Box::new(move |request: &_, person: &_| reminder(request, person, &act(at)));
        stores.change_requests.remind(at - ChangeRequest::REMINDED_AFTER, step).await.expect("a result")
    };
    assert!(!remind(week - Duration::SECOND).await);
    assert!(remind(week).await);
    let mail = stores.readback.mails().await.pop().expect("a reminder");
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::ChangesReminder, "ana@example.org"));
    assert_eq!(mail.items, ["Which city?", Field::CITY.label]);
    assert_eq!(state(stores, mail.id).await, RequestState::Open);
    assert!(!remind(week).await);

    // A decision that is undone opens the request again.
    approved(stores, application.id, admin, week).await;
    assert_eq!(state(stores, mail.id).await, RequestState::Decided(week));
    undone(stores, application.id, admin, week + Duration::SECOND).await;
    assert!(!remind(week + Duration::WEEK).await);

    // The end of a request removes its queued reminder, and a request that has ended gets none.
    taken_back(stores, application.id, admin, request).await;
    assert_eq!(mails(stores).await, []);
    assert!(!remind(week + Duration::WEEK).await);
    stores.requested(application.id, admin).await;
    let step = || Box::new(|request: &_, person: &_| reminder(request, person, &act(LATER)));
    let processes = (0..4).map(|_| Arc::clone(&stores.change_requests));
    concurrently(processes.map(|changes| async move { changes.remind(NOON, step()).await })).await;
    assert_eq!(mails(stores).await, [MailKind::ChangesRequested, MailKind::ChangesReminder]);
}

/// The messages go from mails that were sent or that a worker has.
#[tokio::test]
async fn a_withdrawal_deletes_the_requests_and_the_versions() {
    let stores = &Stores::fresh().await;
    let (application, admin) = pending(stores).await;
    for (version, city) in (1..).zip(["Tampa", "Ocala"]) {
        stores.requested(application.id, admin).await;
        for entry in lease(stores, 10, NOON).await.into_iter().filter(|_| version == 1) {
            stores.mark_sent(entry.mail.id, entry.lease, NOON).await;
        }
        edited(stores, &application, version, fields_with(&[("city", city)])).await;
    }
    stores.requested(application.id, admin).await;
    assert_eq!(mails(stores).await.len(), 3);
    let step = withdraw_step(application.user_id);
    stores.applications.withdraw(application.id, application.user_id, step).await.expect("a withdrawal");
    assert_eq!(mails(stores).await, [MailKind::ChangesRequested; 2]);
    assert!(stores.readback.mails().await.iter().all(|mail| mail.items.is_empty()));
    for table in ["application_change_requests", "application_versions"] {
        assert_eq!(stores.readback.count(table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn a_photo_of_an_earlier_version_is_in_use_and_the_version_survives_its_deletion() {
    let stores = &Stores::fresh().await;
    let (ana, admin) = (stores.applicant("ana@example.org").await, stores.admin().await);
    let (first, second) = (stored(stores, ana, NOON).await, stored(stores, ana, LATER).await);
    let with = |photo| ApplicationFields { headshot_id: Some(photo), ..fields() };
    let application = stores.applied(ana, with(first.id), NOON).await;
    let actor = ChangeActor::Administrator(admin);
    let asked = stores.change_requests.change(application.id, actor, asking(admin, &[], NOON)).await;
    asked.expect("a request");
    edited(stores, &application, 1, with(second.id)).await;
    let replaced = async || {
        let versions = stores.change_requests.versions(application.id).await;
        versions.expect("a result").pop().expect("a version").version
    };
    assert_eq!(replaced().await.headshot_url, Some(first.key.url()));
    // This request asks for the city alone, so the photo still counts.
    stores.requested(application.id, admin).await;
    let own = seen(stores, ana).await;
    let uses: Vec<_> = own.iter().map(|own| (own.headshot.id, own.in_use, own.is_exempt)).collect();
    assert_eq!(uses, [(first.id, true, true), (second.id, true, false)]);
    let keys = vec![first.key.to_string(), second.key.to_string()];
    assert_eq!(stores.headshots.unshown(keys, LATER).await, Ok(Vec::new()));

    let database = stores.database.as_ref().expect("a database");
    let removing = sqlx::query("update headshots set state = 'removing'").execute(database.pool());
    removing.await.expect("photos that are being removed");
    stores.headshots.forget(first.id).await.expect("a deleted row");
    assert_eq!(replaced().await.fields.headshot_id, None);
}
