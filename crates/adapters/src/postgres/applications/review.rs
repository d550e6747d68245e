//! The review list. It reads no birth date, address or phone number.

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationEvent, ApplicationSummary, Counts, ExportRequest, ExportRows, HistoryEntry, ReviewContext,
    ReviewFilter, ReviewQueue, ReviewSort,
};
use forum_domain::shared::{Fault, Listing, PageRequest, PersonName, Start};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::application_rows::{counts, parse_status, person};
use super::context;
use super::export::PgExport;
use super::review_filter::{columns, planned, push_counted_from, push_from};
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::keyset;
use crate::postgres::connection::pool::ConnectionPool;
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

/// Oldest event first. `None` if the application does not exist.
async fn history(pool: &ConnectionPool, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, StoreError> {
    // An application without events gives one row without an event.
    let rows = sqlx::query!(
        r#"select e.id as "id?", e.at as "at?", e.actor_id as "actor_id?", e.from_status,
                  e.to_status as "to_status?", p.first_name as "first_name?", p.last_name as "last_name?"
           from applications a
           left join application_events e on e.application_id = a.id
           left join profiles p on p.user_id = e.actor_id
           where a.id = $1
           order by e.at, e.id"#,
        id,
    )
    .fetch_all(pool)
    .await?;
    if rows.is_empty() {
        return Ok(None);
    }
    let mut history = Vec::with_capacity(rows.len());
    for row in rows {
        let (Some(event_id), Some(at), Some(actor_id), Some(to)) =
            (row.id, row.at, row.actor_id, row.to_status)
        else {
            continue;
        };
        let event = ApplicationEvent {
            id: event_id,
            application_id: id,
            at,
            actor_id,
            from: row.from_status.as_deref().map(parse_status).transpose()?,
            to: parse_status(&to)?,
        };
        let name = row.first_name.zip(row.last_name);
        history.push(HistoryEntry { event, actor: name.map(|(first, last)| PersonName { first, last }) });
    }
    Ok(Some(history))
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
        Ok(history(&self.pool, id).await?)
    }

    #[tracing::instrument(name = "applications.review_context", skip_all)]
    async fn context(&self, id: Uuid) -> Result<ReviewContext, Fault> {
        Ok(context::context(&self.pool, id).await?)
    }

    #[tracing::instrument(name = "applications.export", skip_all)]
    async fn export(&self, request: ExportRequest) -> Result<(u64, Box<dyn ExportRows>), Fault> {
        let (total, rows) = PgExport::open(&self.pool, &request).await?;
        Ok((total, Box::new(rows)))
    }
}
