//! `HeadshotStore`: the rows of photos until they are forgotten, and which photos nothing shows.

use forum_domain::applications::{ApplicationFields, Draft, DraftContext, save_draft};
use forum_domain::headshots::{
    Extension, Headshot, HeadshotState, HeadshotStep, OwnHeadshot, Upload, begin_upload, finish_upload,
    remove_headshot,
};
use forum_domain::shared::Step;
use forum_tests::builders::{NOON, fields, id};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::steps::Recorder;

pub(crate) fn begin(user_id: Uuid, at: OffsetDateTime) -> HeadshotStep {
    let extension = Extension::Png;
    let upload = Upload { id: id(), user_id, extension, width: 640, height: 480, bytes: 12_345 };
    Box::new(move |own| begin_upload(own, upload, at))
}

fn finish(id: Uuid, at: OffsetDateTime) -> HeadshotStep {
    Box::new(move |own| finish_upload(own, id, at))
}

pub(crate) fn remove(id: Uuid, at: OffsetDateTime) -> HeadshotStep {
    Box::new(move |own| remove_headshot(own, id, at))
}

async fn change(stores: &Stores, user_id: Uuid, step: HeadshotStep) -> Vec<Headshot> {
    stores.headshots.change(user_id, None, step).await.expect("a permitted change")
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

/// The real rule for a draft.
pub(crate) fn save_step(headshot_id: Option<Uuid>, at: OffsetDateTime) -> Step<DraftContext, Draft> {
    let fields = ApplicationFields { headshot_id, ..fields() };
    let draft = Draft { fields, step: 2, updated_at: at, version: Uuid::from_u128(2) };
    Box::new(move |drafter| save_draft(drafter, None, draft))
}

/// A photo is not served before its file is stored, or once it is being removed. Its row is deleted last.
#[tokio::test]
async fn a_photo_is_found_while_it_is_stored_and_forgotten_only_while_it_is_removed() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let found = async |photo: &Headshot| {
        stores.headshots.forget(photo.id).await.expect("a finished call");
        let by_key = stores.headshots.find(&photo.key).await.expect("a result");
        assert_eq!(by_key.as_slice(), stores.headshots.stored_of(ana).await.expect("a result"));
        by_key
    };
    let photo = begun(stores, ana, NOON).await;
    assert_eq!(found(&photo).await, None);
    let later = NOON + Duration::seconds(3);
    let kept = change(stores, ana, finish(photo.id, later)).await.remove(0);
    assert_eq!(kept, Headshot { state: HeadshotState::Stored, changed_at: later, ..photo.clone() });
    assert_eq!(found(&photo).await, Some(kept));
    change(stores, ana, remove(photo.id, later)).await;
    assert_eq!(stores.readback.headshots().await, [(photo.id, HeadshotState::Removing)]);
    assert_eq!(found(&photo).await, None);
    assert_eq!(stores.readback.headshots().await, []);
}

/// Those of applications and drafts are shown, and so are those of earlier versions.
#[tokio::test]
async fn only_an_old_photo_that_nothing_shows_is_unshown() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let (sent, spare) = (stored(stores, ana, NOON).await, stored(stores, ana, NOON).await);
    stores.applied(ana, ApplicationFields { headshot_id: Some(sent.id), ..fields() }, NOON).await;
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
