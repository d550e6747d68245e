//! The contract of `OwnDataStore`.

use std::sync::Arc;

use forum_domain::accounts::{Role, Roles};
use forum_domain::applications::{DecideError, Decision, Status};
use forum_domain::own_data::{DeleteAccountError, DeletionContext, DeletionStep};
use forum_tests::builders::{NOON, decide_step, deletion_step};
use forum_tests::stores::Stores;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::concurrently;
use crate::steps::Rendezvous;

async fn decided(stores: &Stores, user_id: Uuid, admin: Uuid) -> Uuid {
    let application = stores.submitted(user_id, NOON).await.id;
    stores.decide(application, Decision::Reject, admin, NOON).await;
    application
}

#[tokio::test]
async fn a_refused_deletion_changes_nothing() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let pending = stores.submitted(ana, NOON).await.id;
    let step: DeletionStep = Box::new(move |context: &DeletionContext| {
        assert_eq!((context.pending, context.other_admins), (Some(pending), 0));
        Err(DeleteAccountError::LastAdmin)
    });
    assert_eq!(stores.own_data.delete_account(ana, NOON, step).await, Err(DeleteAccountError::LastAdmin));
    assert!(stores.applications.find(pending).await.expect("a result").is_some());
    assert_eq!(stores.readback.mails().await.len(), 1);
}

/// A disabled administrator does not count.
#[tokio::test]
async fn only_administrators_who_can_sign_in_count_as_others() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.ana_and_bo(&[Role::Admin]).await;
    stores.user("cy@example.org", &[Role::Member]).await;
    stores.readback.disable(bo, NOON).await;
    let left = stores.own_data.delete_account(ana, NOON, deletion_step()).await;
    assert_eq!(left, Err(DeleteAccountError::LastAdmin));
    stores.user("di@example.org", &[Role::Admin]).await;
    stores.delete_account(ana).await;
}

/// The second must see the result of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_administrators_deleting_their_accounts_concurrently_leave_one() {
    let stores = &Stores::fresh().await;
    let mut admins = Vec::new();
    for email in ["ana@example.org", "bo@example.org"] {
        admins.push(stores.user(email, &[Role::Admin]).await);
    }
    let meeting = Rendezvous::default();
    let results = concurrently(admins.into_iter().map(|admin| {
        let (own_data, step) = (Arc::clone(&stores.own_data), meeting.before(deletion_step()));
        async move { own_data.delete_account(admin, NOON, step).await }
    }))
    .await;
    assert!(results.contains(&Ok(Vec::new())), "{results:?}");
    assert!(results.contains(&Err(DeleteAccountError::LastAdmin)), "{results:?}");
}

/// They do not deadlock: the second finds the application decided or gone.
#[tokio::test]
async fn a_concurrent_decision_and_deletion_both_finish() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    for round in 0..20 {
        let ana = stores.applicant(&format!("ana{round}@example.org")).await;
        let application = stores.submitted(ana, NOON).await.id;
        let (decided, deleted) = tokio::join!(
            stores.applications.decide(application, admin, decide_step(Decision::Approve, admin, NOON)),
            stores.own_data.delete_account(ana, NOON, deletion_step()),
        );
        assert_eq!(deleted, Ok(Vec::new()));
        let left = stores.applications.find(application).await.expect("a result");
        match decided {
            Ok(_) => assert_eq!(left.expect("a stored row").application.status, Status::Approved),
            Err(refused) => {
                assert_eq!(refused, DecideError::NotFound);
                assert_eq!(left, None);
            }
        }
        assert_eq!(stores.readback.roles(ana).await, Roles::default());
    }
}

/// The deletion holds the lock on the user when the decision begins. A decision that locked the application before the
/// user would then deadlock with the deletion, which removes the application.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_during_a_deletion_waits_until_it_ends() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    let (start, started) = oneshot::channel();
    let step = deletion_step();
    let slow: DeletionStep = Box::new(move |context| {
        start.send(()).expect("a receiver");
        Rendezvous::default().enter();
        step(context)
    });
    let own_data = Arc::clone(&stores.own_data);
    let mut deletion = JoinSet::new();
    deletion.spawn(async move { own_data.delete_account(ana, NOON, slow).await });
    started.await.expect("a started deletion");
    let decision = decide_step(Decision::Approve, admin, NOON);
    let decided = stores.applications.decide(application, admin, decision).await;
    assert_eq!(decided, Err(DecideError::NotFound));
    assert_eq!(deletion.join_all().await, [Ok(Vec::new())]);
}

/// Its decision does not depend on the account.
#[tokio::test]
async fn a_decided_application_of_a_deleted_account_stays_decided() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = decided(stores, ana, admin).await;
    stores.delete_account(ana).await;
    let step = decide_step(Decision::Approve, admin, NOON);
    let refused = stores.applications.decide(application, admin, step).await;
    let known = DecideError::AlreadyDecided(Status::Rejected);
    assert_eq!(refused, Err(known));
}
