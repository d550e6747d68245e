//! The port for the files of photos.

use async_trait::async_trait;
use time::OffsetDateTime;

use super::photo::ImageKind;
use crate::shared::Fault;

/// Files by key. A key is made by the rules (`<user id>/headshot-<timestamp>.<extension>`) and never holds
/// text of a client.
#[async_trait]
pub trait FileStore: Send + Sync {
    /// Stores the bytes whole or not at all: a reader MUST never see half of a file, whatever happens to the
    /// writer. Replaces what was there.
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault>;

    /// The bytes, or `None` when there is no such file.
    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault>;

    /// Removes a file; one that is not there is no error.
    async fn delete(&self, key: &str) -> Result<(), Fault>;

    /// The keys of all files last written before `before`, in no particular order. For the sweep: about 100
    /// bytes of memory a file.
    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault>;
}
