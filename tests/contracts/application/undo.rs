//! `ApplicationStore::undo`, and the due time of the mail about a decision.

use std::sync::Arc;

use forum_domain::accounts::{Role, Roles};
use forum_domain::applications::{ApplicationDetail, Decision, Status, UndoError, UndoStep};
use forum_domain::audit::FormerAdministrator;
use forum_domain::mail::{MailKind, OutboxEntry};
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, WINDOW, change_step, id, undo_step, undoable_step};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::concurrently;
use crate::mail::outbox::lease;

const DUE: OffsetDateTime = NOON.saturating_add(WINDOW);
const IN_TIME: OffsetDateTime = NOON.saturating_add(Duration::seconds(5));

async fn decided(stores: &Stores, decision: Decision, roles: &[Role]) -> (Uuid, Uuid, Uuid) {
    let ana = stores.user("ana@example.org", roles).await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON - Duration::HOUR).await.id;
    let step = undoable_step(decision, admin, NOON);
    stores.applications.decide(application, admin, step).await.expect("a pending application");
    (ana, admin, application)
}

async fn undone(
    stores: &Stores,
    application: Uuid,
    admin: Uuid,
    at: OffsetDateTime,
) -> Result<ApplicationDetail, UndoError> {
    stores.applications.undo(application, admin, undo_step(admin, at)).await
}

async fn kinds(stores: &Stores) -> Vec<MailKind> {
    stores.readback.mails().await.iter().map(|mail| mail.kind).collect()
}

/// Leases all mails that are due, of which the submission's comes first.
async fn leased(stores: &Stores, now: OffsetDateTime) -> Vec<MailKind> {
    lease(stores, 10, now).await.iter().map(|entry| entry.mail.kind).collect()
}

#[tokio::test]
async fn the_mail_about_a_decision_is_leased_only_after_the_window() {
    let stores = &Stores::fresh().await;
    decided(stores, Decision::Approve, &[Role::Applicant]).await;
    let before = DUE - Duration::MICROSECOND;
    assert_eq!(leased(stores, before).await, [MailKind::ApplicationSubmitted]);
    let backlog = stores.outbox.backlog(before).await.expect("a result");
    assert_eq!(backlog.oldest_due, Some(NOON - Duration::HOUR), "only a due mail is overdue");
    assert_eq!(leased(stores, DUE).await, [MailKind::ApplicationApproved]);
}

/// Status, roles, mail, history and audit entry change together, and the returned application is the stored one.
#[tokio::test]
async fn an_undone_approval_leaves_the_application_and_the_roles_as_before() {
    let stores = &Stores::fresh().await;
    let held = [Role::Applicant, Role::Partner];
    let (ana, admin, application) = decided(stores, Decision::Approve, &held).await;
    assert_eq!(stores.readback.roles(ana).await, Roles::from_iter([Role::Member, Role::Partner]));
    let detail = undone(stores, application, admin, IN_TIME).await.expect("in time");
    assert_eq!(detail, stores.application(application).await);
    let stored = detail.application;
    assert_eq!((stored.status, stored.reviewed_at), (Status::Pending, None));
    assert_eq!((stored.note, stored.decided_by), (None, None));
    assert_eq!(stores.readback.roles(ana).await, Roles::from_iter(held));
    assert_eq!(kinds(stores).await, [MailKind::ApplicationSubmitted]);
    let history = stores.history(application).await;
    let steps: Vec<_> = history.iter().map(|event| (event.from, event.to, event.actor_id)).collect();
    let (pending, approved) = (Status::Pending, Status::Approved);
    let expected = [(None, pending, ana), (Some(pending), approved, admin), (Some(approved), pending, admin)];
    assert_eq!(steps, expected);
    assert!(stores.readback.audit_actions().await.contains(&"application.decision_undone".to_owned()));
}

/// The decision found the role of a member, and no role of an applicant.
#[tokio::test]
async fn roles_that_the_approval_did_not_change_stay() {
    let stores = &Stores::fresh().await;
    let ana = stores.user("ana@example.org", &[Role::Applicant]).await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON - Duration::HOUR).await.id;
    for change in [UserChange::Grant(Role::Member), UserChange::Revoke(Role::Applicant)] {
        stores.users.change(ana, change_step(change, Some(admin), NOON)).await.expect("an allowed change");
    }
    let step = undoable_step(Decision::Approve, admin, NOON);
    stores.applications.decide(application, admin, step).await.expect("a pending application");
    undone(stores, application, admin, IN_TIME).await.expect("in time");
    assert_eq!(stores.readback.roles(ana).await, Roles::from_iter([Role::Member]));
}

#[tokio::test]
async fn a_decision_whose_mail_is_leased_or_was_tried_cannot_be_undone() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = decided(stores, Decision::Reject, &[Role::Applicant]).await;
    let before = stores.application(application).await;
    let entries: Vec<OutboxEntry> = lease(stores, 2, DUE).await;
    let entry = entries.last().expect("a leased mail");
    // The clock of this process is behind that of the worker.
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(UndoError::Expired));
    let retry = forum_domain::mail::AfterFailure::Hold(DUE + Duration::MINUTE);
    let settled = stores.outbox.mark_failed(entry.mail.id, entry.lease, retry, "421 later").await;
    assert_eq!(settled, Ok(true));
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(UndoError::Expired));
    assert_eq!(stores.application(application).await, before);
    assert_eq!(kinds(stores).await.len(), 2);
}

