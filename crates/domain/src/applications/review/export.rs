use futures_util::stream::{StreamExt, TryStreamExt};
use uuid::Uuid;

use crate::accounts::Reader;
use crate::applications::{ApplicationDetail, Review, ReviewFilter, ReviewSort};
use crate::shared::{Export, Order, PersonName, Refusal};

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
    pub note: bool,
    pub reviewer: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportRow {
    pub detail: ApplicationDetail,
    /// The reviewer's current name, if it was requested; `None` while the application is pending and once the reviewer's
    /// account is deleted.
    pub reviewer: Option<PersonName>,
}

/// The rows as an administrator may see them: without the internal columns of their own applications.
fn seen_by(reader: Uuid, mut rows: Vec<ExportRow>) -> Vec<ExportRow> {
    for row in rows.iter_mut().filter(|row| row.detail.application.is_of(reader)) {
        (row.detail.application.note, row.detail.application.decided_by, row.reviewer) = (None, None, None);
    }
    rows
}

impl Review {
    /// Exports all rows of the list with the same filter. It is audited with status, sorting, internal columns and
    /// number of rows before the first row is returned. The internal columns are empty for the administrator's own
    /// applications. Each export has a separate id in the audit log. The log contains no personal data, so it records
    /// only that a search text was given, and which other filters, but not their values.
    ///
    /// # Errors
    /// `forbidden`.
    pub async fn export(
        &self,
        reader: &Reader,
        request: ExportRequest,
    ) -> Result<Export<ExportRow>, Refusal> {
        let act = self.acts.begin();
        let ReviewFilter { status, query, .. } = &request.filter;
        let target = ("export", act.new_id());
        let mut event = act.audit(Some(reader.id()), "applications.exported", target);
        if let Some(status) = status {
            event = event.with("status", status.as_str());
        }
        if query.is_some() {
            event = event.with("searched", "true");
        }
        for (included, column) in [(request.columns.note, "note"), (request.columns.reviewer, "reviewer")] {
            if included {
                event = event.with(column, "true");
            }
        }
        let names = request.filter.names();
        if !names.is_empty() {
            event = event.with("filters", names);
        }
        event = event.with("sort", request.sort.as_str()).with("order", request.order.as_str());
        let (total, rows) = self.store.export(request).await?;
        self.audit.record(event.with("rows", total.to_string())).await?;
        let reader = reader.id();
        let rows = rows.map_ok(move |rows| seen_by(reader, rows)).boxed();
        Ok(Export { at: act.now, total, rows })
    }
}
