//! File stores: the contract of all of them on memory, a folder and S3 against a real server, the mistakes that
//! it must catch, and what S3 alone has to do when its server refuses, is silent or is gone.

use std::sync::Arc;

use async_trait::async_trait;
use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::system::SystemClock;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::{Clock, Fault};
use forum_tests::builders::NOON;
use forum_tests::contract::files as contract;
use forum_tests::contract::files::FileRoom;
use forum_tests::memory::{FixedClock, MemoryFileStore};
use forum_tests::s3_server::S3Server;
use time::OffsetDateTime;

/// A store with whatever must outlive it.
struct Room<K> {
    store: Arc<dyn FileStore>,
    now: OffsetDateTime,
    kept: K,
}

#[async_trait]
impl<K: Send + Sync> FileRoom for Room<K> {
    fn store(&self) -> Arc<dyn FileStore> {
        self.store.clone()
    }

    fn now(&self) -> OffsetDateTime {
        self.now
    }
}

fn in_memory() -> Room<()> {
    let clock = Arc::new(FixedClock::default());
    Room { now: clock.now(), store: Arc::new(MemoryFileStore::new(clock)), kept: () }
}

fn in_folder() -> Room<tempfile::TempDir> {
    let folder = tempfile::tempdir().expect("a folder");
    let url = FilesUrl::Folder { directory: folder.path().join("files") };
    let store = OpendalFileStore::open(&url).expect("opened");
    Room { store: Arc::new(store), now: SystemClock.now(), kept: folder }
}

async fn in_bucket(prefix: &str) -> Room<S3Server> {
    let server = S3Server::start().await.expect("a server");
    let store = OpendalFileStore::open(&server.url(prefix)).expect("opened");
    Room { store: Arc::new(store), now: SystemClock.now(), kept: server }
}

macro_rules! every_store {
    ($room:expr => $($contract:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $contract() {
                super::contract::$contract(&$room).await;
            }
        )*
    };
    (every contract: $room:expr) => {
        every_store! { $room =>
            a_file_comes_back_byte_for_byte,
            a_missing_file_is_none_and_its_removal_no_error,
            a_file_put_again_is_replaced,
            a_removed_file_is_gone_and_the_others_stay,
            the_sweep_sees_files_older_than_asked_and_no_others,
            readers_never_see_half_a_file,
        }
    };
}

mod memory {
    use super::*;
    every_store!(every contract: in_memory());
}

mod folder {
    use super::*;
    every_store!(every contract: in_folder());
}

mod s3 {
    use std::time::Duration;

    use forum_adapters::files::S3Bucket;
    use tokio::net::TcpListener;

    use super::*;

    every_store!(every contract: in_bucket("").await);

    fn settings(url: FilesUrl) -> S3Bucket {
        match url {
            FilesUrl::S3(bucket) => bucket,
            FilesUrl::Folder { directory } => panic!("a folder: {directory:?}"),
        }
    }

    async fn refused(store: &OpendalFileStore) -> String {
        let put = store.put("a/headshot-1.jpg", ImageKind::Jpeg, b"x".to_vec()).await;
        match put.expect_err("refused") {
            Fault::Unavailable(words) => words,
            bug @ Fault::Bug(_) => panic!("{bug:?}"),
        }
    }

    #[tokio::test]
    async fn a_prefix_stands_before_every_key_and_in_no_answer() {
        let room = in_bucket("of/forum").await;
        room.store.put("a/headshot-1.jpg", ImageKind::Jpeg, b"x".to_vec()).await.expect("stored");
        assert!(room.kept.objects().join("of/forum/headshots/a/headshot-1.jpg").is_file());
        let keys = room.store.written_before(room.now + time::Duration::hours(1)).await;
        assert_eq!(keys, Ok(vec!["a/headshot-1.jpg".to_owned()]));
    }

    #[tokio::test]
    async fn the_check_passes_and_leaves_nothing() {
        let server = S3Server::start().await.expect("a server");
        let store = OpendalFileStore::open(&server.url("")).expect("opened");
        store.check().await.expect("all is well");
        assert_eq!(store.written_before(SystemClock.now() + time::Duration::hours(1)).await, Ok(vec![]));
    }

    #[tokio::test]
    async fn a_wrong_secret_is_refused_and_never_shown() {
        let server = S3Server::start().await.expect("a server");
        let mut bucket = settings(server.url(""));
        bucket.credentials.secret_key = "wr0ng/secret".into();
        let store = OpendalFileStore::open(&FilesUrl::S3(bucket)).expect("opened");
        let words = refused(&store).await;
        assert!(words.contains("SignatureDoesNotMatch") && !words.contains("wr0ng"), "{words}");
        assert!(store.check().await.is_err());
        assert!(store.get("a/headshot-1.jpg").await.is_err(), "unsigned reading is refused too");
        let stored = std::fs::read_dir(server.objects()).expect("listed").count();
        assert_eq!(stored, 0);
    }

