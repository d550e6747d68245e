//! `HeadshotStore`, and the photos of applications.

use std::pin::Pin;
use std::sync::Arc;

use forum_domain::applications::{Applicant, Application, ApplicationFields, Submission};
use forum_domain::headshots::{
    Extension, Headshot, HeadshotState, HeadshotStep, OwnHeadshot, Upload, begin_upload, finish_upload,
    remove_headshot,
};
use forum_domain::shared::{Code, Invalid, Step};
use forum_tests::builders::{NOON, fields, id, submission};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::drafts::save_step;
use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};

const ANA: &str = "ana@example.org";

fn upload(user_id: Uuid, extension: Extension) -> Upload {
    Upload { id: id(), user_id, extension, width: 640, height: 480, bytes: 12_345 }
}

pub(crate) fn begin(user_id: Uuid, at: OffsetDateTime) -> HeadshotStep {
    let upload = upload(user_id, Extension::Png);
    Box::new(move |own| begin_upload(own, upload, at))
}

fn finish(id: Uuid, at: OffsetDateTime) -> HeadshotStep {
    Box::new(move |own| finish_upload(own, id, at))
}

fn remove(id: Uuid, at: OffsetDateTime) -> HeadshotStep {
    Box::new(move |own| remove_headshot(own, id, at))
}

async fn change(stores: &Stores, user_id: Uuid, step: HeadshotStep) -> Vec<Headshot> {
    match stores.headshots.change(user_id, None, step).await {
        Ok(rows) => rows,
        other => panic!("the change was refused: {other:?}"),
    }
}

async fn begun(stores: &Stores, user_id: Uuid, at: OffsetDateTime) -> Headshot {
    change(stores, user_id, begin(user_id, at)).await.remove(0)
}

pub(crate) async fn stored(stores: &Stores, user_id: Uuid, at: OffsetDateTime) -> Headshot {
    let begun = begun(stores, user_id, at).await;
    change(stores, user_id, finish(begun.id, at)).await.remove(0)
}

pub(super) async fn seen(stores: &Stores, user_id: Uuid) -> Vec<OwnHeadshot> {
    let photos = Recorder::default();
    let recorder = photos.clone();
    let step: HeadshotStep = Box::new(move |own| {
        recorder.record(own.to_vec());
        Ok(Vec::new())
    });
    change(stores, user_id, step).await;
    let mut own = photos.take().remove(0);
    own.sort_by_key(|own| own.headshot.key.timestamp);
    own
}

async fn states(stores: &Stores) -> Vec<HeadshotState> {
    stores.readback.headshots().await.into_iter().map(|(_, state)| state).collect()
}

/// The real rule for a submission, with a photo.
fn submit_with(headshot_id: Uuid) -> Step<Applicant, Submission> {
    submission(ApplicationFields { headshot_id: Some(headshot_id), ..fields() }, NOON)
}

async fn applied(stores: &Stores, user_id: Uuid, headshot_id: Uuid) -> Application {
    match stores.applications.submit(user_id, submit_with(headshot_id)).await {
        Ok(application) => application,
        other => panic!("an applicant can submit: {other:?}"),
    }
}

/// A photo is not served before its file is stored, or once it is being removed.
#[tokio::test]
async fn a_photo_is_found_from_when_it_is_stored_until_it_is_removed() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let found = async |photo: &Headshot| {
        let by_key = stores.headshots.find(&photo.key).await.expect("a result");
        let listed = stores.headshots.stored_of(ana).await.expect("a result");
        assert_eq!(by_key.as_slice(), listed);
        by_key
    };
    let photo = begun(stores, ana, NOON).await;
    assert_eq!(found(&photo).await, None);
    let later = NOON + Duration::seconds(3);
    let kept = change(stores, ana, finish(photo.id, later)).await.remove(0);
    let expected = Headshot { state: HeadshotState::Stored, changed_at: later, ..photo.clone() };
    assert_eq!(kept, expected);
    assert_eq!(found(&photo).await, Some(expected));
    change(stores, ana, remove(photo.id, later)).await;
    assert_eq!(found(&photo).await, None);
    assert_eq!(states(stores).await, [HeadshotState::Removing]);
}

