//! The contract of `ChangeRequestStore`, and what decisions, withdrawals and deletions do to requests for changes.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::{
    Application, ApplicationFields, ApplicationVersion, ChangeAct, ChangeActor, ChangeError, ChangePlan,
    ChangeRequest, ChangeStep, Decision, Field, ReplacedAnswers, RequestOutcome, SignedRequest, Status,
    Submitted, request_changes, resubmit, take_back,
};
use forum_domain::audit::FormerAdministrator;
use forum_domain::events::{AdminEvent, LogPosition, LoggedAction};
use forum_domain::headshots::{HeadshotChangeError, HeadshotRefusal, remove_headshot};
use forum_domain::mail::MailKind;
use forum_domain::shared::{Fault, RecordedResponse, RequestRecord};
use forum_domain::users::UserChange;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::super::mailing::outbox::lease;
use super::headshots::{seen, stored};
use super::submissions::twisted;
use super::undo::{undo_step, undoable_step};
use super::withdrawals::withdraw_step;
use crate::builders::{NOON, act, audit, change_step, fields, id, name};
use crate::contract::steps::Rendezvous;
use crate::contract::{Stores, concurrently};

const LATER: OffsetDateTime = NOON.saturating_add(Duration::HOUR);
const MESSAGE: &str = "Which city?";

/// The real rule for a request. No name means all fields.
fn asking(admin: Uuid, names: &[&str], at: OffsetDateTime) -> ChangeStep {
    let asked = |field: &&Field| names.is_empty() || names.contains(&field.name());
    let fields = Field::ALL.iter().filter(asked).collect();
    Box::new(move |seen| request_changes(seen, MESSAGE.to_owned(), fields, admin, &act(at)))
}

fn taking_back(admin: Uuid, request: Uuid) -> ChangeStep {
    Box::new(move |seen| take_back(seen, request, admin, &act(LATER)))
}

/// The real rule for an edit of the city.
fn editing(user_id: Uuid, version: u32, city: &str) -> ChangeStep {
    let city = city.to_owned();
    Box::new(move |seen| {
        let fields = ApplicationFields { city, ..seen.detail.application.fields.clone() };
        resubmit(seen, fields, version, user_id, &act(LATER))
    })
}

/// Asks for another city.
pub async fn requested(stores: &Stores, application: Uuid, admin: Uuid) -> ChangeRequest {
    let step = asking(admin, &["city"], NOON);
    let requested = stores.change_requests.change(application, ChangeActor::Administrator(admin), step).await;
    requested.expect("a request").1
}

/// Edits the city.
pub async fn edited(stores: &Stores, application: &Application, version: u32, city: &str) -> Application {
    let user_id = application.user_id;
    let step = editing(user_id, version, city);
    let edited = stores.change_requests.change(application.id, ChangeActor::Applicant(user_id), step).await;
    edited.expect("an edit").0.application
}

async fn open(stores: &Stores, application: Uuid) -> Option<ChangeRequest> {
    stores.change_requests.state(application).await.expect("a result").open.map(|signed| signed.request)
}

