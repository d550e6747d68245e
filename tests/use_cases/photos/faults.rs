//! Photos under faults: a store that is down, interrupted uploads, and the sweep.

use forum_domain::accounts::{Caller, Role};
use forum_domain::headshots::{
    Extension, FileStore, HeadshotState, ImageKind, Swept, Upload, begin_upload, give_up_upload,
};
use forum_domain::shared::{Clock, Code, Refusal};
use forum_tests::builders::{id, new_user};
use forum_tests::faults::FileTrouble;
use time::Duration;

use crate::photos::album::{Album, photo, swept};

fn unavailable(uploaded: &Result<forum_domain::headshots::Headshot, Refusal>) -> bool {
    matches!(uploaded, Err(Refusal { code: Code::Unavailable, .. }))
}

/// Uploads that are aborted while the file is being written.
async fn aborted_uploads(album: &Album, caller: &Caller, times: usize) {
    album.files.set(FileTrouble::Stalled);
    for _ in 0..times {
        // The future is dropped while it waits for the store.
        album.files.stalls(album.tries(caller, &photo())).await;
    }
    album.files.set(FileTrouble::None);
}

#[tokio::test]
async fn an_upload_whose_file_cannot_be_written_is_aborted_immediately() {
    for trouble in [FileTrouble::BeforeWriting, FileTrouble::AfterWriting] {
        let album = Album::new().await;
        let ana = album.ana().await;
        album.files.set(trouble);
        for turn in 0..15 {
            let failed = album.tries(&ana, &photo()).await;
            assert!(unavailable(&failed), "{trouble:?}, {turn}: {failed:?}");
        }
        assert_eq!(
            (album.states().await, album.kept.keys()),
            (Vec::new(), Vec::<String>::new()),
            "{trouble:?}"
        );
        album.files.set(FileTrouble::None);
        album.uploads(&ana).await;
    }
}

#[tokio::test]
async fn a_store_outage_does_not_block_later_uploads_and_its_rows_are_swept() {
    let album = Album::new().await;
    let ana = album.ana().await;
    album.files.set(FileTrouble::Away);
    for turn in 0..15 {
        let failed = album.tries(&ana, &photo()).await;
        assert!(unavailable(&failed), "{turn}: {failed:?}");
    }
    // It is unknown whether their files were written, so the rows stay for the sweep.
    assert_eq!(album.states().await, [HeadshotState::Removing; 15]);
    album.files.set(FileTrouble::None);
    let kept = album.uploads(&ana).await;
    assert_eq!(album.names(&ana).await, [kept.key.name()]);
    assert_eq!(album.sweeps_an_hour_later().await, swept(15, 0));
    assert_eq!(album.states().await, [HeadshotState::Stored]);
}

#[tokio::test]
async fn an_upload_whose_abort_fails_is_swept() {
    let album = Album::new().await;
    let ana = album.ana().await;
    album.files.set(FileTrouble::Stalled);
    let content = photo();
    let mut upload = Box::pin(album.tries(&ana, &content));
    album.files.stalls(&mut upload).await;
    album.database().lose_tables().await;
    album.files.set(FileTrouble::AfterWriting);
    let failed = upload.await;
    assert!(unavailable(&failed), "{failed:?}");
    album.database().regain_tables().await;
    album.files.set(FileTrouble::None);
    assert_eq!((album.states().await, album.kept.keys().len()), (vec![HeadshotState::Uploading], 1));
    assert_eq!(album.sweeps_an_hour_later().await, swept(1, 0));
    assert_eq!((album.states().await, album.kept.keys()), (Vec::new(), Vec::<String>::new()));
}

