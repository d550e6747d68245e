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
    /// One ZIP file of `data.json` and the photos, each as `photos/<name>`. `at` is the time of the copy. MUST limit how
    /// many run at once: each needs memory for the photos twice, some 25 MB.
    async fn write(
        &self,
        data: OwnData,
        photos: Vec<StoredPhoto>,
        at: OffsetDateTime,
    ) -> Result<Vec<u8>, Fault>;
}
