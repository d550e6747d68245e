//! `ApplicationStore::withdraw`.

use std::collections::HashSet;
use std::sync::Arc;

use forum_domain::applications::{
    Application, ApplicationFields, ChangeActor, DecideError, Decision, Draft, DraftContent, Status,
    WithdrawError, WithdrawStep, Withdrawal, resubmit, withdraw,
};
use forum_domain::audit::AuditEvent;
use forum_domain::headshots::remove_headshot;
use forum_domain::idempotency::{RecordedResponse, RequestRecord};
use forum_domain::shared::Fault;
use forum_tests::builders::{NOON, act, asking, decide_step, fields};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::drafts::found;
use super::headshots::stored;
use super::submissions::twisted;
use crate::steps::{Recorder, Rendezvous};

const LATER: OffsetDateTime = NOON.saturating_add(Duration::HOUR);

/// The real rule for a withdrawal.
pub(crate) fn withdraw_step(user_id: Uuid) -> WithdrawStep {
    Box::new(move |seen| withdraw(seen, user_id, &act(LATER)))
}

async fn withdrawn(stores: &Stores, application: &Application) {
    let user_id = application.user_id;
    let result = stores.applications.withdraw(application.id, user_id, withdraw_step(user_id)).await;
    result.expect("a withdrawal");
}

async fn exists(stores: &Stores, id: Uuid) -> bool {
    stores.applications.find(id).await.expect("a result").is_some()
}

/// The application and its history are deleted, the mail about its receipt and the audit log are kept, and the counts
/// do not include it.
#[tokio::test]
async fn a_withdrawal_deletes_the_application_and_stores_its_answers_as_the_draft() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let application = stores.submitted(ana, NOON).await;
    let other = stores.submitted(bo, NOON).await;
    withdrawn(stores, &application).await;
    assert!(!exists(stores, application.id).await && exists(stores, other.id).await);
    assert_eq!(stores.queue.history(application.id).await.expect("a result"), None);
    let draft = Draft { content: DraftContent::of(&application.fields), updated_at: LATER };
    assert!(found(stores, ana).await == Some(draft), "the answers are not the draft");
    assert_eq!(found(stores, bo).await, None);
    assert_eq!(stores.readback.mails().await.len(), 2);
    let actions = stores.readback.audit_actions().await;
    assert_eq!(actions.iter().filter(|action| *action == "application.withdrawn").count(), 1);
    assert!(stores.readback.roles(ana).await.is_applicant());
    let again = stores.submitted(ana, LATER + Duration::HOUR).await;
    assert_ne!(again.id, application.id);
    assert_eq!(found(stores, ana).await, None);
}

/// The photo stays with the draft and is no longer in use. Those of earlier versions and those that nothing shows are
/// removed at once, but for that of another application.
#[tokio::test]
async fn a_withdrawal_keeps_the_photo_in_the_draft_and_removes_the_others() {
    let stores = &Stores::fresh().await;
    let (ana, admin) = (stores.applicant("ana@example.org").await, stores.admin().await);
    let upload = async |minute| stored(stores, ana, NOON + Duration::minutes(minute)).await.id;
    let submit = async |photo| {
        let step = twisted(ApplicationFields { headshot_id: Some(photo), ..fields() }, |_| {});
        match stores.applications.submit(ana, step).await {
            Ok(application) => application,
            other => panic!("the submission was refused: {other:?}"),
        }
    };
    let rejected = upload(0).await;
    stores.decide(submit(rejected).await.id, Decision::Reject, admin, NOON).await;
    let earlier = upload(1).await;
    let application = submit(earlier).await;
    let (asked, actor) = (asking(admin, &[], NOON), ChangeActor::Administrator(admin));
    stores.change_requests.change(application.id, actor, asked).await.expect("a request");
    let (photo, spare) = (upload(2).await, upload(3).await);
    let answers = ApplicationFields { headshot_id: Some(photo), ..application.fields.clone() };
    let edit = Box::new(move |seen: &_| resubmit(seen, answers, 1, ana, &act(LATER)));
    let edited = stores.change_requests.change(application.id, ChangeActor::Applicant(ana), edit).await;
    edited.expect("an open request");
    let removed = stores.applications.withdraw(application.id, ana, withdraw_step(ana)).await;
    let removed: HashSet<Uuid> = removed.expect("a withdrawal").iter().map(|photo| photo.id).collect();
    assert_eq!(removed, HashSet::from([earlier, spare]));
    let kept = stores.headshots.stored_of(ana).await.expect("a result");
    let kept: HashSet<Uuid> = kept.iter().map(|photo| photo.id).collect();
    assert_eq!(kept, HashSet::from([rejected, photo]));
    assert_eq!(found(stores, ana).await.and_then(|draft| draft.content.headshot_id), Some(photo));
    let step = Box::new(move |own: &[_]| remove_headshot(own, photo, LATER));
    stores.headshots.change(ana, None, step).await.expect("a photo in no application");
    assert_eq!(found(stores, ana).await.and_then(|draft| draft.content.headshot_id), None);
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
    withdrawn(stores, &application).await;
    for (record, kept) in records.iter().zip([false, true, true]) {
        assert_eq!(stores.requests.find(&record.id, LATER).await.expect("a result").is_some(), kept);
    }
}

