//! The contract of `ChangeRequestStore`, and what decisions, withdrawals and deletions do to requests for changes.

mod closing;
mod edits;
mod races;

use forum_domain::accounts::Role;
use forum_domain::applications::{
    Application, ChangeAct, ChangeActor, ChangeError, ChangeRequest, ChangeStep, Field, ReplacedAnswers,
    SignedRequest, Status, resubmit, take_back,
};
use forum_domain::audit::FormerAdministrator;
use forum_domain::events::{AdminEvent, LogPosition, LoggedAction};
use forum_domain::mail::MailKind;
use forum_domain::users::UserChange;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

pub(crate) use races::race;

use forum_tests::builders::{NOON, act, asking, change_step, id, name};
use forum_tests::stores::Stores;

const LATER: OffsetDateTime = NOON.saturating_add(Duration::HOUR);
const MESSAGE: &str = "Which city?";

fn taking_back(admin: Uuid, request: Uuid) -> ChangeStep {
    Box::new(move |seen| take_back(seen, request, admin, &act(LATER)))
}

/// The real rule for an edit of the city.
fn editing(user_id: Uuid, version: u32, city: &str) -> ChangeStep {
    let city = city.to_owned();
    Box::new(move |seen| {
        let mut fields = seen.detail.application.fields.clone();
        fields.values.insert("city", city.as_str().into());
        resubmit(seen, fields, version, user_id, &act(LATER))
    })
}

/// Asks for another city.
pub(crate) async fn requested(stores: &Stores, application: Uuid, admin: Uuid) -> ChangeRequest {
    stores.requested(application, admin).await
}

/// Edits the city.
pub(crate) async fn edited(
    stores: &Stores,
    application: &Application,
    version: u32,
    city: &str,
) -> Application {
    let user_id = application.user_id;
    let step = editing(user_id, version, city);
    let edited = stores.change_requests.change(application.id, ChangeActor::Applicant(user_id), step).await;
    edited.expect("an edit").0.application
}

async fn open(stores: &Stores, application: Uuid) -> Option<ChangeRequest> {
    stores.changes_of(application).await.open.map(|signed| signed.request)
}

async fn version(stores: &Stores, application: Uuid) -> u32 {
    stores.changes_of(application).await.version
}

async fn versions(stores: &Stores, application: Uuid) -> Vec<ReplacedAnswers> {
    stores.change_requests.versions(application).await.expect("a result")
}

async fn kinds(stores: &Stores) -> Vec<MailKind> {
    stores.readback.mails().await.iter().map(|mail| mail.kind).collect()
}

/// The numbers of stored requests and versions.
async fn rows(stores: &Stores) -> (u64, u64) {
    (
        stores.readback.count("application_change_requests").await,
        stores.readback.count("application_versions").await,
    )
}

#[tokio::test]
async fn a_request_is_stored_with_its_mail_event_and_audit_entry() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let other = stores.submitted(bo, NOON).await;
    let request = requested(stores, application.id, admin).await;
    let state = stores.changes_of(application.id).await;
    let signed = SignedRequest { request: request.clone(), requester: Some(name("Ana", "Li")) };
    assert_eq!((state.version, state.open), (1, Some(signed)));
    assert_eq!(
        (request.message.as_str(), request.fields.as_slice(), request.closed),
        (MESSAGE, &[&Field::CITY][..], None)
    );
    assert_eq!((request.requested_by, request.created_at), (admin, NOON));
    assert_eq!(open(stores, other.id).await, None);
    assert_eq!(open(stores, id()).await, None);
    let mails = stores.readback.mails().await;
    let mail = mails.last().expect("a mail");
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::ChangesRequested, "ana@example.org"));
    assert_eq!(mail.items, [MESSAGE, Field::CITY.label]);
    let event = stores.history(application.id).await.pop().expect("an event");
    assert_eq!((event.from, event.to, event.actor_id), (Some(Status::Pending), Status::Pending, admin));
    assert_eq!(event.change, Some(ChangeAct::Requested));
    let entry = stores.readback.audit().await.pop().expect("an entry");
    assert_eq!((entry.action.as_str(), entry.target_id), ("application.changes_requested", application.id));
    assert_eq!(entry.detail, serde_json::json!({"request_id": request.id.to_string()}));
    assert_eq!(stores.application(application.id).await.application, application);
}

#[tokio::test]
async fn a_former_administrator_asks_for_nothing_and_takes_nothing_back() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let former = stores.user("former@example.org", &[Role::Admin]).await;
    let application = stores.submitted(ana, NOON).await;
    let demote = change_step(UserChange::Revoke(Role::Admin), Some(admin), NOON);
    stores.users.change(former, demote).await.expect("a demotion");
    let step: ChangeStep = Box::new(|_| panic!("the step must not run"));
    let refused =
        stores.change_requests.change(application.id, ChangeActor::Administrator(former), step).await;
    assert_eq!(refused.map(|_| ()), Err(ChangeError::from(FormerAdministrator)));
    assert_eq!(rows(stores).await, (0, 0));
}

#[tokio::test]
async fn every_request_end_and_edit_is_announced() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let taken_back = requested(stores, application.id, admin).await;
    let step = taking_back(admin, taken_back.id);
    stores
        .change_requests
        .change(application.id, ChangeActor::Administrator(admin), step)
        .await
        .expect("an end");
    requested(stores, application.id, admin).await;
    edited(stores, &application, 1, "Tampa").await;
    let read = stores.audit.after(LogPosition::before(NOON), 100).await.expect("a result");
    let events: Vec<AdminEvent> = read.iter().flat_map(LoggedAction::events).collect();
    let changed = AdminEvent::Changed(application.id, Status::Pending);
    assert_eq!(events.iter().filter(|event| **event == changed).count(), 4, "{events:?}");
}
