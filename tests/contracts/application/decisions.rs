//! Locks and rollback of decisions, and the administrator's role under lock.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::{
    Application, ChangeActor, Decision, DecisionPlan, Revisable, Status, decide, resubmit,
};
use forum_domain::mail::OutgoingMail;
use forum_domain::shared::{Code, Refusal};
use forum_domain::users::UserChange;
use forum_tests::builders::{
    ChangeStep, DecideStep, NOON, UndoStep, act, change_step, decide_step, fields_with, id,
};
use forum_tests::stores::Stores;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::change_requests::requested;
use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};

/// Creates an applicant with a pending application, and an administrator.
async fn pending(stores: &Stores) -> (Uuid, Uuid, Application) {
    let ana = stores.user("ana@example.org", &[Role::Applicant, Role::Partner]).await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    (ana, admin, application)
}

async fn stored(stores: &Stores, id: Uuid) -> Application {
    stores.application(id).await.application
}

/// A mail that cannot be queued rolls back everything, including the mail before it.
#[tokio::test]
async fn a_failing_second_mail_rolls_back_a_decision() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let twins: [fn(&mut DecisionPlan); 2] = [
        |changes| changes.mails.push(changes.mails[0].clone()),
        |changes| changes.mails.push(OutgoingMail { id: id(), ..changes.mails[0].clone() }),
    ];
    for twin in twins {
        let inner = decide_step(Decision::Approve, admin, NOON);
        let step: DecideStep = Box::new(move |seen| {
            let mut changes = inner(seen)?;
            twin(&mut changes);
            Ok(changes)
        });
        let failed = stores.review.decide(application.id, admin, step).await;
        assert_eq!(failed.map_err(|refused| refused.code), Err(Code::InternalError));
        assert_untouched(stores, ana, &application).await;
    }
}

async fn assert_untouched(stores: &Stores, applicant: Uuid, application: &Application) {
    assert_eq!(stored(stores, application.id).await, *application);
    assert!(stores.readback.roles(applicant).await.is_applicant());
    assert!(!stores.readback.roles(applicant).await.is_member());
    assert_eq!(stores.readback.mails().await.len(), 1);
    let history = stores.history(application.id).await;
    assert_eq!(history.len(), 1);
    assert!(!stores.readback.audit_actions().await.contains(&"application.decided".to_owned()));
}

/// No step is run if the administrator was demoted or disabled after the request arrived.
#[tokio::test]
async fn a_former_administrator_decides_undoes_and_asks_for_nothing() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let disabled = stores.user("off@example.org", &[Role::Admin]).await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    for (user, change) in [(admin, UserChange::Revoke(Role::Admin)), (disabled, UserChange::Disable)] {
        stores.users.change(user, change_step(change, Some(other), NOON)).await.expect("an allowed change");
        let step: DecideStep = Box::new(|_| panic!("the step must not run"));
        let decided = stores.review.decide(application.id, user, step).await.map(drop);
        let step: UndoStep = Box::new(|_| panic!("the step must not run"));
        let undone = stores.review.undo(application.id, user, step).await.map(drop);
        let step: ChangeStep = Box::new(|_| panic!("the step must not run"));
        let actor = ChangeActor::Administrator(user);
        let asked = stores.change_requests.change(application.id, actor, step).await.map(drop);
        for refused in [decided, undone, asked] {
            assert_eq!(refused, Err(Code::Forbidden.into()), "{change:?}");
        }
    }
    assert_untouched(stores, ana, &application).await;
    assert_eq!(stores.readback.count("application_change_requests").await, 0);
}

