//! The rules of every file store: in memory, a folder, or a bucket; and servers that refuse, hang or are down.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use forum_adapters::files::{FilesUrl, OpendalFileStore, S3Bucket};
use forum_adapters::system::SystemClock;
use forum_adapters::tls::Trust;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::{Clock, Fault};
use forum_tests::memory::{FixedClock, MemoryFileStore};
use forum_tests::s3_server::S3Server;
use time::{Duration, OffsetDateTime};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

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

fn open(url: &FilesUrl) -> OpendalFileStore {
    OpendalFileStore::open(url, &Trust::default()).expect("a file store")
}

fn settings(url: FilesUrl) -> S3Bucket {
    match url {
        FilesUrl::S3(bucket) => bucket,
        FilesUrl::Folder { directory } => panic!("a folder: {directory:?}"),
    }
}

/// The error text of a transient failure.
fn words_of<T: Debug>(done: Result<T, Fault>) -> String {
    match done.expect_err("refused") {
        Fault::Unavailable(words) => words,
        other => panic!("{other:?}"),
    }
}

/// The error text of each operation.
async fn refused(store: &OpendalFileStore) -> [String; 4] {
    [
        words_of(store.put(PHOTO, ImageKind::Jpeg, b"x".to_vec()).await),
        words_of(store.check().await),
        words_of(store.get(PHOTO).await),
        words_of(store.written_before(SystemClock.now()).await),
    ]
}

#[tokio::test]
async fn a_prefix_is_added_to_every_stored_key_and_the_check_leaves_no_file() {
    let server = S3Server::start().await;
    let store = open(&server.url("of/forum"));
    store.check().await.expect("a passed check");
    store.put(PHOTO, ImageKind::Jpeg, b"x".to_vec()).await.expect("a stored file");
    assert!(server.objects().join("of/forum/headshots").join(PHOTO).is_file());
    let keys = store.written_before(SystemClock.now() + Duration::HOUR).await;
    assert_eq!(keys, Ok(vec![PHOTO.to_owned()]));
}

#[tokio::test]
async fn a_wrong_secret_and_a_server_that_is_down_are_transient_failures() {
    let mut server = S3Server::start().await;
    let mut bucket = settings(server.url(""));
    bucket.credentials.secret_key = "wr0ng/secret".into();
    for words in refused(&open(&FilesUrl::S3(bucket))).await {
        assert!(words.contains("SignatureDoesNotMatch") && !words.contains("wr0ng"), "{words}");
    }
    assert_eq!(std::fs::read_dir(server.objects()).expect("a list").count(), 0);
    let store = open(&server.url(""));
    server.stop().await;
    refused(&store).await;
}

#[tokio::test]
async fn a_server_that_never_responds_times_out() {
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let endpoint = format!("http://{}", silent.local_addr().expect("an address"));
    let server = S3Server::start().await;
    let store = open(&FilesUrl::S3(S3Bucket { endpoint: Some(endpoint), ..settings(server.url("")) }));
    // The timeout is a few seconds; a minute allows for a slow machine.
    let limit = std::time::Duration::from_secs(60);
    let stored = tokio::time::timeout(limit, store.put(PHOTO, ImageKind::Jpeg, b"x".to_vec())).await;
    words_of(stored.expect("a response within the store's timeout"));
}