async fn version(stores: &Stores, application: Uuid) -> u32 {
    stores.change_requests.state(application).await.expect("a result").version
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

pub async fn a_request_is_stored_with_its_mail_event_and_audit_entry(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let other = stores.submitted(bo, NOON).await;
    let request = requested(stores, application.id, admin).await;
    let state = stores.change_requests.state(application.id).await.expect("a result");
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

/// The list and the search follow, because they read the application.
pub async fn an_edit_replaces_the_answers_and_keeps_the_earlier_ones_with_their_request(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let mut before = application.clone();
    let mut expected = Vec::new();
    for (number, city) in [(1, "Ávila"), (2, "Toledo")] {
        let request = requested(stores, application.id, admin).await;
        let after = edited(stores, &application, number, city).await;
        assert_eq!(after.fields, ApplicationFields { city: city.to_owned(), ..before.fields.clone() });
        assert_eq!(stores.application(application.id).await.application, after);
        assert_eq!(
            (version(stores, application.id).await, open(stores, application.id).await),
            (number + 1, None)
        );
        expected.push(ReplacedAnswers {
            version: ApplicationVersion {
                application_id: application.id,
                number,
                fields: before.fields,
                headshot_url: None,
                replaced_at: LATER,
                change_request_id: request.id,
            },
            request: SignedRequest {
                request: ChangeRequest { closed: Some((LATER, RequestOutcome::Resubmitted)), ..request },
                requester: Some(name("Ana", "Li")),
            },
        });
        assert_eq!(versions(stores, application.id).await, expected);
        before = after;
    }
    assert_eq!((before.submitted_at, before.status), (application.submitted_at, Status::Pending));
    let acts: Vec<_> = stores.history(application.id).await.iter().filter_map(|event| event.change).collect();
    assert_eq!(acts.iter().filter(|act| **act == ChangeAct::Requested).count(), 2);
    assert_eq!(acts.iter().filter(|act| **act == ChangeAct::Resubmitted).count(), 2);
    assert_eq!(versions(stores, id()).await, []);
}

pub async fn an_edit_that_the_rule_refuses_leaves_no_trace(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let edit = async |user_id, number, city: &str| {
        let step = editing(user_id, number, city);
        stores.change_requests.change(application.id, ChangeActor::Applicant(user_id), step).await.map(|_| ())
    };
    assert_eq!(edit(ana, 1, "Tampa").await, Err(ChangeError::NotEditable));
    requested(stores, application.id, admin).await;
    assert_eq!(edit(ana, 2, "Tampa").await, Err(ChangeError::VersionConflict));
    assert_eq!(edit(bo, 1, "Tampa").await, Err(ChangeError::NotFound));
    assert_eq!(stores.application(application.id).await.application, application);
    assert_eq!(rows(stores).await, (1, 0));
    let step = editing(ana, 1, "Tampa");
    let unknown = stores.change_requests.change(id(), ChangeActor::Applicant(ana), step).await;
    assert_eq!(unknown.map(|_| ()), Err(ChangeError::NotFound));
}

/// A leased mail may be on its way, so it stays.
pub async fn closing_a_request_removes_its_mail_while_it_is_queued(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let (first, second) = (stores.submitted(ana, NOON).await, stores.submitted(bo, NOON).await);
    let of_second = requested(stores, second.id, admin).await;
    lease(stores, 10, NOON).await;
    let of_first = requested(stores, first.id, admin).await;
    let (submitted, asked) = (MailKind::ApplicationSubmitted, MailKind::ChangesRequested);
    assert_eq!(kinds(stores).await, [submitted, submitted, asked, asked]);
    for (application, request) in [(&first, of_first), (&second, of_second)] {
        let step = taking_back(admin, request.id);
        let actor = ChangeActor::Administrator(admin);
        let (_, closed) = stores.change_requests.change(application.id, actor, step).await.expect("an end");
        assert_eq!(closed.closed, Some((LATER, RequestOutcome::TakenBack)));
        assert_eq!(open(stores, application.id).await, None);
        let step = taking_back(admin, request.id);
        let again = stores.change_requests.change(application.id, actor, step).await;
        assert_eq!(again.map(|_| ()), Err(ChangeError::NotFound));
    }
    assert_eq!(kinds(stores).await, [submitted, submitted, asked]);
    let act = stores.history(first.id).await.pop().expect("an event").change;
    assert_eq!(act, Some(ChangeAct::TakenBack));
    requested(stores, first.id, admin).await;
    assert_eq!(kinds(stores).await, [submitted, submitted, asked, asked]);
}

pub async fn a_decision_closes_the_open_request_and_undoing_it_opens_the_request_again(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON - Duration::HOUR).await;
    let taken_back = requested(stores, application.id, admin).await;
    let actor = ChangeActor::Administrator(admin);
    let step = taking_back(admin, taken_back.id);
    stores.change_requests.change(application.id, actor, step).await.expect("an end");
    let request = requested(stores, application.id, admin).await;
    let step = undoable_step(Decision::Approve, admin, LATER);
    stores.applications.decide(application.id, admin, step).await.expect("a pending application");
    assert_eq!(open(stores, application.id).await, None);
    let step = asking(admin, &[], LATER);
    let refused = stores.change_requests.change(application.id, actor, step).await;
    assert_eq!(refused.map(|_| ()), Err(ChangeError::AlreadyDecided(Status::Approved)));
    let at = LATER + Duration::SECOND;
    stores.applications.undo(application.id, admin, undo_step(admin, at)).await.expect("in time");
    assert_eq!(open(stores, application.id).await, Some(request));
    let again = stores.applications.undo(application.id, admin, undo_step(admin, at)).await;
    assert!(again.is_ok(), "a repeated undo finds the undone decision: {again:?}");
    edited(stores, &application, 1, "Tampa").await;
}

pub async fn a_withdrawal_deletes_the_requests_and_the_versions(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    requested(stores, application.id, admin).await;
    edited(stores, &application, 1, "Tampa").await;
    requested(stores, application.id, admin).await;
    assert_eq!((rows(stores).await, kinds(stores).await.len()), ((2, 1), 2));
    let step = withdraw_step(ana);
    stores.applications.withdraw(application.id, ana, step).await.expect("a withdrawal");
    assert_eq!((rows(stores).await, kinds(stores).await), ((0, 0), vec![MailKind::ApplicationSubmitted]));
}

/// They are about the applicant, like the notes. The deletion of the administrator only removes the name.
pub async fn the_account_of_the_applicant_takes_the_requests_and_versions_along(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    let (pending, decided) = (stores.submitted(ana, NOON).await, stores.submitted(bo, NOON).await);
    for application in [&pending, &decided] {
        requested(stores, application.id, other).await;
        edited(stores, application, 1, "Tampa").await;
    }
    stores.decide(decided.id, Decision::Reject, admin, LATER).await;
    stores.delete_account(other).await;
    let kept = versions(stores, decided.id).await.pop().expect("a version").request;
    assert_eq!((kept.requester, kept.request.requested_by), (None, other));
    for (user, left) in [(ana, (1, 1)), (bo, (0, 0))] {
        stores.delete_account(user).await;
        assert_eq!(rows(stores).await, left);
    }
}

pub async fn a_photo_of_an_earlier_version_is_in_use(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let (first, second) = (stored(stores, ana, NOON).await, stored(stores, ana, LATER).await);
    let step = twisted(ApplicationFields { headshot_id: Some(first.id), ..fields() }, |_| {});
    let Ok(Submitted::Created(application)) = stores.applications.submit(ana, None, NOON, step).await else {
        panic!("the submission was refused")
    };
    let ask = asking(admin, &[], NOON);
    let actor = ChangeActor::Administrator(admin);
    stores.change_requests.change(application.id, actor, ask).await.expect("a request");
    let chosen = second.id;
    let step: ChangeStep = Box::new(move |seen| {
        let fields = ApplicationFields { headshot_id: Some(chosen), ..fields() };
        resubmit(seen, fields, 1, ana, &act(LATER))
    });
    let actor = ChangeActor::Applicant(ana);
    let (detail, _) = stores.change_requests.change(application.id, actor, step).await.expect("an edit");
    assert_eq!(detail.application.headshot_url, Some(second.key.url()));
    let replaced = versions(stores, application.id).await.pop().expect("a version").version;
    assert_eq!(replaced.headshot_url, Some(first.key.url()));
    let own = seen(stores, ana).await;
    let uses: Vec<_> = own.iter().map(|own| (own.headshot.id, own.in_use, own.is_exempt)).collect();
    assert_eq!(uses, [(first.id, true, true), (second.id, true, false)]);
    for photo in [first.id, second.id] {
        let step = Box::new(move |own: &[_]| remove_headshot(own, photo, LATER));
        let removed = stores.headshots.change(ana, None, LATER, step).await;
        assert!(matches!(removed, Err(HeadshotChangeError::Refused(HeadshotRefusal::InUse))), "{removed:?}");
    }
}

/// Otherwise an applicant with three photos could not upload another one.
pub async fn a_photo_that_a_request_asks_to_replace_is_exempt_while_the_request_is_open(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let photo = stored(stores, ana, NOON).await;
    let step = twisted(ApplicationFields { headshot_id: Some(photo.id), ..fields() }, |_| {});
    let Ok(Submitted::Created(application)) = stores.applications.submit(ana, None, NOON, step).await else {
        panic!("the submission was refused")
    };
    for (names, exempt) in [(["city"], false), (["headshot_id"], true)] {
        let asked = asking(admin, &names, NOON);
        let actor = ChangeActor::Administrator(admin);
        let asked = stores.change_requests.change(application.id, actor, asked).await;
        let request = asked.expect("a request").1.id;
        let own = seen(stores, ana).await.remove(0);
        assert_eq!((own.in_use, own.is_exempt), (true, exempt), "{names:?}");
        let step = taking_back(admin, request);
        stores.change_requests.change(application.id, actor, step).await.expect("a request taken back");
        assert!(!seen(stores, ana).await.remove(0).is_exempt, "{names:?}");
    }
}

pub async fn a_former_administrator_asks_for_nothing_and_takes_nothing_back(stores: &Stores) {
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

pub async fn the_second_of_two_requests_sees_the_first(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await.id;
    let meeting = Rendezvous::default();
    let results =
        concurrently(
            (0..2).map(|_| {
                let (changes, step) =
                    (Arc::clone(&stores.change_requests), meeting.before(asking(admin, &[], NOON)));
                async move {
                    changes.change(application, ChangeActor::Administrator(admin), step).await.map(|_| ())
                }
            }),
        )
        .await;
    assert!(results.contains(&Ok(())) && results.contains(&Err(ChangeError::Open)), "{results:?}");
}

/// The record and the request are stored together or not at all.
pub async fn a_repeated_request_stores_one(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await.id;
    let results =
        concurrently(
            (0..4).map(|_| {
                let changes = Arc::clone(&stores.change_requests);
                let inner = asking(admin, &[], NOON);
                let record = RequestRecord {
                    id: [7; 32],
                    user_id: Some(admin),
                    subject_id: Some(ana),
                    fingerprint: [8; 32],
                    response: RecordedResponse { status: 201, body: "{}".to_owned() },
                    expires_at: NOON + RecordedResponse::LIFETIME,
                };
                let step: ChangeStep =
                    Box::new(move |seen| Ok(ChangePlan { record: Some(record), ..inner(seen)? }));
                async move {
                    changes.change(application, ChangeActor::Administrator(admin), step).await.map(|_| ())
                }
            }),
        )
        .await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|result| **result == Err(ChangeError::Open)).count(), 3, "{results:?}");
    assert_eq!(rows(stores).await, (1, 0));
    assert_eq!(kinds(stores).await.len(), 2);
}

