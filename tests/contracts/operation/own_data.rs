//! The contract of `OwnDataStore`.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::Decision;
use forum_domain::own_data::{DeletionContext, DeletionPlan};
use forum_domain::shared::{Code, Step};
use forum_tests::builders::{NOON, decide_step, deletion_step};
use forum_tests::stores::Stores;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::concurrently;
use crate::steps::Rendezvous;

/// A disabled administrator does not count.
#[tokio::test]
async fn only_administrators_who_can_sign_in_count_as_others() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.ana_and_bo(&[Role::Admin]).await;
    stores.user("cy@example.org", &[Role::Member]).await;
    stores.readback.disable(bo, NOON).await;
    let left = stores.own_data.delete_account(ana, NOON, deletion_step()).await;
    assert_eq!(left, Err(Code::LastAdmin.into()));
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
    assert!(results.contains(&Err(Code::LastAdmin.into())), "{results:?}");
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
    let slow: Step<DeletionContext, DeletionPlan> = Box::new(move |context| {
        start.send(()).expect("a receiver");
        Rendezvous::default().enter();
        step(context)
    });
    let own_data = Arc::clone(&stores.own_data);
    let mut deletion = JoinSet::new();
    deletion.spawn(async move { own_data.delete_account(ana, NOON, slow).await });
    started.await.expect("a started deletion");
    let decision = decide_step(Decision::Approve, admin, NOON);
    let decided = stores.review.decide(application, admin, decision).await;
    assert_eq!(decided, Err(Code::NotFound.into()));
    assert_eq!(deletion.join_all().await, [Ok(Vec::new())]);
}