#[tokio::test]
async fn a_refused_withdrawal_leaves_no_trace() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let withdraw_as = async |id: Uuid, user_id: Uuid| {
        stores.applications.withdraw(id, user_id, withdraw_step(user_id)).await.map(|_| ())
    };
    for user_id in [bo, admin] {
        assert_eq!(withdraw_as(application.id, user_id).await, Err(WithdrawError::NotFound));
    }
    assert_eq!(withdraw_as(Uuid::from_u128(7), ana).await, Err(WithdrawError::NotFound));
    stores.decide(application.id, Decision::Reject, admin, NOON).await;
    let refused = WithdrawError::AlreadyDecided(Status::Rejected);
    assert_eq!(withdraw_as(application.id, ana).await, Err(refused));
    assert!(exists(stores, application.id).await);
    assert_eq!(found(stores, ana).await, None);
    assert!(!stores.readback.audit_actions().await.contains(&"application.withdrawn".to_owned()));
}

/// The audit log refuses a second event with the same id.
#[tokio::test]
async fn a_withdrawal_whose_audit_entry_cannot_be_written_is_rolled_back() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let (first, application) = (stores.submitted(bo, NOON).await, stores.submitted(ana, NOON).await);
    let audit = act(LATER).audit(Some(bo), "application.withdrawn", ("application", first.id));
    let with_audit = |user_id: Uuid, audit: AuditEvent| -> WithdrawStep {
        Box::new(move |seen| Ok(Withdrawal { audit, ..withdraw(seen, user_id, &act(LATER))? }))
    };
    let step = with_audit(bo, audit.clone());
    stores.applications.withdraw(first.id, bo, step).await.expect("a withdrawal");
    let failed = stores.applications.withdraw(application.id, ana, with_audit(ana, audit)).await;
    assert!(matches!(failed, Err(WithdrawError::Fault(Fault::Bug(_)))), "{failed:?}");
    assert!(exists(stores, application.id).await);
    assert_eq!(found(stores, ana).await, None);
}

/// Exactly one of them is stored. A decision after the withdrawal finds no application.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_withdrawal_and_a_decision_at_the_same_time_one_is_stored() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let (meeting, order) = (Rendezvous::default(), Recorder::default());
    let (decide, withdraw) = {
        let (decided, withdrew) = (order.clone(), order.clone());
        let inner = decide_step(Decision::Approve, admin, LATER);
        let decide = Box::new(move |seen: &_| {
            decided.record("decided");
            inner(seen)
        });
        let inner = withdraw_step(ana);
        let withdraw = Box::new(move |seen: &_| {
            withdrew.record("withdrawn");
            inner(seen)
        });
        (meeting.before(decide), meeting.before(withdraw))
    };
    let (decisions, withdrawals) = (Arc::clone(&stores.applications), Arc::clone(&stores.applications));
    let id = application.id;
    let (mut decided, mut withdrawn) = (JoinSet::new(), JoinSet::new());
    decided.spawn(async move { decisions.decide(id, admin, decide).await.map(|_| ()) });
    withdrawn.spawn(async move { withdrawals.withdraw(id, ana, withdraw).await.map(|_| ()) });
    let outcome = (decided.join_all().await.remove(0), withdrawn.join_all().await.remove(0));
    let first = order.take().remove(0);
    match first {
        "decided" => {
            assert_eq!(outcome, (Ok(()), Err(WithdrawError::AlreadyDecided(Status::Approved))));
            assert!(stores.readback.roles(ana).await.is_member());
            assert_eq!(found(stores, ana).await, None);
        }
        _ => {
            assert_eq!(outcome, (Err(DecideError::NotFound), Ok(())));
            assert!(!stores.readback.roles(ana).await.is_member());
            assert!(found(stores, ana).await.is_some());
        }
    }
}
