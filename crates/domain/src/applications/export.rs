//! The export of applications.

use async_trait::async_trait;
use time::OffsetDateTime;

use super::application::{ApplicationDetail, Status};
use super::review::Review;
use super::review_queue::{ReviewFilter, ReviewSort};
use crate::accounts::Administrator;
use crate::audit::AuditEvent;
use crate::shared::{Fault, Order};

/// Which applications are exported, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportRequest {
    /// The filter of the list.
    pub filter: ReviewFilter,
    /// The sorting of the list; ties go by id.
    pub sort: ReviewSort,
    /// Its direction.
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

/// An export that was recorded and may be sent.
pub struct Export {
    /// When it was made.
    pub at: OffsetDateTime,
    /// How many rows it has.
    pub total: u64,
    /// The rows.
    pub rows: Box<dyn ExportRows>,
}

impl Review {
    /// Everything that the list shows under the same filter. It is audited with filter, sorting and number of rows before
    /// the first row is returned. Each export has an id of its own in the audit log.
    ///
    /// # Errors
    /// Faults.
    pub async fn export(&self, admin: &Administrator, request: ExportRequest) -> Result<Export, Fault> {
        let at = self.0.clock.now();
        let mut detail = Vec::new();
        let ReviewFilter { status, query } = &request.filter;
        detail.extend(status.map(|status: Status| ("status", status.as_str().to_owned())));
        detail.extend(query.iter().map(|query| ("q", query.clone())));
        detail.push(("sort", request.sort.word().to_owned()));
        detail.push(("order", request.order.as_str().to_owned()));
        let (total, rows) = self.0.queue.export(request).await?;
        detail.push(("rows", total.to_string()));
        let entry = AuditEvent {
            id: self.0.ids.new_id(),
            at,
            actor_id: Some(admin.caller().user.id),
            action: "applications.exported",
            target_type: "export",
            target_id: self.0.ids.new_id(),
            detail,
        };
        self.0.audit.record(entry).await?;
        Ok(Export { at, total, rows })
    }
}
