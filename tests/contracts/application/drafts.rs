//! The draft of an applicant, and a submission at the same time.

use std::sync::Arc;

use forum_domain::applications::{ApplicationFields, Draft, DraftContext, save_draft};
use forum_domain::shared::{Code, Step};
use forum_tests::builders::{NOON, fields, submit_step};
use forum_tests::stores::Stores;
use time::OffsetDateTime;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::steps::Rendezvous;

/// The real rule for a draft.
pub(crate) fn save_step(headshot_id: Option<Uuid>, at: OffsetDateTime) -> Step<DraftContext, Draft> {
    let fields = ApplicationFields { headshot_id, ..fields() };
    Box::new(move |drafter| save_draft(drafter, Draft { fields, step: 2, updated_at: at }))
}

/// In either order, no draft remains beside the application.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrent_save_and_submission_leave_no_draft() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let meeting = Rendezvous::default();
    let applications = Arc::clone(&stores.applications);
    let step = meeting.before(save_step(None, NOON));
    let mut saves = JoinSet::new();
    saves.spawn(async move { applications.save_draft(ana, step).await.map(drop) });
    let step = meeting.before(submit_step(NOON));
    stores.applications.submit(ana, step).await.expect("a submission");
    let outcome = saves.join_next().await.expect("one save").expect("a finished save");
    let refused = Err(Code::ApplicationPendingExists.into());
    assert!(outcome == Ok(()) || outcome == refused, "{outcome:?}");
    assert_eq!(stores.applications.draft(ana).await, Ok(None));
}
