//! `DraftStore`, and the draft after a submission or a deletion.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::{
    Draft, DraftContent, DraftValue, SaveDraftError, SaveDraftStep, SubmitError, SubmitStep, save_draft,
};
use forum_domain::headshots::remove_headshot;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::headshots::stored;
use super::submissions::twisted;
use crate::builders::{NOON, fields, id, submit_step};
use crate::contract::steps::Rendezvous;
use crate::contract::{Stores, concurrently};

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

/// Text and lists are stored unchanged, including values that are invalid in an application.
pub async fn a_draft_is_stored_unchanged_and_replaced_as_a_whole(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    assert_eq!(found(stores, ana).await, None);
    let photo = stored(stores, ana, NOON).await.id;
    let first = content(" Tam \u{200d}é\n日本", Some(photo));
    let kept = stores.drafts.save(ana, save_step(first.clone(), NOON)).await.expect("a saved draft");
    assert!(kept == Draft { content: first, updated_at: NOON });
    assert!(found(stores, ana).await == Some(kept), "the draft was changed");
    assert_eq!(found(stores, bo).await, None);

    let later = NOON + Duration::SECOND;
    let second = DraftContent { values: Default::default(), headshot_id: None, step: 3 };
    stores.drafts.save(ana, save_step(second.clone(), later)).await.expect("a saved draft");
    assert!(found(stores, ana).await == Some(Draft { content: second, updated_at: later }));
    saved(stores, bo, "Orlando", NOON).await;
    stores.drafts.delete(ana).await.expect("a deleted draft");
    stores.drafts.delete(ana).await.expect("a repeated deletion");
    assert_eq!(found(stores, ana).await, None);
    assert!(found(stores, bo).await.is_some());
}

pub async fn a_refused_save_keeps_the_earlier_draft(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let theirs = stored(stores, bo, NOON).await.id;
    let kept = saved(stores, ana, "Tampa", NOON).await;
    for headshot_id in [theirs, id()] {
        let refused = stores.drafts.save(ana, save_step(content("Orlando", Some(headshot_id)), NOON)).await;
        assert_eq!(refused, Err(SaveDraftError::UnknownHeadshot));
    }
    assert!(found(stores, ana).await == Some(kept));
    let member = stores.user("cy@example.org", &[Role::Member]).await;
    for (user_id, refusal) in [(member, SaveDraftError::NotApplicant), (id(), SaveDraftError::UnknownUser)] {
        let refused = stores.drafts.save(user_id, save_step(content("Tampa", None), NOON)).await;
        assert_eq!(refused, Err(refusal));
        assert_eq!(found(stores, user_id).await, None);
    }
}

/// The deletion is in the same transaction, so a failed or refused submission keeps the draft.
pub async fn a_submission_deletes_its_applicants_draft(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    saved(stores, ana, "Tampa", NOON).await;
    saved(stores, bo, "Orlando", NOON).await;
    let refused: SubmitStep = Box::new(|_| Err(SubmitError::UnknownHeadshot));
    stores.applications.submit(ana, refused).await.expect_err("refused");
    let failing = twisted(fields(), |submission| {
        let mut again = submission.mails[0].clone();
        again.id = id();
        submission.mails.push(again);
    });
    stores.applications.submit(ana, failing).await.expect_err("a Message-ID is unique");
    assert!(found(stores, ana).await.is_some(), "the draft was deleted without a submission");
    stores.submitted(ana, NOON).await;
    assert_eq!(found(stores, ana).await, None);
    assert!(found(stores, bo).await.is_some());
}

/// A late request must not restore the draft after the submission.
pub async fn a_save_that_arrives_after_the_submission_is_refused(stores: &Stores) {
    let ana = stores.applicant(ANA).await;
    saved(stores, ana, "Tampa", NOON).await;
    stores.submitted(ana, NOON).await;
    let late = stores.drafts.save(ana, save_step(content("Tampa", None), NOON)).await;
    assert_eq!(late, Err(SaveDraftError::PendingExists));
    assert_eq!(found(stores, ana).await, None);
}

/// In either order, no draft remains beside the application.
pub async fn a_concurrent_save_and_submission_leave_no_draft(stores: &Stores) {
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
pub async fn concurrent_saves_store_one_whole_draft(stores: &Stores) {
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
pub async fn removing_a_photo_removes_it_from_the_draft(stores: &Stores) {
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