    #[tokio::test]
    async fn a_server_that_is_gone_is_passing_trouble() {
        let mut server = S3Server::start().await.expect("a server");
        let store = OpendalFileStore::open(&server.url("")).expect("opened");
        server.stop().await;
        refused(&store).await;
        assert!(matches!(store.get("a/headshot-1.jpg").await, Err(Fault::Unavailable(_))));
        assert!(matches!(store.written_before(NOON).await, Err(Fault::Unavailable(_))));
    }

    #[tokio::test]
    async fn a_server_that_takes_and_never_answers_is_given_up() {
        let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}", silent.local_addr().expect("an address"));
        let server = S3Server::start().await.expect("a server");
        let bucket = S3Bucket { endpoint: Some(endpoint), ..settings(server.url("")) };
        let store = OpendalFileStore::open(&FilesUrl::S3(bucket)).expect("opened");
        // The promise is seconds; a minute keeps a slow machine from failing the test.
        let given_up = tokio::time::timeout(Duration::from_secs(60), refused(&store)).await;
        given_up.expect("given up by itself");
    }
}

mod planted {
    use tokio::task::JoinSet;

    use super::*;

    /// Mistakes that a store could make.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Planted {
        WrittenInPieces,
        CutOff,
        NeverReplaces,
        MissingIsAnError,
        RemovesTheFolder,
        NeverRemoves,
        ListsTheYoung,
        ListsNothing,
    }

    struct Faulty {
        inner: MemoryFileStore,
        planted: Planted,
    }

    #[async_trait]
    impl FileStore for Faulty {
        async fn put(&self, key: &str, kind: ImageKind, mut content: Vec<u8>) -> Result<(), Fault> {
            match self.planted {
                Planted::WrittenInPieces => {
                    let half = content[..content.len() / 2].to_vec();
                    self.inner.put(key, kind, half).await?;
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
                Planted::CutOff => content.truncate(1_000_000),
                Planted::NeverReplaces if self.inner.get(key).await?.is_some() => return Ok(()),
                _ => {}
            }
            self.inner.put(key, kind, content).await
        }

        async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
            match self.inner.get(key).await? {
                None if self.planted == Planted::MissingIsAnError => Err(Fault::Bug("no such file".into())),
                found => Ok(found),
            }
        }

        async fn delete(&self, key: &str) -> Result<(), Fault> {
            match self.planted {
                Planted::NeverRemoves => Ok(()),
                Planted::RemovesTheFolder => {
                    let folder = key.split('/').next().unwrap_or_default();
                    for other in self.inner.keys().into_iter().filter(|other| other.starts_with(folder)) {
                        self.inner.delete(&other).await?;
                    }
                    Ok(())
                }
                _ => self.inner.delete(key).await,
            }
        }

        async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault> {
            match self.planted {
                Planted::ListsTheYoung => Ok(self.inner.keys()),
                Planted::ListsNothing => Ok(Vec::new()),
                _ => self.inner.written_before(before).await,
            }
        }
    }

    macro_rules! caught {
        ($($name:ident: $planted:ident by $contract:ident;)+) => {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $name() {
                    let clock = Arc::new(FixedClock::default());
                    let now = clock.now();
                    let store = Faulty { inner: MemoryFileStore::new(clock), planted: Planted::$planted };
                    let room = Room { store: Arc::new(store), now, kept: () };
                    let mut run = JoinSet::new();
                    run.spawn(async move { contract::$contract(&room).await });
                    let outcome = run.join_next().await.expect("the contract ran");
                    let failed = outcome.is_err_and(|error| error.is_panic());
                    assert!(failed, "{} overlooks {:?}", stringify!($contract), Planted::$planted);
                }
            )+
        };
    }

    caught! {
        writing_in_pieces_is_caught: WrittenInPieces by readers_never_see_half_a_file;
        a_cut_off_file_is_caught: CutOff by a_file_comes_back_byte_for_byte;
        a_file_that_stays_as_it_was_is_caught: NeverReplaces by a_file_put_again_is_replaced;
        a_missing_file_that_is_an_error_is_caught: MissingIsAnError by a_missing_file_is_none_and_its_removal_no_error;
        a_removal_that_takes_more_is_caught: RemovesTheFolder by a_removed_file_is_gone_and_the_others_stay;
        a_removal_that_takes_nothing_is_caught: NeverRemoves by a_removed_file_is_gone_and_the_others_stay;
        a_list_with_young_files_is_caught: ListsTheYoung by the_sweep_sees_files_older_than_asked_and_no_others;
        an_empty_list_is_caught: ListsNothing by the_sweep_sees_files_older_than_asked_and_no_others;
    }
}