/// The audit log refuses a second event with the same id.
pub async fn an_edit_whose_audit_entry_cannot_be_written_is_rolled_back(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    requested(stores, application.id, admin).await;
    let taken = audit("application.read", application.id);
    stores.audit.record(taken.clone()).await.expect("an entry");
    let inner = editing(ana, 1, "Tampa");
    let step: ChangeStep = Box::new(move |seen| Ok(ChangePlan { audit: taken, ..inner(seen)? }));
    let failed = stores.change_requests.change(application.id, ChangeActor::Applicant(ana), step).await;
    assert!(matches!(failed, Err(ChangeError::Fault(Fault::Bug(_)))), "{failed:?}");
    assert_eq!(stores.application(application.id).await.application, application);
    assert_eq!(rows(stores).await, (1, 0));
    assert!(open(stores, application.id).await.is_some());
}

pub async fn an_export_has_the_requests_and_earlier_answers_of_its_user(stores: &Stores) {
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    requested(stores, application.id, admin).await;
    edited(stores, &application, 1, "Tampa").await;
    let data = stores.own_data.collect(ana, audit("user.exported", ana)).await;
    let own = data.expect("a result").expect("a user").applications.remove(0);
    let replaced = versions(stores, application.id).await.remove(0);
    assert_eq!((own.requests, own.versions), (vec![replaced.request.request], vec![replaced.version]));
}

