use async_trait::async_trait;
use time::OffsetDateTime;

use super::data::OwnData;
use crate::headshots::Headshot;
use crate::shared::Fault;

#[derive(Debug, Clone)]
pub struct StoredPhoto {
    pub headshot: Headshot,
    pub content: Vec<u8>,
}

#[async_trait]
pub trait ArchiveWriter: Send + Sync {
    /// Writes a ZIP file with `data.json` and each photo as `photos/<name>`. `at` is the time of the copy. MUST limit
    /// the number of concurrent calls, because each needs twice the memory of the photos, about 25 MB.
    async fn write(
        &self,
        data: OwnData,
        photos: Vec<StoredPhoto>,
        at: OffsetDateTime,
    ) -> Result<Vec<u8>, Fault>;
}