/// The draft that showed it was deleted, or never saved.
#[tokio::test]
async fn a_photo_that_nothing_shows_is_swept_a_day_after_its_upload() {
    let album = Album::new().await;
    let ana = album.ana().await;
    album.uploads(&ana).await;
    album.world.clock.advance(Duration::hours(23) - Duration::SECOND);
    let newer = album.uploads(&ana).await;
    assert_eq!(album.sweeps_an_hour_later().await, swept(1, 0));
    assert_eq!(album.names(&ana).await, [newer.key.name()]);
    assert_eq!(album.kept.keys(), [newer.key.to_string()]);
    album.files.set(FileTrouble::BeforeRemoving);
    album.world.clock.advance(Duration::DAY);
    let failed = album.sweeps_an_hour_later().await;
    assert_eq!((failed.rows, failed.faults.len()), (0, 1), "{failed:?}");
    assert_eq!(album.names(&ana).await, Vec::<String>::new(), "it is not public although its file is there");
    album.files.set(FileTrouble::None);
    assert_eq!(album.sweeps_an_hour_later().await, swept(1, 0));
    assert_eq!(album.kept.keys(), Vec::<String>::new());
}

#[tokio::test]
async fn a_stored_upload_whose_response_was_lost_is_kept() {
    let album = Album::new().await;
    let ana = album.ana().await;
    let stored = album.uploads(&ana).await;
    // The step with which an upload aborts itself.
    let now = album.world.clock.now();
    let step = Box::new(move |own: &[_]| give_up_upload(own, stored.id, now));
    let refused = album.world.stores.headshots.change(ana.user.id, None, step).await;
    assert_eq!(refused, Err(Code::NotFound.into()));
    assert_eq!(album.states().await, [HeadshotState::Stored]);
}

#[tokio::test]
async fn aborted_uploads_count_as_unfinished_for_five_minutes() {
    let album = Album::new().await;
    let ana = album.ana().await;
    aborted_uploads(&album, &ana, 12).await;
    let busy = Err(Code::Busy.into());
    assert_eq!(album.tries(&ana, &photo()).await, busy);
    let (_, bo) = album.world.applicant("bo@example.org").await;
    album.uploads(&bo).await;
    album.world.clock.advance(Duration::minutes(5) - Duration::SECOND);
    assert_eq!(album.tries(&ana, &photo()).await, busy);
    album.world.clock.advance(Duration::SECOND);
    let kept = album.uploads(&ana).await;
    assert_eq!(album.names(&ana).await, [kept.key.name()]);
    assert_eq!(album.sweeps_an_hour_later().await, swept(12, 0));
    assert_eq!(album.states().await, [HeadshotState::Stored; 2]);
}

#[tokio::test]
async fn an_upload_aborted_while_running_is_not_stored() {
    let album = Album::new().await;
    let ana = album.ana().await;
    album.files.set(FileTrouble::Stalled);
    let content = photo();
    let mut slow = Box::pin(album.tries(&ana, &content));
    album.files.stalls(&mut slow).await;
    album.world.clock.advance(Duration::minutes(5));
    // The next upload aborts the slow one before it writes its own file.
    album.files.stalls(album.tries(&ana, &photo())).await;
    album.files.set(FileTrouble::None);
    assert!(unavailable(&slow.await));
    assert_eq!(album.names(&ana).await, Vec::<String>::new());
}

#[tokio::test]
async fn an_aborted_upload_is_swept_after_an_hour_and_not_before() {
    let album = Album::new().await;
    let ana = album.ana().await;
    aborted_uploads(&album, &ana, 1).await;
    album.world.clock.advance(Duration::hours(1));
    assert_eq!(album.sweep.sweep().await, Ok(Swept::default()));
    album.world.clock.advance(Duration::SECOND);
    assert_eq!(album.sweep.sweep().await, Ok(swept(1, 0)));
    assert_eq!(album.states().await, Vec::new());
}

#[tokio::test]
async fn a_photo_whose_file_cannot_be_removed_is_hidden_and_swept_later() {
    let album = Album::new().await;
    let ana = album.ana().await;
    let headshot = album.uploads(&ana).await;
    album.files.set(FileTrouble::BeforeRemoving);
    album.photos.remove(&ana, headshot.id).await.expect("a removed photo");
    assert_eq!(album.photos.find(&headshot.key).await, Ok(None));
    let tried = album.sweeps_an_hour_later().await;
    assert_eq!((tried.rows, tried.faults.len()), (0, 1));
    album.files.set(FileTrouble::None);
    assert_eq!(album.sweeps_an_hour_later().await, swept(1, 0));
    assert_eq!((album.states().await, album.kept.keys()), (Vec::new(), Vec::<String>::new()));
}