/// The role is checked under the lock that the decision takes.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_demotion_waits_for_the_decision_by_the_administrator() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let (meeting, order) = (Rendezvous::default(), Recorder::default());
    let decision = {
        let (review, meeting, order) = (Arc::clone(&stores.review), meeting.clone(), order.clone());
        let inner = decide_step(Decision::Approve, admin, NOON);
        let step: DecideStep = Box::new(move |seen| {
            order.record("begins");
            meeting.enter();
            order.record("ends");
            inner(seen)
        });
        async move { review.decide(application.id, admin, step).await.map(|_| ()) }
    };
    let users = Arc::clone(&stores.users);
    let inner = change_step(UserChange::Revoke(Role::Admin), None, NOON);
    stores.user("other@example.org", &[Role::Admin]).await;
    let recorder = order.clone();
    let demotion = async move {
        let step = Box::new(move |seen: &_| {
            recorder.record("demoted");
            meeting.enter();
            inner(seen)
        });
        users.change(admin, step).await.expect("a remaining administrator");
    };
    let mut decisions = JoinSet::new();
    decisions.spawn(decision);
    demotion.await;
    let decided = decisions.join_all().await.remove(0);
    match decided {
        Ok(()) => assert_eq!(order.take(), ["begins", "ends", "demoted"]),
        Err(former) => assert_eq!((former, order.take()), (Code::Forbidden.into(), vec!["demoted"])),
    }
}

/// When two administrators decide concurrently, the second one's step sees the decision of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_second_decision_sees_what_the_first_stored() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let (meeting, statuses) = (Rendezvous::default(), Recorder::default());
    let results = concurrently([Decision::Approve, Decision::Reject].map(|decision| {
        let (review, recorder) = (Arc::clone(&stores.review), statuses.clone());
        let inner = decide_step(decision, admin, NOON);
        let step: DecideStep = Box::new(move |seen| {
            recorder.record(seen.detail.application.status);
            inner(seen)
        });
        let step = meeting.before(step);
        async move { review.decide(application.id, admin, step).await }
    }))
    .await;
    let status = stored(stores, application.id).await.status;
    assert_eq!(statuses.take(), [Status::Pending, status]);
    let refused = Err(Refusal::already_decided(status));
    assert!(results.contains(&refused), "{results:?}");
    assert_eq!(stores.readback.roles(ana).await.is_member(), status == Status::Approved);
}

/// The real rule for a decision on a version of the answers.
fn versioned_step(version: u32, admin: Uuid) -> DecideStep {
    Box::new(move |seen| decide(seen, Decision::Approve, Some(version), None, admin, &act(NOON)))
}

/// A store that reads the version before it has the lock decides on answers that the administrator has not seen.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_that_waits_for_an_edit_sees_its_version() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    requested(stores, application.id, admin).await;
    let (begun, delayed) = (Rendezvous::default(), Rendezvous::default());
    let (changes, entered) = (Arc::clone(&stores.change_requests), begun.clone());
    let step = Box::new(move |seen: &Revisable| {
        entered.enter();
        delayed.enter();
        resubmit(seen, fields_with(&[("city", "Ocala")]), 1, ana, &act(NOON))
    });
    let mut edit = JoinSet::new();
    edit.spawn(async move { changes.change(application.id, ChangeActor::Applicant(ana), step).await });
    begun.enter();
    let decided = stores.review.decide(application.id, admin, versioned_step(1, admin)).await;
    assert_eq!(decided, Err(Code::VersionConflict.into()));
    assert!(edit.join_all().await.remove(0).is_ok());
}

/// Locks taken in opposite orders must not deadlock.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_administrators_deciding_on_each_other_concurrently_both_succeed() {
    let stores = &Stores::fresh().await;
    let roles = [Role::Admin, Role::Applicant];
    let one = stores.user("one@example.org", &roles).await;
    let two = stores.user("two@example.org", &roles).await;
    let of_one = stores.submitted(one, NOON).await.id;
    let of_two = stores.submitted(two, NOON).await.id;
    let meeting = Rendezvous::default();
    let results = concurrently([(of_one, two), (of_two, one)].map(|(application, admin)| {
        let review = Arc::clone(&stores.review);
        let step = meeting.before(decide_step(Decision::Approve, admin, NOON));
        async move { review.decide(application, admin, step).await }
    }))
    .await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}
