//! `ApplicationStore::transition`.

use std::sync::Arc;

use forum_domain::accounts::{Role, Roles};
use forum_domain::applications::{
    Application, ChangeActor, DecideError, DecideStep, Decision, DecisionPlan, Revisable, Status, decide,
    resubmit,
};
use forum_domain::audit::FormerAdministrator;
use forum_domain::mail::{MailKind, OutgoingMail};
use forum_domain::shared::Fault;
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, act, change_step, decide_step, fields_with, id};
use forum_tests::stores::Stores;
use time::Duration;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::change_requests::{edited, requested};
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

/// A rejection is not permanent.
#[tokio::test]
async fn rejection_keeps_the_roles_and_lets_the_applicant_apply_again() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    stores.decide(application.id, Decision::Reject, admin, NOON).await;
    assert_eq!(stores.readback.roles(ana).await, Roles::from_iter([Role::Applicant, Role::Partner]));
    let again = stores.submitted(ana, NOON + Duration::days(1)).await;
    assert_ne!(again.id, application.id);
    assert_eq!(stored(stores, application.id).await.status, Status::Rejected);
}

/// State, history, mail and audit entry are stored together, and the returned state is the stored one.
#[tokio::test]
async fn a_decision_is_stored_with_its_history_mail_and_audit() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let at = NOON + Duration::hours(3);
    let detail = stores.decide(application.id, Decision::Approve, admin, at).await;
    assert_eq!(Some(&detail), stores.applications.find(application.id).await.expect("a result").as_ref());
    let decided = detail.application;
    assert_eq!((decided.status, decided.reviewed_at), (Status::Approved, Some(at)));
    assert_eq!((decided.decided_by, decided.note.as_deref()), (Some(admin), Some("noted")));
    assert_eq!(stored(stores, application.id).await, decided);

    let history = stores.history(application.id).await;
    let transitions: Vec<_> =
        history.iter().map(|event| (event.from, event.to, event.actor_id, event.at)).collect();
    let (submitted, approved) = (Status::Pending, Status::Approved);
    assert_eq!(transitions, [(None, submitted, ana, NOON), (Some(submitted), approved, admin, at)]);
    let kinds: Vec<MailKind> = stores.readback.mails().await.iter().map(|mail| mail.kind).collect();
    assert_eq!(kinds, [MailKind::ApplicationSubmitted, MailKind::ApplicationApproved]);
    assert!(stores.readback.audit_actions().await.contains(&"application.decided".to_owned()));
    assert_eq!(stores.readback.roles(ana).await, Roles::from_iter([Role::Member, Role::Partner]));
    assert_eq!(stores.readback.roles(admin).await, Roles::from_iter([Role::Admin]));
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
        let failed = stores.applications.decide(application.id, admin, step).await;
        assert!(matches!(failed, Err(DecideError::Fault(Fault::Bug(_)))), "{failed:?}");
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

#[tokio::test]
async fn a_refused_decision_leaves_no_trace() {
    let stores = &Stores::fresh().await;
    let ana = stores.user("ana@example.org", &[Role::Applicant, Role::Admin]).await;
    let application = stores.submitted(ana, NOON).await;
    let step = decide_step(Decision::Approve, ana, NOON);
    let refused = stores.applications.decide(application.id, ana, step).await;
    assert_eq!(refused, Err(DecideError::OwnApplication));
    assert_untouched(stores, ana, &application).await;
}

/// The step is not run if the administrator was demoted or disabled after the request arrived.
#[tokio::test]
async fn a_decision_by_a_former_administrator_leaves_no_trace() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let disabled = stores.user("off@example.org", &[Role::Admin]).await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    for (user, change) in [(admin, UserChange::Revoke(Role::Admin)), (disabled, UserChange::Disable)] {
        stores.users.change(user, change_step(change, Some(other), NOON)).await.expect("an allowed change");
        let step: DecideStep = Box::new(|_| panic!("the step must not run"));
        let refused = stores.applications.decide(application.id, user, step).await;
        assert_eq!(refused, Err(FormerAdministrator.into()), "{change:?}");
    }
    assert_untouched(stores, ana, &application).await;
}

