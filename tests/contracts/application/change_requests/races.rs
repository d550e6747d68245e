//! Concurrent acts on one application.

use std::sync::Arc;

use forum_domain::applications::{ChangeActor, Decision};
use forum_domain::shared::Code;
use forum_tests::builders::{NOON, undoable_step};
use forum_tests::stores::Stores;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::super::withdrawals::withdraw_step;
use super::{LATER, asking, editing, open, requested, taking_back, versions};
use crate::concurrently;
use crate::steps::Rendezvous;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_second_of_two_requests_sees_the_first() {
    let stores = &Stores::fresh().await;
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
    assert!(
        results.contains(&Ok(())) && results.contains(&Err(Code::ChangeRequestOpen.into())),
        "{results:?}"
    );
}

const ROUNDS: usize = 120;

/// The acts of a round, at the same time.
const PAIRS: [[&str; 2]; 4] =
    [["edit", "decide"], ["edit", "withdraw"], ["request", "decide"], ["take back", "edit"]];

/// In each round two acts on one application at the same time. Every outcome is that of one order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_acts_at_the_same_time_happen_one_after_the_other() {
    let stores = &Stores::checked().await;
    let admin = stores.admin().await;
    for (round, pair) in (0..ROUNDS).zip(PAIRS.iter().cycle()) {
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
                        stores.review.decide(id, admin, step).await.is_ok()
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
