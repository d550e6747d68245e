//! `ApplicationStore`, and the mails, reminders and photos of requests for changes.

use std::collections::HashSet;
use std::sync::Arc;

use forum_domain::applications::{
    Application, ApplicationFields, ChangeActor, ChangeRequest, Decision, Field, OwnApplicationSort,
    RawFields, Status, Withdrawable, Withdrawal, reminder, resubmit, take_back, withdraw,
};
use forum_domain::headshots::remove_headshot;
use forum_domain::idempotency::{RecordedResponse, RequestRecord};
use forum_domain::mail::{MailKind, RequestState};
use forum_domain::shared::{Code, Page, Step};
use forum_tests::builders::{NOON, WINDOW, act, asking, fields, fields_with, id, undo_step, undoable_step};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::headshots::{seen, stored};
use crate::concurrently;
use crate::mail::outbox::lease;
use crate::steps::expect_walk;

const LATER: OffsetDateTime = NOON.saturating_add(Duration::HOUR);

#[tokio::test]
async fn every_answer_is_returned_unchanged() {
    let stores = &Stores::fresh().await;
    let odd = ["A,B", "{\"c\"}", "NULL", "\\d"].map(str::to_owned).to_vec();
    let raw = RawFields::example()
        .with(&Field::ADDRESS_LINE2, "Apartment 4, \"Élan\" — 日本")
        .with(&Field::SUBJECTS, odd);
    let full = ApplicationFields::parse(&raw, NOON.date()).expect("a valid form");
    for (email, fields) in [("ana@example.org", full), ("bo@example.org", fields())] {
        let user_id = stores.applicant(email).await;
        let written = stores.applied(user_id, fields.clone(), NOON).await;
        let read = stores.application(written.id).await.application;
        // Compared separately, because the debug output of the fields is intentionally empty.
        assert!(read.fields == fields, "the fields differ");
        assert_eq!(read, written);
    }
}

/// Ties are broken by id. The cursor belongs to the status.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_own_application_once() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    for _ in 0..5 {
        let application = stores.submitted(ana, NOON).await;
        stores.decide(application.id, Decision::Reject, admin, NOON).await;
    }
    let status = Some(Status::Rejected);
    let request = |page| OwnApplicationSort::page(status, page);
    let list = |page| async move { stores.applications.list_own(ana, status, page).await.expect("a page") };
    expect_walk(request, list, |application| application.id).await;
    let cursor = list(request(Page { limit: 2, offset: 0 })).await.next_cursor.expect("a second page");
    let all = OwnApplicationSort::page(None, Page::default()).at(&cursor);
    assert_eq!(all.map(drop).map_err(|refusal| refusal.code), Err(Code::InvalidCursor));
}

/// The real rule for a withdrawal.
pub(crate) fn withdraw_step(user_id: Uuid) -> Step<Withdrawable, Withdrawal> {
    Box::new(move |seen| withdraw(seen, user_id, &act(LATER)))
}

/// The photo stays with the draft and is no longer in use. Those of earlier versions and those that nothing shows are
/// removed at once, but for that of another application.
#[tokio::test]
async fn a_withdrawal_keeps_the_photo_in_the_draft_and_removes_the_others() {
    let stores = &Stores::fresh().await;
    let (ana, admin) = (stores.applicant("ana@example.org").await, stores.admin().await);
    let upload = async |minute| stored(stores, ana, NOON + Duration::minutes(minute)).await.id;
    let with = |photo| ApplicationFields { headshot_id: Some(photo), ..fields() };
    let submit = async |photo| stores.applied(ana, with(photo), NOON).await;
    let rejected = upload(0).await;
    stores.decide(submit(rejected).await.id, Decision::Reject, admin, NOON).await;
    let earlier = upload(1).await;
    let application = submit(earlier).await;
    let (asked, actor) = (asking(admin, &[], NOON), ChangeActor::Administrator(admin));
    stores.change_requests.change(application.id, actor, asked).await.expect("a request");
    let (photo, spare) = (upload(2).await, upload(3).await);
    edited(stores, &application, 1, with(photo)).await;
    let removed = stores.applications.withdraw(application.id, ana, withdraw_step(ana)).await;
    let removed: HashSet<Uuid> = removed.expect("a withdrawal").iter().map(|photo| photo.id).collect();
    assert_eq!(removed, HashSet::from([earlier, spare]));
    let drafted = async || {
        let draft = stores.applications.draft(ana).await.expect("a result");
        draft.and_then(|draft| draft.fields.headshot_id)
    };
    let kept = stores.headshots.stored_of(ana).await.expect("a result");
    let kept: HashSet<Uuid> = kept.iter().map(|photo| photo.id).collect();
    assert_eq!(kept, HashSet::from([rejected, photo]));
    assert_eq!(drafted().await, Some(photo));
    let step = Box::new(move |own: &[_]| remove_headshot(own, photo, LATER));
    stores.headshots.change(ana, None, step).await.expect("a photo in no application");
    assert_eq!(drafted().await, None);
}

/// They contain answers, notes or messages to the applicant. Those about an earlier application stay: otherwise a repeated
/// request would write a second note on it.
#[tokio::test]
async fn a_withdrawal_deletes_only_the_responses_recorded_about_its_application() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let earlier = stores.submitted(ana, NOON - Duration::DAY).await;
    stores.decide(earlier.id, Decision::Reject, admin, NOON).await;
    let other = stores.submitted(bo, NOON).await;
    let application = stores.submitted(ana, NOON).await;
    let about = |id: u8, application: &Application| RequestRecord {
        id: [id; 32],
        user_id: Some(admin),
        application_id: Some(application.id),
        fingerprint: [7; 32],
        response: RecordedResponse { status: 201, body: "{}".to_owned() },
        expires_at: LATER + Duration::HOUR,
    };
    let records = [about(1, &application), about(2, &earlier), about(3, &other)];
    for record in &records {
        stores.requests.store(record).await.expect("a stored record");
    }
    stores.applications.withdraw(application.id, ana, withdraw_step(ana)).await.expect("a withdrawal");
    for (record, kept) in records.iter().zip([false, true, true]) {
        assert_eq!(stores.requests.find(&record.id, LATER).await.expect("a result").is_some(), kept);
    }
}

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

pub(super) async fn taken_back(stores: &Stores, application: Uuid, admin: Uuid, request: Uuid) {
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

    let removing = sqlx::query("update headshots set state = 'removing'").execute(stores.pool());
    removing.await.expect("photos that are being removed");
    stores.headshots.forget(first.id).await.expect("a deleted row");
    assert_eq!(replaced().await.fields.headshot_id, None);
}
