//! Races of undone decisions on PostgreSQL. The invariants hold afterwards.

use std::sync::Arc;

use forum_adapters::postgres::{Moments, examine_invariants};
use forum_domain::accounts::Role;
use forum_domain::applications::Decision;
use forum_tests::builders::NOON;
use forum_tests::contract::undo::{race, undo_step, undoable_step};
use forum_tests::contract::{Backend, Stores};
use forum_tests::postgres::PostgresDatabase;
use time::Duration;
use tokio::task::JoinSet;

const ROUNDS: usize = 1_000;

async fn assert_invariants(database: &PostgresDatabase) {
    let moments = Moments { now: NOON, mails_kept_since: NOON - Duration::days(30), settled_before: NOON };
    for (invariant, violations) in examine_invariants(database.pool(), moments).await.expect("a result") {
        assert_eq!(violations.count, 0, "{}: {:?}", invariant.holds, violations.some);
    }
}

pub(super) async fn finished(database: PostgresDatabase, stores: Stores) {
    assert_invariants(&database).await;
    drop(stores);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn in_a_thousand_races_with_the_worker_no_undone_decision_is_mailed() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let undone = race(&stores, ROUNDS).await;
    assert!(undone > 0 && undone < ROUNDS, "both outcomes occur: {undone}");
    finished(database, stores).await;
}

/// The second decision comes from another administrator, and the first one may be undone before, during or after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_and_the_undoing_of_an_earlier_one_do_not_mix() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let one = stores.admin().await;
    let two = stores.user("two@example.org", &[Role::Admin]).await;
    for round in 0..ROUNDS / 5 {
        let ana = stores.applicant(&format!("ana{round}@example.org")).await;
        let application = stores.submitted(ana, NOON).await.id;
        let at = NOON + Duration::HOUR;
        let step = undoable_step(Decision::Approve, one, at);
        stores.applications.decide(application, one, step).await.expect("a pending application");
        let mut both = JoinSet::new();
        let applications = Arc::clone(&stores.applications);
        let later = at + Duration::SECOND;
        both.spawn(async move { applications.undo(application, one, undo_step(one, later)).await.is_ok() });
        let applications = Arc::clone(&stores.applications);
        both.spawn(async move {
            let step = undoable_step(Decision::Reject, two, later + Duration::SECOND);
            applications.decide(application, two, step).await.is_ok()
        });
        let done = both.join_all().await;
        assert!(done.contains(&true), "round {round}");
    }
    finished(database, stores).await;
}