/// Two uploads at the same instant get different keys, because the second sees the first one's.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_second_change_sees_what_the_first_stored() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let meeting = Rendezvous::default();
    let results = concurrently((0..2).map(|_| {
        let (headshots, step) = (Arc::clone(&stores.headshots), meeting.before(begin(ana, NOON)));
        async move { headshots.change(ana, None, step).await }
    }))
    .await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    let own = seen(stores, ana).await;
    assert_eq!(own.len(), 2);
    assert_ne!(own[0].headshot.key, own[1].headshot.key);
}

/// Three photos are kept, regardless of concurrency.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_concurrent_uploads_keep_three() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let begun = concurrently((0..50).map(|_| {
        let headshots = Arc::clone(&stores.headshots);
        async move {
            let rows = match headshots.change(ana, None, begin(ana, NOON)).await {
                Ok(rows) => rows,
                Err(refused) if refused.code == Code::Busy => return 0,
                other => panic!("neither begun nor refused: {other:?}"),
            };
            headshots.change(ana, None, finish(rows[0].id, NOON)).await.expect("a stored row");
            1
        }
    }))
    .await;
    let begun: usize = begun.into_iter().sum();
    let states = states(stores).await;
    let count = |state| states.iter().filter(|seen| **seen == state).count();
    assert_eq!((count(HeadshotState::Stored), count(HeadshotState::Removing)), (3, begun - 3));
}

/// The rows of one change are stored together or not at all.
#[tokio::test]
async fn a_row_that_cannot_be_stored_rolls_back_the_others() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let upload = upload(ana, Extension::Png);
    let twins: HeadshotStep = Box::new(move |own| {
        let first = begin_upload(own, upload, NOON)?.remove(0);
        let second = Headshot { id: id(), ..first };
        Ok(vec![first, second])
    });
    let failed = stores.headshots.change(ana, None, twins).await;
    assert_eq!(failed.map_err(|failed| failed.code), Err(Code::InternalError));
    assert_eq!(states(stores).await, []);
}

#[tokio::test]
async fn an_unknown_user_has_no_photos_and_cannot_add_any() {
    let stores = &Stores::fresh().await;
    let unknown = id();
    let refused = stores.headshots.change(unknown, None, begin(unknown, NOON)).await;
    assert_eq!(refused, Err(Code::SessionRevoked.into()));
    assert_eq!(stores.headshots.stored_of(unknown).await, Ok(Vec::new()));
}

/// Those of applications and drafts are shown, and so are those of earlier versions.
#[tokio::test]
async fn only_an_old_photo_that_nothing_shows_is_unshown() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let (sent, spare) = (stored(stores, ana, NOON).await, stored(stores, ana, NOON).await);
    applied(stores, ana, sent.id).await;
    let drafted = stored(stores, bo, NOON).await;
    let step = save_step(Some(drafted.id), NOON);
    stores.applications.save_draft(bo, step).await.expect("an applicant's draft");
    begun(stores, ana, NOON).await;
    let keys = [&sent, &spare, &drafted].map(|photo| photo.key.to_string());
    let unshown = async |keys: &[String], until| {
        let unshown = stores.headshots.unshown(keys.to_vec(), until).await;
        unshown.expect("a result").into_iter().map(|photo| photo.id).collect::<Vec<_>>()
    };
    assert!(unshown(&keys, NOON - Duration::MICROSECOND).await.is_empty());
    assert_eq!(unshown(&keys, NOON).await, [spare.id]);
    assert!(unshown(&keys[..1], NOON).await.is_empty());
    let uses: Vec<_> = seen(stores, bo).await.iter().map(|own| (own.in_use, own.in_draft)).collect();
    assert_eq!(uses, [(false, true)]);
    stores.applications.delete_draft(bo).await.expect("a deleted draft");
    assert_eq!(unshown(&keys, NOON).await.len(), 2);
}

/// A photo of another user, or one without its file, is refused.
#[tokio::test]
async fn an_application_takes_only_a_stored_photo_of_the_applicant() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let theirs = stored(stores, bo, NOON).await.id;
    let begun = begun(stores, ana, NOON).await.id;
    let removed = stored(stores, ana, NOON).await.id;
    change(stores, ana, remove(removed, NOON)).await;
    for headshot_id in [theirs, begun, removed, id()] {
        let refused = stores.applications.submit(ana, submit_with(headshot_id)).await;
        assert_eq!(refused, Err(Invalid(vec![Headshot::unknown()]).into()));
    }
    assert_eq!(stores.readback.mails().await, []);
}

