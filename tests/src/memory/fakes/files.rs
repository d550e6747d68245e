//! `FileStore` in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::{Clock, Fault};
use time::OffsetDateTime;

/// The age of a file is measured by the given clock.
pub struct MemoryFileStore {
    clock: Arc<dyn Clock>,
    files: Mutex<BTreeMap<String, StoredFile>>,
}

#[derive(Clone)]
struct StoredFile {
    content: Vec<u8>,
    written_at: OffsetDateTime,
}

impl MemoryFileStore {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, files: Mutex::default() }
    }

    /// The keys of all files, sorted.
    pub fn keys(&self) -> Vec<String> {
        self.files().keys().cloned().collect()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, StoredFile>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl FileStore for MemoryFileStore {
    async fn put(&self, key: &str, _kind: ImageKind, content: Vec<u8>) -> Result<(), Fault> {
        self.files().insert(key.to_owned(), StoredFile { content, written_at: self.clock.now() });
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.files().get(key).map(|file| file.content.clone()))
    }

    async fn delete(&self, key: &str) -> Result<(), Fault> {
        self.files().remove(key);
        Ok(())
    }

    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault> {
        let files = self.files();
        let old = files.iter().filter(|(_, file)| file.written_at < before);
        Ok(old.map(|(key, _)| key.clone()).collect())
    }
}
