//! Runs the file store contracts on memory and a folder.

use std::sync::Arc;

use crate::application::files::{self as contract, FileRoom};
use async_trait::async_trait;
use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::system::SystemClock;
use forum_adapters::tls::Trust;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::{Clock, Fault};
use forum_tests::builders::NOON;
use forum_tests::memory::{FixedClock, MemoryFileStore};
use forum_tests::s3_server::S3Server;
use time::OffsetDateTime;

/// A store and the resources that must outlive it.
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
    let store = OpendalFileStore::open(&url, &Trust::default()).expect("a file store");
    Room { store: Arc::new(store), now: SystemClock.now(), kept: folder }
}

async fn in_bucket(prefix: &str) -> Room<S3Server> {
    let server = S3Server::start().await;
    let store = OpendalFileStore::open(&server.url(prefix), &Trust::default()).expect("a file store");
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
            a_file_is_returned_byte_for_byte,
            reading_a_missing_file_returns_none_and_removing_it_succeeds,
            a_file_stored_again_is_replaced,
            a_removed_file_is_gone_and_the_others_stay,
            the_sweep_lists_only_files_older_than_requested,
            readers_never_see_a_partial_file,
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

mod s3;