/// One of two concurrent operations.
type Act = Pin<Box<dyn Future<Output = Result<&'static str, Code>> + Send>>;

/// The second operation sees the result of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrent_submission_and_removal_leave_no_dead_link() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let photo = stored(stores, ana, NOON).await;
    let meeting = Rendezvous::default();
    let (submit, remove) = (meeting.before(submit_with(photo.id)), meeting.before(remove(photo.id, NOON)));
    let (applications, headshots) = (Arc::clone(&stores.applications), Arc::clone(&stores.headshots));
    // Each runs on its own task, because the rendezvous blocks its thread.
    let acts: [Act; 2] = [
        Box::pin(async move {
            let done = applications.submit(ana, submit).await;
            done.map(|_| "submitted").map_err(|refusal| refusal.code)
        }),
        Box::pin(async move {
            let done = headshots.change(ana, None, remove).await;
            done.map(|_| "removed").map_err(|refusal| refusal.code)
        }),
    ];
    let results = concurrently(acts).await;
    let states = states(stores).await;
    if results.contains(&Ok("submitted")) {
        assert!(results.contains(&Err(Code::InUse)), "{results:?}");
        assert_eq!(states, [HeadshotState::Stored]);
    } else {
        assert!(results.contains(&Ok("removed")), "{results:?}");
        assert!(results.contains(&Err(Code::ValidationFailed)), "{results:?}");
        assert_eq!(states, [HeadshotState::Removing]);
    }
}

/// The row is deleted last.
#[tokio::test]
async fn a_row_can_be_forgotten_only_while_its_photo_is_being_removed() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let kept = stored(stores, ana, NOON).await;
    let coming = begun(stores, ana, NOON).await;
    for photo in [kept.id, coming.id, id()] {
        stores.headshots.forget(photo).await.expect("a call without effect");
    }
    assert_eq!(states(stores).await.len(), 2);
    change(stores, ana, remove(kept.id, NOON)).await;
    for _ in 0..2 {
        stores.headshots.forget(kept.id).await.expect("a forgotten row");
    }
    assert_eq!(stores.readback.headshots().await, [(coming.id, HeadshotState::Uploading)]);
}

/// The list has interrupted uploads and removals, but not those that may still be running.
#[tokio::test]
async fn unsettled_photos_are_listed_oldest_first_without_recent_ones() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let minute = |minute| NOON + Duration::minutes(minute);
    let removed = stored(stores, ana, minute(0)).await;
    change(stores, ana, remove(removed.id, minute(2))).await;
    let cut_off = begun(stores, bo, minute(1)).await;
    stored(stores, ana, minute(0)).await;
    begun(stores, ana, minute(3)).await;
    let unsettled = async |before, limit| -> Vec<Uuid> {
        let rows = stores.headshots.unsettled(before, limit).await.expect("a result");
        rows.iter().map(|row| row.id).collect()
    };
    assert_eq!(unsettled(minute(3), 10).await, [cut_off.id, removed.id]);
    assert_eq!(unsettled(minute(3), 1).await, [cut_off.id]);
    assert_eq!(unsettled(minute(2), 10).await, [cut_off.id]);
    assert!(unsettled(minute(1), 10).await.is_empty());
}

#[tokio::test]
async fn keys_without_a_row_are_reported() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let (kept, coming) = (stored(stores, ana, NOON).await, begun(stores, ana, NOON).await);
    let removed = stored(stores, ana, NOON).await;
    change(stores, ana, remove(removed.id, NOON)).await;
    let strange = [format!("{ana}/headshot-1.png"), "no key at all".to_owned()];
    let mut keys: Vec<String> = [kept, coming, removed].iter().map(|row| row.key.to_string()).collect();
    assert_eq!(stores.headshots.without_row(keys.clone()).await, Ok(Vec::new()));
    keys.extend(strange.clone());
    let mut reported = stores.headshots.without_row(keys).await.expect("a result");
    reported.sort_by_key(|key| strange.iter().position(|known| known == key));
    assert_eq!(reported, strange);
    assert_eq!(stores.headshots.without_row(Vec::new()).await, Ok(Vec::new()));
}
