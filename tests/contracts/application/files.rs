//! The rules of every `FileStore`, whether files are in a folder, in a bucket or in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use forum_domain::headshots::{FileStore, ImageKind};
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

/// A store under test and the clock of its files.
#[async_trait]
pub(crate) trait FileRoom: Send + Sync {
    /// The empty store under test.
    fn store(&self) -> Arc<dyn FileStore>;

    /// Approximately the current time: files written in this test are less than an hour old by this clock.
    fn now(&self) -> OffsetDateTime;
}

const PHOTO: &str = "0190a7b0-0000-7000-8000-000000000001/headshot-1.jpg";
const OTHER: &str = "0190a7b0-0000-7000-8000-000000000001/headshot-2.png";
const FOREIGN: &str = "0190a7b0-0000-7000-8000-000000000002/headshot-1.webp";

async fn put(room: &impl FileRoom, key: &str, content: &[u8]) {
    room.store().put(key, ImageKind::Jpeg, content.to_vec()).await.expect("a stored file");
}

async fn get(room: &impl FileRoom, key: &str) -> Option<Vec<u8>> {
    room.store().get(key).await.expect("a response")
}

/// This includes files that are larger than any buffer.
pub(crate) async fn a_file_is_returned_byte_for_byte(room: &impl FileRoom) {
    let every_byte: Vec<u8> = (0..=u8::MAX).cycle().take(3_000_001).collect();
    put(room, PHOTO, &every_byte).await;
    put(room, OTHER, b"x").await;
    assert!(get(room, PHOTO).await.is_some_and(|read| read == every_byte));
    assert_eq!(get(room, OTHER).await.as_deref(), Some(b"x".as_slice()));
}

/// Callers need not check whether a file exists.
pub(crate) async fn reading_a_missing_file_returns_none_and_removing_it_succeeds(room: &impl FileRoom) {
    assert_eq!(get(room, PHOTO).await, None);
    room.store().delete(PHOTO).await.expect("a call without effect");
    put(room, OTHER, b"x").await;
    assert_eq!(get(room, PHOTO).await, None, "beside another of the same owner");
}

/// A shorter version replaces a longer one.
pub(crate) async fn a_file_stored_again_is_replaced(room: &impl FileRoom) {
    put(room, PHOTO, b"a long first version").await;
    put(room, PHOTO, b"second").await;
    assert_eq!(get(room, PHOTO).await.as_deref(), Some(b"second".as_slice()));
}

pub(crate) async fn a_removed_file_is_gone_and_the_others_stay(room: &impl FileRoom) {
    for key in [PHOTO, OTHER, FOREIGN] {
        put(room, key, key.as_bytes()).await;
    }
    room.store().delete(PHOTO).await.expect("a removal");
    room.store().delete(PHOTO).await.expect("a repeated removal without an error");
    assert_eq!(get(room, PHOTO).await, None);
    assert_eq!(get(room, OTHER).await.as_deref(), Some(OTHER.as_bytes()));
    assert_eq!(get(room, FOREIGN).await.as_deref(), Some(FOREIGN.as_bytes()));
}

/// Files of all owners are selected by their modification time and returned as complete keys.
pub(crate) async fn the_sweep_lists_only_files_older_than_requested(room: &impl FileRoom) {
    let before = async |time| {
        let mut keys = room.store().written_before(time).await.expect("a list");
        keys.sort();
        keys
    };
    let (past, future) = (room.now() - Duration::hours(1), room.now() + Duration::hours(1));
    assert_eq!(before(future).await, Vec::<String>::new(), "an empty store");
    for key in [PHOTO, OTHER, FOREIGN] {
        put(room, key, b"x").await;
    }
    assert_eq!(before(past).await, Vec::<String>::new());
    assert_eq!(before(future).await, [PHOTO, OTHER, FOREIGN]);
    room.store().delete(OTHER).await.expect("a removal");
    assert_eq!(before(future).await, [PHOTO, FOREIGN]);
}

/// While one writer keeps replacing a file, every reader gets one version or the other.
pub(crate) async fn readers_never_see_a_partial_file(room: &impl FileRoom) {
    // The lengths differ, so that this also catches a reader that asks for the length first.
    let versions = [vec![b'a'; 600_000], vec![b'b'; 400_000]];
    put(room, PHOTO, &versions[0]).await;
    let written = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    for _ in 0..3 {
        let (store, versions, written) = (room.store(), versions.clone(), written.clone());
        tasks.spawn(async move {
            while !written.load(Ordering::SeqCst) {
                let read = store.get(PHOTO).await.expect("a response").expect("a file");
                assert!(versions.contains(&read), "{} bytes of two versions", read.len());
                tokio::task::yield_now().await;
            }
        });
    }
    let store = room.store();
    tasks.spawn(async move {
        for turn in 1..=30 {
            let version = versions[turn % 2].clone();
            store.put(PHOTO, ImageKind::Jpeg, version).await.expect("a stored file");
            tokio::task::yield_now().await;
        }
        written.store(true, Ordering::SeqCst);
    });
    tasks.join_all().await;
}