/// The role is checked under the lock that the decision takes.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_demotion_waits_for_the_decision_by_the_administrator() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let (meeting, order) = (Rendezvous::default(), Recorder::default());
    let decision = {
        let (applications, meeting, order) =
            (Arc::clone(&stores.applications), meeting.clone(), order.clone());
        let inner = decide_step(Decision::Approve, admin, NOON);
        let step: DecideStep = Box::new(move |seen| {
            order.record("begins");
            meeting.enter();
            order.record("ends");
            inner(seen)
        });
        async move { applications.decide(application.id, admin, step).await.map(|_| ()) }
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
        Err(former) => assert_eq!((former, order.take()), (FormerAdministrator.into(), vec!["demoted"])),
    }
}

/// When two administrators decide concurrently, the second one's step sees the decision of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_second_decision_sees_what_the_first_stored() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let (meeting, statuses) = (Rendezvous::default(), Recorder::default());
    let results = concurrently([Decision::Approve, Decision::Reject].map(|decision| {
        let (applications, recorder) = (Arc::clone(&stores.applications), statuses.clone());
        let inner = decide_step(decision, admin, NOON);
        let step: DecideStep = Box::new(move |seen| {
            recorder.record(seen.detail.application.status);
            inner(seen)
        });
        let step = meeting.before(step);
        async move { applications.decide(application.id, admin, step).await }
    }))
    .await;
    let status = stored(stores, application.id).await.status;
    assert_eq!(statuses.take(), [Status::Pending, status]);
    let refused = Err(DecideError::AlreadyDecided(status));
    assert!(results.contains(&refused), "{results:?}");
    assert_eq!(stores.readback.roles(ana).await.is_member(), status == Status::Approved);
}

/// The real rule for a decision on a version of the answers.
fn versioned_step(version: u32, admin: Uuid) -> DecideStep {
    Box::new(move |seen| decide(seen, Decision::Approve, Some(version), None, admin, &act(NOON)))
}

#[tokio::test]
async fn a_decision_sees_the_version_of_the_current_answers() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = pending(stores).await;
    let decide = async |version| {
        stores.applications.decide(application.id, admin, versioned_step(version, admin)).await
    };
    requested(stores, application.id, admin).await;
    edited(stores, &application, 1, "Tampa").await;
    requested(stores, application.id, admin).await;
    for version in [0, 1, 3] {
        assert_eq!(decide(version).await, Err(DecideError::VersionConflict), "{version}");
    }
    assert_eq!(
        stores
            .change_requests
            .read(application.id)
            .await
            .map(|read| read.is_some_and(|(_, state)| state.open.is_some())),
        Ok(true)
    );
    assert_eq!(decide(2).await.map(|detail| detail.application.status), Ok(Status::Approved));
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
    let decided = stores.applications.decide(application.id, admin, versioned_step(1, admin)).await;
    assert_eq!(decided, Err(DecideError::VersionConflict));
    assert!(edit.join_all().await.remove(0).is_ok());
}

/// One succeeds and all others are refused; nothing happens twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_concurrent_decisions_decide_once() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = pending(stores).await;
    let results = concurrently((0..50).map(|turn| {
        let applications = Arc::clone(&stores.applications);
        let decision = if turn % 2 == 0 { Decision::Approve } else { Decision::Reject };
        let step = decide_step(decision, admin, NOON + Duration::hours(1));
        async move { applications.decide(application.id, admin, step).await }
    }))
    .await;
    let status = stored(stores, application.id).await.status;
    let refused = Err(DecideError::AlreadyDecided(status));
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|result| **result == refused).count(), 49, "{results:?}");

    assert_eq!(stores.readback.roles(ana).await.is_member(), status == Status::Approved);
    let kind = if status == Status::Approved {
        MailKind::ApplicationApproved
    } else {
        MailKind::ApplicationRejected
    };
    let kinds: Vec<MailKind> = stores.readback.mails().await.iter().map(|mail| mail.kind).collect();
    assert_eq!(kinds, [MailKind::ApplicationSubmitted, kind]);
    let history = stores.history(application.id).await;
    assert_eq!(history.len(), 2);
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
        let applications = Arc::clone(&stores.applications);
        let step = meeting.before(decide_step(Decision::Approve, admin, NOON));
        async move { applications.decide(application, admin, step).await }
    }))
    .await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}

/// The rule is not run for an unknown id.
#[tokio::test]
async fn an_unknown_application_is_not_found() {
    let stores = &Stores::fresh().await;
    let step: DecideStep = Box::new(|_| panic!("the step must not run"));
    let admin = stores.admin().await;
    assert_eq!(stores.applications.decide(id(), admin, step).await, Err(DecideError::NotFound));
}
