//! A file store that fails on purpose.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::Fault;
use time::OffsetDateTime;
use tokio::sync::watch;

/// When the store fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileTrouble {
    /// Never.
    None,
    BeforeWriting,
    /// After a file is written: the writer gets an error although the file is there.
    AfterWriting,
    BeforeRemoving,
    /// On every call.
    Away,
    /// Never, but `put` and `get` block until the trouble changes.
    Stalled,
}

/// Wraps another store; a test switches the trouble on and off.
pub struct BrokenFileStore {
    inner: Arc<dyn FileStore>,
    trouble: watch::Sender<FileTrouble>,
    /// The number of calls that were blocked.
    stalled: watch::Sender<usize>,
}

impl BrokenFileStore {
    pub fn over(inner: Arc<dyn FileStore>) -> Self {
        Self { inner, trouble: watch::Sender::new(FileTrouble::None), stalled: watch::Sender::new(0) }
    }

    pub fn set(&self, trouble: FileTrouble) {
        self.trouble.send_replace(trouble);
    }

    /// Runs `act` until this store blocks it.
    pub async fn stalls<T>(&self, act: impl Future<Output = T>) {
        let mut stalled = self.stalled.subscribe();
        tokio::select! {
            _ = act => panic!("it was not blocked"),
            blocked = stalled.changed() => blocked.expect("this store holds the sender"),
        }
    }

    async fn moves(&self) {
        if *self.trouble.borrow() == FileTrouble::Stalled {
            self.stalled.send_modify(|calls| *calls += 1);
        }
        let moving =
            self.trouble.subscribe().wait_for(|trouble| *trouble != FileTrouble::Stalled).await.is_ok();
        assert!(moving, "this store holds the sender");
    }

    fn fail(&self, at: FileTrouble) -> Result<(), Fault> {
        let trouble = *self.trouble.borrow();
        if trouble == at || trouble == FileTrouble::Away {
            return Err(Fault::Unavailable("the file store failed".into()));
        }
        Ok(())
    }
}

#[async_trait]
impl FileStore for BrokenFileStore {
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault> {
        self.moves().await;
        self.fail(FileTrouble::BeforeWriting)?;
        self.inner.put(key, kind, content).await?;
        self.fail(FileTrouble::AfterWriting)
    }

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.moves().await;
        self.fail(FileTrouble::Away)?;
        self.inner.get(key).await
    }

    async fn delete(&self, key: &str) -> Result<(), Fault> {
        self.fail(FileTrouble::BeforeRemoving)?;
        self.inner.delete(key).await
    }

    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault> {
        self.fail(FileTrouble::Away)?;
        self.inner.written_before(before).await
    }
}
