use async_trait::async_trait;
use time::OffsetDateTime;

use super::review_filter::{ReviewFilter, ReviewSort};
use crate::applications::application::ApplicationDetail;
use crate::shared::{Fault, Order};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportRequest {
    pub filter: ReviewFilter,
    /// The sort order of the list. Ties are sorted by id.
    pub sort: ReviewSort,
    pub order: Order,
}

/// The rows of an export, read in batches.
#[async_trait]
pub trait ExportRows: Send {
    /// The next batch of up to [`EXPORT_BATCH`] rows; empty at the end and after an error. All batches come from one
    /// snapshot. Dropping the reader releases its resources.
    async fn next(&mut self) -> Result<Vec<ApplicationDetail>, Fault>;
}

/// Maximum number of rows in a batch: 2.5 MB if every field has its maximum length.
pub const EXPORT_BATCH: usize = 100;

pub struct Export {
    pub at: OffsetDateTime,
    pub total: u64,
    pub rows: Box<dyn ExportRows>,
}
