use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::review_filter::{ReviewFilter, ReviewSort};
use crate::applications::application::ApplicationDetail;
use crate::shared::{Fault, Order, PersonName};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportRequest {
    pub filter: ReviewFilter,
    /// The sort order of the list. Ties are sorted by id.
    pub sort: ReviewSort,
    pub order: Order,
    /// Internal columns beside the applicant's data.
    pub columns: InternalColumns,
}

/// Columns of an export that only administrators need. Both are left out unless they are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InternalColumns {
    /// The note of the decision.
    pub note: bool,
    /// The administrator who decided.
    pub reviewer: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportRow {
    pub detail: ApplicationDetail,
    /// The reviewer's current name, if it was requested; `None` while the application is pending and once the reviewer's
    /// account is deleted.
    pub reviewer: Option<PersonName>,
}

/// The rows of an export, read in batches.
#[async_trait]
pub trait ExportRows: Send {
    /// The next batch of up to [`EXPORT_BATCH`] rows; empty at the end and after an error. All batches come from one
    /// snapshot. Dropping the reader releases its resources.
    async fn next(&mut self) -> Result<Vec<ExportRow>, Fault>;
}

/// The rows as an administrator may see them: without the internal columns of their own applications.
pub(super) struct RowsFor {
    pub(super) reader: Uuid,
    pub(super) rows: Box<dyn ExportRows>,
}

#[async_trait]
impl ExportRows for RowsFor {
    async fn next(&mut self) -> Result<Vec<ExportRow>, Fault> {
        let mut rows = self.rows.next().await?;
        for row in rows.iter_mut().filter(|row| row.detail.application.is_of(self.reader)) {
            (row.detail.application.note, row.detail.application.decided_by, row.reviewer) =
                (None, None, None);
        }
        Ok(rows)
    }
}

/// Maximum number of rows in a batch: 6 MB if every field has its maximum length.
pub const EXPORT_BATCH: usize = 250;

pub struct Export {
    pub at: OffsetDateTime,
    pub total: u64,
    pub rows: Box<dyn ExportRows>,
}
