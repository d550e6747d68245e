//! What stands behind the ports of photos while no adapter is connected. Only the composition root names it.

use async_trait::async_trait;
use forum_domain::headshots::{FileStore, ImageError, ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::Fault;
use time::OffsetDateTime;

/// No adapter of this program understands files and images yet: uploads answer 503, and nothing is lost.
pub struct Unconnected;

const UNCONNECTED: &str = "no file store is connected";

#[async_trait]
impl FileStore for Unconnected {
    async fn put(&self, _key: &str, _kind: ImageKind, _content: Vec<u8>) -> Result<(), Fault> {
        Err(Fault::Unavailable(UNCONNECTED.to_owned()))
    }

    async fn get(&self, _key: &str) -> Result<Option<Vec<u8>>, Fault> {
        Ok(None)
    }

    async fn delete(&self, _key: &str) -> Result<(), Fault> {
        Ok(())
    }

    async fn written_before(&self, _before: OffsetDateTime) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl ImageProcessor for Unconnected {
    async fn process(&self, _kind: ImageKind, _content: Vec<u8>) -> Result<ProcessedImage, ImageError> {
        Err(Fault::Unavailable(UNCONNECTED.to_owned()).into())
    }
}
