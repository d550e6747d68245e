//! Tests of the file store contracts: the contract listed for each seeded bug must fail.

use tokio::task::JoinSet;

use super::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeededBug {
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
    bug: SeededBug,
}

#[async_trait]
impl FileStore for Faulty {
    async fn put(&self, key: &str, kind: ImageKind, mut content: Vec<u8>) -> Result<(), Fault> {
        match self.bug {
            SeededBug::WrittenInPieces => {
                let half = content[..content.len() / 2].to_vec();
                self.inner.put(key, kind, half).await?;
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            SeededBug::CutOff => content.truncate(1_000_000),
            SeededBug::NeverReplaces if self.inner.get(key).await?.is_some() => return Ok(()),
            _ => {}
        }
        self.inner.put(key, kind, content).await
    }

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        match self.inner.get(key).await? {
            None if self.bug == SeededBug::MissingIsAnError => Err(Fault::Bug("no such file".into())),
            found => Ok(found),
        }
    }

    async fn delete(&self, key: &str) -> Result<(), Fault> {
        match self.bug {
            SeededBug::NeverRemoves => Ok(()),
            SeededBug::RemovesTheFolder => {
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
        match self.bug {
            SeededBug::ListsTheYoung => Ok(self.inner.keys()),
            SeededBug::ListsNothing => Ok(Vec::new()),
            _ => self.inner.written_before(before).await,
        }
    }
}

macro_rules! caught {
    ($($name:ident: $bug:ident by $contract:ident;)+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                let clock = Arc::new(FixedClock::default());
                let now = clock.now();
                let store = Faulty { inner: MemoryFileStore::new(clock), bug: SeededBug::$bug };
                let room = Room { store: Arc::new(store), now, kept: () };
                let mut run = JoinSet::new();
                run.spawn(async move { contract::$contract(&room).await });
                let outcome = run.join_next().await.expect("a finished contract");
                let failed = outcome.is_err_and(|error| error.is_panic());
                assert!(failed, "{} misses {:?}", stringify!($contract), SeededBug::$bug);
            }
        )+
    };
}

caught! {
    writing_in_pieces_is_caught: WrittenInPieces by readers_never_see_a_partial_file;
    a_truncated_file_is_caught: CutOff by a_file_is_returned_byte_for_byte;
    a_file_that_is_not_replaced_is_caught: NeverReplaces by a_file_stored_again_is_replaced;
    reporting_a_missing_file_as_an_error_is_caught: MissingIsAnError by reading_a_missing_file_returns_none_and_removing_it_succeeds;
    removing_too_much_is_caught: RemovesTheFolder by a_removed_file_is_gone_and_the_others_stay;
    removing_nothing_is_caught: NeverRemoves by a_removed_file_is_gone_and_the_others_stay;
    listing_recent_files_is_caught: ListsTheYoung by the_sweep_lists_only_files_older_than_requested;
    an_empty_list_is_caught: ListsNothing by the_sweep_lists_only_files_older_than_requested;
}