pub async fn every_request_end_and_edit_is_announced(stores: &Stores) {
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
    let read = stores.events.after(LogPosition::before(NOON), 100).await.expect("a result");
    let events: Vec<AdminEvent> = read.iter().flat_map(LoggedAction::events).collect();
    let changed = AdminEvent::Changed(application.id, Status::Pending);
    assert_eq!(events.iter().filter(|event| **event == changed).count(), 4, "{events:?}");
}

/// The acts of a round, at the same time.
const PAIRS: [[&str; 2]; 4] =
    [["edit", "decide"], ["edit", "withdraw"], ["request", "decide"], ["take back", "edit"]];

/// In each round two acts on one application at the same time. Every outcome is that of one order.
pub async fn race(stores: &Stores, rounds: usize) {
    let admin = stores.admin().await;
    for (round, pair) in (0..rounds).zip(PAIRS.iter().cycle()) {
        let ana = stores.applicant(&format!("ana{round}@example.org")).await;
        let application = stores.submitted(ana, NOON).await;
        let request = match pair[0] {
            "request" => Uuid::nil(),
            _ => requested(stores, application.id, admin).await.id,
        };
        let mut both = JoinSet::new();
        for word in pair {
            let (id, stores) = (application.id, stores.clone());
            both.spawn(async move {
                let (administrator, applicant) =
                    (ChangeActor::Administrator(admin), ChangeActor::Applicant(ana));
                let change = async |actor, step| stores.change_requests.change(id, actor, step).await.is_ok();
                let done = match *word {
                    "edit" => change(applicant, editing(ana, 1, "Tampa")).await,
                    "request" => change(administrator, asking(admin, &[], LATER)).await,
                    "take back" => change(administrator, taking_back(admin, request)).await,
                    "decide" => {
                        let step = undoable_step(Decision::Reject, admin, LATER);
                        stores.applications.decide(id, admin, step).await.is_ok()
                    }
                    _ => {
                        let step = withdraw_step(ana);
                        stores.applications.withdraw(id, ana, step).await.is_ok()
                    }
                };
                (*word, done)
            });
        }
        let done: Vec<&str> =
            both.join_all().await.into_iter().filter_map(|(word, done)| done.then_some(word)).collect();
        let has = |word: &str| done.contains(&word);
        let decided_or_withdrawn = has("decide") || has("withdraw");
        assert!(
            !pair.iter().any(|word| ["decide", "withdraw"].contains(word)) || decided_or_withdrawn,
            "{pair:?} {done:?}"
        );
        assert!(*pair != ["take back", "edit"] || done.len() == 1, "{pair:?} {done:?}");
        assert_eq!(open(stores, application.id).await, None, "{pair:?} {done:?}");
        let replaced = versions(stores, application.id).await.len();
        assert_eq!(replaced, usize::from(has("edit") && !has("withdraw")), "{pair:?} {done:?}");
    }
}

pub async fn two_acts_at_the_same_time_happen_one_after_the_other(stores: &Stores) {
    race(stores, 2 * PAIRS.len()).await;
}
