//! `DraftStore`, and the draft after a submission or a deletion.

use std::sync::Arc;

use forum_domain::applications::{
    Draft, DraftContent, DraftValue, SaveDraftError, SaveDraftStep, save_draft,
};
use forum_domain::headshots::remove_headshot;
use forum_tests::builders::{NOON, submit_step};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::headshots::stored;
use crate::concurrently;
use crate::steps::Rendezvous;

const ANA: &str = "ana@example.org";

fn content(city: &str, headshot_id: Option<Uuid>) -> DraftContent {
    let text = |value: &str| DraftValue::Text(value.to_owned());
    let subjects = DraftValue::List(vec!["A,\"B\"".into(), String::new()]);
    let values = [("city", text(city)), ("date_of_birth", text("198")), ("subjects_taught", subjects)];
    DraftContent { values: values.into_iter().collect(), headshot_id, step: 2 }
}

pub(crate) fn save_step(content: DraftContent, at: OffsetDateTime) -> SaveDraftStep {
    Box::new(move |drafter| save_draft(drafter, content, at))
}

/// Saves a draft without a photo.
pub(crate) async fn saved(stores: &Stores, user_id: Uuid, city: &str, at: OffsetDateTime) -> Draft {
    let saved = stores.drafts.save(user_id, save_step(content(city, None), at)).await;
    saved.expect("a saved draft")
}

pub(crate) async fn found(stores: &Stores, user_id: Uuid) -> Option<Draft> {
    stores.drafts.find(user_id).await.expect("a result")
}

/// In either order, no draft remains beside the application.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrent_save_and_submission_leave_no_draft() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let meeting = Rendezvous::default();
    let drafts = Arc::clone(&stores.drafts);
    let step = meeting.before(save_step(content("Tampa", None), NOON));
    let mut saves = JoinSet::new();
    saves.spawn(async move { drafts.save(ana, step).await.map(drop) });
    let step = meeting.before(submit_step(NOON));
    stores.applications.submit(ana, step).await.expect("a submission");
    let outcome = saves.join_next().await.expect("one save").expect("a finished save");
    assert!(matches!(outcome, Ok(()) | Err(SaveDraftError::PendingExists)), "{outcome:?}");
    assert_eq!(found(stores, ana).await, None);
}

/// If devices save concurrently, one of their drafts is stored whole.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_saves_store_one_whole_draft() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let results = concurrently((0..20).map(|number| {
        let drafts = Arc::clone(&stores.drafts);
        let at = NOON + Duration::seconds(number);
        async move { drafts.save(ana, save_step(content(&format!("City {number}"), None), at)).await }
    }))
    .await;
    let stored = found(stores, ana).await;
    assert!(results.iter().all(Result::is_ok));
    assert!(results.into_iter().any(|saved| saved.ok() == stored), "a mixture of drafts was stored");
}

/// The owner may remove the photo, because no other user sees a draft.
#[tokio::test]
async fn removing_a_photo_removes_it_from_the_draft() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let photo = stored(stores, ana, NOON).await.id;
    stores.drafts.save(ana, save_step(content("Tampa", Some(photo)), NOON)).await.expect("a saved draft");
    let step = Box::new(move |own: &[_]| remove_headshot(own, photo, NOON));
    stores.headshots.change(ana, None, step).await.expect("a photo in no application");
    let without = Some(Draft { content: content("Tampa", None), updated_at: NOON });
    assert!(found(stores, ana).await == without, "the photo is still in the draft");
    stores.headshots.forget(photo).await.expect("a deleted row");
    assert!(found(stores, ana).await == without, "the draft was deleted with its photo");
}