#[tokio::test]
async fn an_old_file_without_a_row_is_swept() {
    let album = Album::new().await;
    let ana = album.ana().await;
    album.kept.put("unowned/headshot-1.png", ImageKind::Png, vec![1]).await.expect("a written file");
    let kept = album.uploads(&ana).await.key.to_string();
    assert_eq!(album.sweep.sweep().await, Ok(Swept::default()));
    assert_eq!(album.sweeps_an_hour_later().await, swept(0, 1));
    assert_eq!(album.kept.keys(), [kept]);
}

/// This many stored photos and this many files without a row, all of them old.
async fn crowd(photos: usize, strangers: usize) -> Album {
    let album = Album::new().await;
    for turn in 0..photos {
        let (_, owner) = album.world.applicant(&format!("p{turn}@example.org")).await;
        album.uploads(&owner).await;
    }
    for turn in 0..strangers {
        let key = format!("elsewhere/headshot-{turn}.png");
        album.kept.put(&key, ImageKind::Png, vec![1]).await.expect("a written file");
    }
    album
}

#[tokio::test]
async fn the_sweep_removes_nothing_if_most_files_have_no_row() {
    // Photos with a row, files without one, and how many files are removed.
    let table = [(0, 10, 10), (0, 11, 0), (10, 11, 0), (11, 11, 11), (30, 12, 12)];
    for (photos, strangers, removed) in table {
        let album = crowd(photos, strangers).await;
        let done = album.sweeps_an_hour_later().await;
        assert_eq!((done.rows, done.files), (0, removed), "{photos} and {strangers}: {done:?}");
        assert_eq!(album.kept.keys().len(), photos + strangers - removed, "{photos} and {strangers}");
        let asked = done.faults.iter().any(|fault| fault.to_string().contains("belong to this database?"));
        assert_eq!(asked, removed == 0, "{photos} and {strangers}: {done:?}");
    }
}

#[tokio::test]
async fn a_sweep_stops_after_ten_store_faults() {
    let album = crowd(0, 0).await;
    let ana = album.ana().await;
    aborted_uploads(&album, &ana, 12).await;
    album.files.set(FileTrouble::BeforeRemoving);
    let tried = album.sweeps_an_hour_later().await;
    assert_eq!((tried.rows, tried.files, tried.faults.len()), (0, 0, 10));
    album.files.set(FileTrouble::None);
    assert_eq!(album.sweeps_an_hour_later().await, swept(12, 0));
}

#[tokio::test]
async fn one_sweep_removes_all_aborted_uploads_however_many() {
    let album = Album::new().await;
    let now = album.world.clock.now();
    for turn in 0..42 {
        let owner = new_user(&format!("p{turn}@example.org"), &[Role::Applicant]);
        let user_id = owner.id;
        album.world.stores.accounts.create_user(owner).await.expect("a new address");
        for _ in 0..12 {
            let upload =
                Upload { id: id(), user_id, extension: Extension::Png, width: 1, height: 1, bytes: 1 };
            let step = Box::new(move |own: &[_]| begin_upload(own, upload, now));
            album.world.stores.headshots.change(user_id, None, step).await.expect("a started upload");
        }
    }
    assert_eq!(album.sweeps_an_hour_later().await, swept(504, 0));
    assert_eq!(album.states().await, Vec::new());
}

#[tokio::test]
async fn concurrent_sweeps_do_not_conflict() {
    let album = Album::new().await;
    let ana = album.ana().await;
    aborted_uploads(&album, &ana, 3).await;
    album.world.clock.advance(Duration::minutes(61));
    let both = tokio::join!(album.sweep.sweep(), album.sweep.sweep());
    assert!(both.0.is_ok() && both.1.is_ok(), "{both:?}");
    assert_eq!((album.states().await, album.kept.keys()), (Vec::new(), Vec::<String>::new()));
}
