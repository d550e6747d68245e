//! A file store that breaks off.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::Fault;
use time::OffsetDateTime;
use tokio::sync::watch;

/// Where it breaks off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileTrouble {
    /// Nowhere.
    None,
    /// Before a file is written.
    BeforeWriting,
    /// After a file is written: the writer never learns that it was.
    AfterWriting,
    /// Before a file is removed.
    BeforeRemoving,
    /// Everywhere: nothing answers.
    Away,
    /// Nowhere, but whoever writes waits until the trouble is another.
    Stalled,
}

/// Another store with trouble that a test switches on and off.
pub struct BrokenFileStore {
    inner: Arc<dyn FileStore>,
    trouble: watch::Sender<FileTrouble>,
}

impl BrokenFileStore {
    /// Without trouble at first.
    pub fn over(inner: Arc<dyn FileStore>) -> Self {
        Self { inner, trouble: watch::Sender::new(FileTrouble::None) }
    }

    /// From now on.
    pub fn set(&self, trouble: FileTrouble) {
        self.trouble.send_replace(trouble);
    }

    fn fail(&self, at: FileTrouble) -> Result<(), Fault> {
        let trouble = *self.trouble.borrow();
        if trouble == at || trouble == FileTrouble::Away {
            return Err(Fault::Unavailable("the file store broke off".into()));
        }
        Ok(())
    }
}

#[async_trait]
impl FileStore for BrokenFileStore {
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault> {
        let moving =
            self.trouble.subscribe().wait_for(|trouble| *trouble != FileTrouble::Stalled).await.is_ok();
        assert!(moving, "this store holds the sender");
        self.fail(FileTrouble::BeforeWriting)?;
        self.inner.put(key, kind, content).await?;
        self.fail(FileTrouble::AfterWriting)
    }

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
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
