use async_trait::async_trait;
use time::OffsetDateTime;

use super::photo::ImageKind;
use crate::shared::Fault;

/// Stores files by key. Keys (`<user id>/headshot-<timestamp>.<extension>`) never contain text from a client.
#[async_trait]
pub trait FileStore: Send + Sync {
    /// Stores the whole file or nothing: readers MUST never see a partial file, even if the writer fails.
    /// Replaces an existing file.
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault>;

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault>;

    /// Deletes a file. Succeeds if it does not exist.
    async fn delete(&self, key: &str) -> Result<(), Fault>;

    /// The keys of all files last written before `before`, in no particular order. Takes about 100 bytes of memory per
    /// file; used by the sweep.
    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault>;
}
