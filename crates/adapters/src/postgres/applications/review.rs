//! The review list. It reads no birth date, address or phone number.

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationSummary, Counts, ExportRequest, ExportRows, HistoryEntry, ReviewFilter, ReviewQueue,
    ReviewSort,
};
use forum_domain::shared::{Fault, Listing, PageRequest, Start};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::application_rows::{parse_status, person};
use super::counts::counts;
use super::export::PgExport;
use super::history;
use super::review_filter::{columns, planned, push_counted_from, push_from};
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::keyset;
use crate::postgres::stores::PgReviewQueue;

impl PgReviewQueue {
    /// The number of applications that match the filter, and whether it is exact. `rows` were read for the page.
    async fn total(
        connection: &mut PgConnection,
        filter: &ReviewFilter,
        page: &PageRequest<ReviewSort>,
        rows: usize,
        counts: &Counts,
    ) -> Result<(u64, bool), Fault> {
        if filter.query.is_none() {
            return Ok((counts.of(filter.status), true));
        }
        if let Start::Offset(offset) = page.start
            && rows <= page.limit as usize
            && (rows > 0 || offset == 0)
        {
            return Ok((u64::from(offset) + rows as u64, true));
        }
        let max = u64::from(ReviewFilter::COUNTED);
        let mut query = QueryBuilder::new("select count(*) from (select ");
        push_counted_from(&mut query, filter);
        query.push(format_args!(" limit {}) found", max + 1));
        let counted: i64 =
            query.build_query_scalar().persistent(false).fetch_one(connection).await.map_err(fault)?;
        Ok((max.min(counted.unsigned_abs()), counted.unsigned_abs() <= max))
    }
}

#[derive(FromRow)]
struct SummaryRow {
    id: Uuid,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    teaching_position: String,
    status: String,
    submitted_at: OffsetDateTime,
    reviewed_at: Option<OffsetDateTime>,
}

impl TryFrom<SummaryRow> for ApplicationSummary {
    type Error = Fault;

    fn try_from(row: SummaryRow) -> Result<Self, Fault> {
        Ok(Self {
            id: row.id,
            person: person(row.first_name, row.last_name, row.email),
            teaching_position: row.teaching_position,
            status: parse_status(&row.status)?,
            submitted_at: row.submitted_at,
            reviewed_at: row.reviewed_at,
        })
    }
}

const SELECT: &str =
    "a.id, l.first_name, l.last_name, l.email, l.teaching_position, a.status, a.submitted_at, a.reviewed_at";

#[async_trait]
impl ReviewQueue for PgReviewQueue {
    #[tracing::instrument(name = "applications.review_list", skip_all)]
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        let from = |query: &mut QueryBuilder<Postgres>| push_from(query, &filter);
        let mut connection = self.pool.acquire().await?;
        let rows: Vec<(_, SummaryRow)> =
            keyset::rows(&mut connection, SELECT, from, &columns(page.sort), &page, planned(&filter)).await?;
        let counts = counts(&mut connection).await?;
        let (total, total_is_exact) =
            Self::total(&mut connection, &filter, &page, rows.len(), &counts).await?;
        connection.release();
        let listing = Listing::by_key(&page, rows, total).try_map(ApplicationSummary::try_from)?;
        Ok((Listing { total_is_exact, ..listing }, counts))
    }

    #[tracing::instrument(name = "applications.review_history", skip_all)]
    async fn history(&self, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, Fault> {
        Ok(history::read(&self.pool, id).await?)
    }

    #[tracing::instrument(name = "applications.export", skip_all)]
    async fn export(&self, request: ExportRequest) -> Result<(u64, Box<dyn ExportRows>), Fault> {
        let (total, rows) = PgExport::open(&self.pool, &request).await?;
        Ok((total, Box::new(rows)))
    }
}
