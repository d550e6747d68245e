//! The rules of every file store: in memory, a folder, or a bucket.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::system::SystemClock;
use forum_adapters::tls::Trust;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::Clock;
use forum_tests::memory::{FixedClock, MemoryFileStore};
use forum_tests::s3_server::S3Server;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

mod s3;

const PHOTO: &str = "0190a7b0-0000-7000-8000-000000000001/headshot-1.jpg";
const OTHER: &str = "0190a7b0-0000-7000-8000-000000000001/headshot-2.png";
const FOREIGN: &str = "0190a7b0-0000-7000-8000-000000000002/headshot-1.webp";

struct Room {
    name: &'static str,
    store: Arc<dyn FileStore>,
    /// The time of its clock.
    now: OffsetDateTime,
    _kept: Box<dyn Any + Send>,
}

impl Room {
    async fn put(&self, key: &str, content: &[u8]) {
        self.store.put(key, ImageKind::Jpeg, content.to_vec()).await.expect("a stored file");
    }

    async fn get(&self, key: &str) -> Option<Vec<u8>> {
        self.store.get(key).await.expect("a response")
    }

    async fn delete(&self, key: &str) {
        self.store.delete(key).await.expect("a removal, or nothing to remove");
    }

    async fn before(&self, time: OffsetDateTime) -> Vec<String> {
        let mut keys = self.store.written_before(time).await.expect("a list");
        keys.sort();
        keys
    }
}

/// An empty store of each kind.
async fn rooms() -> [Room; 3] {
    let open = |url| OpendalFileStore::open(&url, &Trust::default()).expect("a file store");
    let clock = Arc::new(FixedClock::default());
    let folder = tempfile::tempdir().expect("a folder");
    let server = S3Server::start().await;
    let (in_folder, in_bucket) =
        (open(FilesUrl::Folder { directory: folder.path().join("files") }), open(server.url("")));
    let now = SystemClock.now();
    [
        Room {
            name: "memory",
            now: clock.now(),
            store: Arc::new(MemoryFileStore::new(clock)),
            _kept: Box::new(()),
        },
        Room { name: "folder", now, store: Arc::new(in_folder), _kept: Box::new(folder) },
        Room { name: "bucket", now, store: Arc::new(in_bucket), _kept: Box::new(server) },
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_file_is_kept_byte_for_byte_until_it_is_replaced_or_removed() {
    // Larger than any buffer.
    let every_byte: Vec<u8> = (0..=u8::MAX).cycle().take(3_000_001).collect();
    for room in rooms().await {
        assert_eq!(room.get(PHOTO).await, None, "{}", room.name);
        room.delete(PHOTO).await;
        room.put(PHOTO, &every_byte).await;
        assert!(room.get(PHOTO).await.is_some_and(|read| read == every_byte), "{}", room.name);
        assert_eq!(room.get(OTHER).await, None, "{}: beside another of the same owner", room.name);
        for key in [PHOTO, OTHER, FOREIGN] {
            room.put(key, key.as_bytes()).await;
        }
        for key in [PHOTO, OTHER, FOREIGN] {
            assert_eq!(room.get(key).await.as_deref(), Some(key.as_bytes()), "{}", room.name);
        }
        for _ in 0..2 {
            room.delete(PHOTO).await;
        }
        let left = [room.get(PHOTO).await, room.get(OTHER).await, room.get(FOREIGN).await];
        assert_eq!(left, [None, Some(OTHER.into()), Some(FOREIGN.into())], "{}", room.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_sweep_lists_only_files_older_than_requested() {
    for room in rooms().await {
        let (past, future) = (room.now - Duration::HOUR, room.now + Duration::HOUR);
        assert_eq!(room.before(future).await, Vec::<String>::new(), "{}", room.name);
        for key in [PHOTO, OTHER, FOREIGN] {
            room.put(key, b"x").await;
        }
        assert_eq!(room.before(past).await, Vec::<String>::new(), "{}", room.name);
        assert_eq!(room.before(future).await, [PHOTO, OTHER, FOREIGN], "{}", room.name);
        room.delete(OTHER).await;
        assert_eq!(room.before(future).await, [PHOTO, FOREIGN], "{}", room.name);
    }
}

/// While one writer keeps replacing a file, every reader gets one version or the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn readers_never_see_a_partial_file() {
    // The lengths differ, so that this also catches a reader that asks for the length first.
    let versions = [vec![b'a'; 600_000], vec![b'b'; 400_000]];
    for room in rooms().await {
        room.put(PHOTO, &versions[0]).await;
        let written = Arc::new(AtomicBool::new(false));
        let mut readers = JoinSet::new();
        for _ in 0..3 {
            let (store, versions, written) =
                (Arc::clone(&room.store), versions.clone(), Arc::clone(&written));
            readers.spawn(async move {
                while !written.load(Ordering::SeqCst) {
                    let read = store.get(PHOTO).await.expect("a response").expect("a file");
                    assert!(versions.contains(&read), "{} bytes of two versions", read.len());
                    tokio::task::yield_now().await;
                }
            });
        }
        for turn in 1..=30 {
            room.put(PHOTO, &versions[turn % 2]).await;
            tokio::task::yield_now().await;
        }
        written.store(true, Ordering::SeqCst);
        readers.join_all().await;
    }
}
