use async_trait::async_trait;
use time::OffsetDateTime;

use super::review_filter::{ReviewFilter, ReviewSort};
use crate::applications::application::ApplicationDetail;
use crate::shared::{Fault, Order};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportRequest {
    pub filter: ReviewFilter,
    /// The sorting of the list; ties go by id.
    pub sort: ReviewSort,
    pub order: Order,
}

/// The rows of an export, of which only a few are in memory at once.
#[async_trait]
pub trait ExportRows: Send {
    /// The next rows, [`EXPORT_BATCH`] at most; empty at the end. All are as of one moment. After an error there is
    /// nothing more to read. Dropping it releases what it holds.
    async fn next(&mut self) -> Result<Vec<ApplicationDetail>, Fault>;
}

/// Rows that are read at once, at most: 2.5 MB if every field of each has its maximum length.
pub const EXPORT_BATCH: usize = 100;

pub struct Export {
    pub at: OffsetDateTime,
    pub total: u64,
    pub rows: Box<dyn ExportRows>,
}
