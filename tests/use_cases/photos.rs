//! Photos under faults: a store that is down, interrupted uploads, and the sweep.

use std::sync::Arc;

use forum_domain::accounts::{Caller, Role};
use forum_domain::headshots::{
    Extension, FileStore, Headshot, HeadshotSort, HeadshotState, ImageKind, Swept, Upload, UploadedFile,
    begin_upload,
};
use forum_domain::shared::{Clock, Code, Order, Page, PageRequest, Refusal};
use forum_tests::builders::{id, new_user};
use forum_tests::faults::{BrokenFileStore, FileTrouble};
use forum_tests::memory::{MemoryFileStore, plain_image};
use time::Duration;

use crate::world::{ANA, World};

/// A world with photos whose file store can be made to fail.
struct Album {
    world: World,
    kept: Arc<MemoryFileStore>,
    files: Arc<BrokenFileStore>,
}

impl Album {
    async fn new() -> Self {
        let world = World::new().await;
        let kept = Arc::new(MemoryFileStore::new(world.clock.clone()));
        let files = Arc::new(BrokenFileStore::over(kept.clone()));
        let world = world.with(|program| program.files = files.clone());
        Self { world, kept, files }
    }

    async fn with_ana() -> (Self, Caller) {
        let album = Self::new().await;
        let ana = album.world.applicant(ANA).await.1;
        (album, ana)
    }

    async fn tries(&self, caller: &Caller) -> Result<Headshot, Refusal> {
        let content = plain_image(ImageKind::Jpeg, 2_048, 1_024);
        let file = UploadedFile { content, name: Some("Me.JPEG".into()) };
        self.world.headshots.upload(caller, file, None).await
    }

    async fn uploads(&self, caller: &Caller) -> Headshot {
        self.tries(caller).await.expect("a stored photo")
    }

    /// Uploads that are aborted while the file is being written.
    async fn aborted_uploads(&self, caller: &Caller, times: usize) {
        self.files.set(FileTrouble::Stalled);
        for _ in 0..times {
            // The future is dropped while it waits for the store.
            self.files.stalls(self.tries(caller)).await;
        }
        self.files.set(FileTrouble::None);
    }

    async fn names(&self, caller: &Caller) -> Vec<String> {
        let page = PageRequest::new(Page { limit: 100, offset: 0 }, HeadshotSort::Name, Order::Asc, &[]);
        let listing = self.world.headshots.list(caller, page).await;
        listing.expect("a list").items.iter().map(|headshot| headshot.key.name()).collect()
    }

    /// The states of all rows, and the number of files.
    async fn rows_and_files(&self) -> (Vec<HeadshotState>, usize) {
        let rows = self.world.stores.readback.headshots().await;
        (rows.into_iter().map(|(_, state)| state).collect(), self.kept.keys().len())
    }

    async fn sweeps_after(&self, minutes: i64) -> Swept {
        self.world.clock.advance(Duration::minutes(minutes));
        self.world.headshots.sweep().await.expect("a completed sweep")
    }
}

fn swept(rows: usize, files: usize) -> Swept {
    Swept { rows, files, faults: Vec::new() }
}

fn expect_unavailable(uploaded: &Result<Headshot, Refusal>) {
    assert!(matches!(uploaded, Err(Refusal { code: Code::Unavailable, .. })), "{uploaded:?}");
}

#[tokio::test]
async fn failed_uploads_leave_nothing_that_blocks_later_ones() {
    // If the store is away it is unknown whether the files were written, so their rows stay for the sweep.
    let removing = [HeadshotState::Removing; 15];
    let table = [
        (FileTrouble::BeforeWriting, &[][..]),
        (FileTrouble::AfterWriting, &[]),
        (FileTrouble::Away, &removing),
    ];
    for (trouble, left) in table {
        let (album, ana) = Album::with_ana().await;
        album.files.set(trouble);
        for _ in 0..15 {
            expect_unavailable(&album.tries(&ana).await);
        }
        assert_eq!(album.rows_and_files().await, (left.to_vec(), 0), "{trouble:?}");
        album.files.set(FileTrouble::None);
        let kept = album.uploads(&ana).await;
        assert_eq!(album.names(&ana).await, [kept.key.name()]);
        assert_eq!(album.sweeps_after(61).await, swept(left.len(), 0), "{trouble:?}");
        assert_eq!(album.rows_and_files().await, (vec![HeadshotState::Stored], 1));
    }
}