#[tokio::test]
async fn a_second_undo_stores_nothing_and_a_new_decision_is_possible() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = decided(stores, Decision::Reject, &[Role::Applicant]).await;
    let first = undone(stores, application, admin, IN_TIME).await.expect("in time");
    let audited = stores.readback.audit().await.len();
    assert_eq!(undone(stores, application, admin, DUE).await, Ok(first));
    assert_eq!(stores.readback.audit().await.len(), audited);
    assert_eq!(stores.history(application).await.len(), 3);

    let other = stores.user("other@example.org", &[Role::Admin]).await;
    let step = undoable_step(Decision::Approve, other, DUE);
    stores.applications.decide(application, other, step).await.expect("a pending application");
    assert_eq!(undone(stores, application, admin, DUE).await, Err(UndoError::AnotherAdministrator));
    assert!(stores.readback.roles(ana).await.is_member());
    let later = DUE + WINDOW;
    assert_eq!(leased(stores, later).await, [MailKind::ApplicationSubmitted, MailKind::ApplicationApproved]);
}

/// A member would have a pending application, if the later one was approved.
#[tokio::test]
async fn a_rejection_cannot_be_undone_after_another_application() {
    let stores = &Stores::fresh().await;
    let (ana, admin, application) = decided(stores, Decision::Reject, &[Role::Applicant]).await;
    let later = stores.submitted(ana, NOON + Duration::SECOND).await.id;
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(UndoError::AppliedAgain));
    let step = undoable_step(Decision::Approve, admin, NOON + Duration::seconds(2));
    stores.applications.decide(later, admin, step).await.expect("a pending application");
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(UndoError::AppliedAgain));
    assert_eq!(stores.application(application).await.application.status, Status::Rejected);
    assert!(undone(stores, later, admin, IN_TIME).await.is_ok(), "the later decision can be undone");
}

#[tokio::test]
async fn a_former_administrator_or_an_unknown_id_undoes_nothing() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = decided(stores, Decision::Approve, &[Role::Applicant]).await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    assert_eq!(undone(stores, id(), other, IN_TIME).await, Err(UndoError::NotFound));
    let demotion = change_step(UserChange::Revoke(Role::Admin), Some(other), NOON);
    stores.users.change(admin, demotion).await.expect("an allowed change");
    let step: UndoStep = Box::new(|_| panic!("the step must not run"));
    let refused = stores.applications.undo(application, admin, step).await;
    assert_eq!(refused, Err(FormerAdministrator.into()));
    assert_eq!(stores.application(application).await.application.status, Status::Approved);
}

/// The clock of the worker is ahead, so that it leases the mail while the decision can still be undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn either_a_worker_gets_the_mail_or_the_decision_is_undone() {
    let stores = &Stores::fresh().await;
    race(stores, 30).await;
}

/// Returns the number of decisions that were undone.
pub(crate) async fn race(stores: &Stores, rounds: usize) -> usize {
    enum Outcome {
        Leased(Option<Box<OutboxEntry>>),
        Undone(Result<(), UndoError>),
    }
    let admin = stores.admin().await;
    let mut number = 0;
    for round in 0..rounds {
        let ana = stores.applicant(&format!("ana{round}@example.org")).await;
        let application = stores.submitted(ana, NOON - Duration::HOUR).await.id;
        // The mail about the submission is due first.
        for entry in lease(stores, 10, NOON).await {
            stores.mark_sent(entry.mail.id, entry.lease, NOON).await;
        }
        let step = undoable_step(Decision::Approve, admin, NOON);
        stores.applications.decide(application, admin, step).await.expect("a pending application");
        let (outbox, applications) = (Arc::clone(&stores.outbox), Arc::clone(&stores.applications));
        let worker = async move {
            let entry = outbox.lease(DUE, DUE + Duration::MINUTE, id()).await.expect("a lease");
            Outcome::Leased(entry.map(Box::new))
        };
        let undoing = async move {
            let done = applications.undo(application, admin, undo_step(admin, IN_TIME)).await;
            Outcome::Undone(done.map(|_| ()))
        };
        let both: [std::pin::Pin<Box<dyn Future<Output = Outcome> + Send>>; 2] = if round % 2 == 0 {
            [Box::pin(worker), Box::pin(undoing)]
        } else {
            [Box::pin(undoing), Box::pin(worker)]
        };
        let (mut mail, mut undone) = (None, None);
        for outcome in concurrently(both).await {
            match outcome {
                Outcome::Leased(entry) => mail = entry,
                Outcome::Undone(done) => undone = Some(done),
            }
        }
        let status = stores.application(application).await.application.status;
        match undone.expect("an outcome") {
            Ok(()) => {
                assert!(mail.is_none(), "round {round}: a mail after an undone decision");
                assert_eq!(status, Status::Pending);
                number += 1;
            }
            Err(refused) => {
                assert_eq!((refused, status), (UndoError::Expired, Status::Approved));
            }
        }
        // The worker skips a mail that is locked, and gets it the next time.
        let entry = match mail {
            Some(entry) => Some(*entry),
            None => stores.outbox.lease(DUE, DUE + Duration::MINUTE, id()).await.expect("a lease"),
        };
        assert_eq!(entry.is_some(), status == Status::Approved, "round {round}");
        if let Some(entry) = entry {
            assert_eq!(entry.mail.kind, MailKind::ApplicationApproved);
            stores.mark_sent(entry.mail.id, entry.lease, DUE).await;
        }
    }
    number
}
