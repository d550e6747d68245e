//! The mail about a decision while the decision is undone, and the roles that come back.

use std::sync::Arc;

use forum_domain::accounts::{Role, Roles};
use forum_domain::applications::{ApplicationDetail, Decision, Status};
use forum_domain::mail::OutboxEntry;
use forum_domain::shared::{Code, Refusal};
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, UndoStep, WINDOW, change_step, id, undo_step, undoable_step};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::mail::outbox::lease;
use crate::steps::Rendezvous;

const DUE: OffsetDateTime = NOON.saturating_add(WINDOW);
const IN_TIME: OffsetDateTime = NOON.saturating_add(Duration::seconds(5));

async fn decided(stores: &Stores, decision: Decision, roles: &[Role]) -> (Uuid, Uuid, Uuid) {
    let ana = stores.user("ana@example.org", roles).await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON - Duration::HOUR).await.id;
    let step = undoable_step(decision, admin, NOON);
    stores.review.decide(application, admin, step).await.expect("a pending application");
    (ana, admin, application)
}

async fn undone(
    stores: &Stores,
    application: Uuid,
    admin: Uuid,
    at: OffsetDateTime,
) -> Result<ApplicationDetail, Refusal> {
    stores.review.undo(application, admin, undo_step(admin, at)).await
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
    stores.review.decide(application, admin, step).await.expect("a pending application");
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
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(Code::UndoExpired.into()));
    let retry = forum_domain::mail::AfterFailure::Hold(DUE + Duration::MINUTE);
    let settled = stores.outbox.mark_failed(entry.mail.id, entry.lease, retry, "421 later").await;
    assert_eq!(settled, Ok(true));
    assert_eq!(undone(stores, application, admin, IN_TIME).await, Err(Code::UndoExpired.into()));
    assert_eq!(stores.application(application).await, before);
    assert_eq!(stores.readback.mails().await.len(), 2);
}

/// The clock of the worker is ahead, so that the mail is due while the decision can still be undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_worker_gets_no_mail_while_its_decision_is_undone() {
    let stores = &Stores::fresh().await;
    let (_, admin, application) = decided(stores, Decision::Approve, &[Role::Applicant]).await;
    // The mail about the submission is due first.
    lease(stores, 1, NOON).await;
    let (begun, delayed) = (Rendezvous::default(), Rendezvous::default());
    let (review, entered, left) = (Arc::clone(&stores.review), begun.clone(), delayed.clone());
    let inner = undo_step(admin, IN_TIME);
    let step: UndoStep = Box::new(move |seen| {
        entered.enter();
        left.enter();
        inner(seen)
    });
    let mut undoing = JoinSet::new();
    undoing.spawn(async move { review.undo(application, admin, step).await.map(drop) });
    begun.enter();
    let until = DUE + Duration::MINUTE;
    assert_eq!(stores.outbox.lease(DUE, until, id()).await, Ok(None), "the locked mail is skipped");
    delayed.enter();
    assert_eq!(undoing.join_all().await, [Ok(())]);
    assert_eq!(stores.outbox.lease(DUE, until, id()).await, Ok(None), "the mail is gone");
    assert_eq!(stores.application(application).await.application.status, Status::Pending);
}