#[tokio::test]
async fn an_upload_whose_abort_fails_is_swept() {
    let (album, ana) = Album::with_ana().await;
    let database = album.world.stores.database.as_ref().expect("it is on PostgreSQL");
    album.files.set(FileTrouble::Stalled);
    let mut upload = Box::pin(album.tries(&ana));
    album.files.stalls(&mut upload).await;
    database.lose_tables().await;
    album.files.set(FileTrouble::AfterWriting);
    expect_unavailable(&upload.await);
    database.regain_tables().await;
    album.files.set(FileTrouble::None);
    assert_eq!(album.rows_and_files().await, (vec![HeadshotState::Uploading], 1));
    assert_eq!(album.sweeps_after(60).await, Swept::default());
    assert_eq!(album.sweeps_after(1).await, swept(1, 0));
    assert_eq!(album.rows_and_files().await, (Vec::new(), 0));
}

#[tokio::test]
async fn a_photo_whose_file_cannot_be_removed_is_hidden_and_swept_later() {
    let (album, ana) = Album::with_ana().await;
    let headshot = album.uploads(&ana).await;
    album.files.set(FileTrouble::BeforeRemoving);
    album.world.headshots.remove(&ana, headshot.id).await.expect("a removed photo");
    assert_eq!(album.world.headshots.find(&headshot.key).await, Ok(None));
    let tried = album.sweeps_after(61).await;
    assert_eq!((tried.rows, tried.faults.len()), (0, 1));
    album.files.set(FileTrouble::None);
    assert_eq!(album.sweeps_after(61).await, swept(1, 0));
    assert_eq!(album.rows_and_files().await, (Vec::new(), 0));
}

/// The draft that showed it was deleted, or never saved.
#[tokio::test]
async fn a_photo_that_nothing_shows_is_swept_a_day_after_its_upload_and_hidden_until_its_file_is_removed() {
    let (album, ana) = Album::with_ana().await;
    album.uploads(&ana).await;
    album.world.clock.advance(Duration::hours(23) - Duration::SECOND);
    let newer = album.uploads(&ana).await;
    assert_eq!(album.sweeps_after(61).await, swept(1, 0));
    assert_eq!(album.names(&ana).await, [newer.key.name()]);
    assert_eq!(album.kept.keys(), [newer.key.to_string()]);
    album.files.set(FileTrouble::BeforeRemoving);
    let failed = album.sweeps_after(24 * 60).await;
    assert_eq!((failed.rows, failed.faults.len()), (0, 1), "{failed:?}");
    assert_eq!(album.world.headshots.find(&newer.key).await, Ok(None), "its file is there, but not public");
    album.files.set(FileTrouble::None);
    assert_eq!(album.sweeps_after(61).await, swept(1, 0));
    assert_eq!(album.rows_and_files().await, (Vec::new(), 0));
}

#[tokio::test]
async fn the_sweep_removes_files_without_a_row_unless_most_files_have_none() {
    // Photos with a row, files without one, and how many files are removed.
    let table = [(0, 10, 10), (0, 11, 0), (10, 11, 0), (11, 11, 11), (30, 12, 12)];
    for (photos, strangers, removed) in table {
        let album = Album::new().await;
        for turn in 0..photos {
            let (_, owner) = album.world.applicant(&format!("p{turn}@example.org")).await;
            album.uploads(&owner).await;
        }
        for turn in 0..strangers {
            let key = format!("elsewhere/headshot-{turn}.png");
            album.kept.put(&key, ImageKind::Png, vec![1]).await.expect("a written file");
        }
        assert_eq!(album.sweeps_after(0).await, Swept::default(), "they are new");
        let done = album.sweeps_after(61).await;
        assert_eq!((done.rows, done.files), (0, removed), "{photos} and {strangers}: {done:?}");
        assert_eq!(album.kept.keys().len(), photos + strangers - removed, "{photos} and {strangers}");
        let asked = done.faults.iter().any(|fault| fault.to_string().contains("belong to this database?"));
        assert_eq!(asked, removed == 0, "{photos} and {strangers}: {done:?}");
    }
}

#[tokio::test]
async fn a_sweep_stops_after_ten_store_faults_and_concurrent_sweeps_do_not_conflict() {
    let (album, ana) = Album::with_ana().await;
    album.aborted_uploads(&ana, 12).await;
    album.files.set(FileTrouble::BeforeRemoving);
    let tried = album.sweeps_after(61).await;
    assert_eq!((tried.rows, tried.files, tried.faults.len()), (0, 0, 10));
    album.files.set(FileTrouble::None);
    album.world.clock.advance(Duration::minutes(61));
    let both = tokio::join!(album.world.headshots.sweep(), album.world.headshots.sweep());
    assert!(both.0.is_ok() && both.1.is_ok(), "{both:?}");
    assert_eq!(album.rows_and_files().await, (Vec::new(), 0));
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
    assert_eq!(album.sweeps_after(61).await, swept(504, 0));
    assert_eq!(album.rows_and_files().await, (Vec::new(), 0));
}
