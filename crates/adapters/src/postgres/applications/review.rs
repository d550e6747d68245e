//! The review list. It reads no birth date, address or phone number.

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationEvent, ApplicationSummary, Counts, ExportRequest, ExportRows, HistoryEntry, ListedChanges,
    ReviewContext, ReviewFilter, ReviewQueue, ReviewSort, StateCounts, Status, us_state,
};
use forum_domain::shared::{Fault, Listing, PageRequest, PersonName, Start};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::application::{counts, parse_change, parse_status, person};
use super::change_requests::parse_outcome;
use super::context;
use super::export::PgExport;
use super::review_filter::{Conditions, columns, push_from};
use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::keyset::{self, Planned};
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::search::{Found, Search, count};
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
        if filter.has_counts() {
            match filter.state_key() {
                None if filter.other_places => {
                    return Ok((of_state(connection, "", filter.status).await?, true));
                }
                None => return Ok((counts.of(filter.status), true)),
                Some(key) if us_state(&key).is_some() && !filter.other_places => {
                    return Ok((of_state(connection, &key, filter.status).await?, true));
                }
                Some(_) => {}
            }
        }
        if let Some(total) = page.total(rows) {
            return Ok((total, true));
        }
        count(connection, |query| push_from(query, filter), ReviewFilter::COUNTED).await
    }
}

/// The maintained number of applications from a US state or territory, or with the empty key from elsewhere.
async fn of_state(
    connection: &mut PgConnection,
    key: &str,
    status: Option<Status>,
) -> Result<u64, StoreError> {
    let number = sqlx::query_scalar!(
        r#"select coalesce(sum(delta), 0)::bigint as "number!" from application_state_changes
           where state = $1 and ($2::text is null or status = $2)"#,
        key,
        status.map(Status::as_str),
    )
    .fetch_one(connection)
    .await?;
    Ok(number.unsigned_abs())
}

/// The maintained numbers of applications by state, with the empty key for other texts.
async fn by_state(pool: &ConnectionPool, status: Option<Status>) -> Result<Vec<(String, u64)>, StoreError> {
    let rows = sqlx::query!(
        r#"select state, sum(delta)::bigint as "number!" from application_state_changes
           where $1::text is null or status = $1 group by state"#,
        status.map(Status::as_str),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.state, row.number.unsigned_abs())).collect())
}

/// The numbers of the first applications by state that match the filter, and whether these are all.
async fn counted_by_state(
    pool: &ConnectionPool,
    filter: &ReviewFilter,
) -> Result<(Vec<(String, u64)>, bool), StoreError> {
    let most = ReviewFilter::COUNTED_BY_STATE;
    let mut query = QueryBuilder::new("select l.state_key, count(*) from (select l.state_key ");
    push_from(&mut query, filter);
    query.push(format_args!(" limit {}) l group by l.state_key", most + 1));
    let rows: Vec<(String, i64)> = query.build_query_as().persistent(false).fetch_all(pool).await?;
    let total: u64 = rows.iter().map(|(_, count)| count.unsigned_abs()).sum();
    let mut counts = Vec::new();
    let mut others = 0;
    for (key, count) in rows {
        if us_state(&key).is_some() {
            counts.push((key, count.unsigned_abs()));
        } else {
            others += count.unsigned_abs();
        }
    }
    counts.push((String::new(), others));
    Ok((counts, total <= u64::from(most)))
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
    /// Of the requests for changes, oldest first; `None` for an open one.
    outcomes: Vec<Option<String>>,
}

impl TryFrom<SummaryRow> for ApplicationSummary {
    type Error = Fault;

    fn try_from(row: SummaryRow) -> Result<Self, Fault> {
        let status = parse_status(&row.status)?;
        let outcomes = row.outcomes.iter().map(|word| parse_outcome(word.as_deref()));
        Ok(Self {
            id: row.id,
            person: person(row.first_name, row.last_name, row.email),
            teaching_position: row.teaching_position,
            status,
            submitted_at: row.submitted_at,
            reviewed_at: row.reviewed_at,
            changes: ListedChanges::of(status, &outcomes.collect::<Result<Vec<_>, _>>()?),
        })
    }
}

/// Oldest event first. `None` if the application does not exist.
async fn history(pool: &ConnectionPool, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, StoreError> {
    // An application without events gives one row without an event.
    let rows = sqlx::query!(
        r#"select e.id as "id?", e.at as "at?", e.actor_id as "actor_id?", e.from_status,
                  e.to_status as "to_status?", e.act as "act?", p.first_name as "first_name?", p.last_name as "last_name?"
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
            change: parse_change(row.act.as_deref())?,
        };
        let name = row.first_name.zip(row.last_name);
        history.push(HistoryEntry { event, actor: name.map(|(first, last)| PersonName { first, last }) });
    }
    Ok(Some(history))
}

/// The outcomes are looked up in an index for each row of the page, so that they are as old as the rest of the row.
const SELECT: &str = "l.application_id as id, l.first_name, l.last_name, l.email, l.teaching_position, l.status, l.submitted_at, l.reviewed_at, array(select r.outcome from application_change_requests r where r.application_id = l.application_id order by r.created_at, r.id) as outcomes";
const FROM: &str = "from application_list l";

#[async_trait]
impl ReviewQueue for PgReviewQueue {
    #[tracing::instrument(name = "applications.review_list", skip_all)]
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        let conditions = Conditions::new(&filter, page.sort);
        let within = |query: &mut QueryBuilder<Postgres>| conditions.push_within(query);
        let columns = columns(page.sort);
        let search = Search {
            select: SELECT,
            from: FROM,
            table: "application_list",
            columns: &columns,
            within: &within,
            found: &|query| conditions.push_found(query),
            indexed: &|query| conditions.push_indexed(query),
        };
        let Found { rows, total }: Found<SummaryRow> = if conditions.are_searched() {
            search.read(&self.pool, &page).await?
        } else if let Start::Offset(1..) = page.start {
            Found { rows: search.skip(&self.pool, &page).await?, total: None }
        } else {
            let from = |query: &mut QueryBuilder<Postgres>| {
                query.push(FROM).push(" where true");
                within(query);
            };
            let mut connection = self.pool.acquire().await?;
            let rows = keyset::rows(&mut connection, SELECT, from, &columns, &page, Planned::Once).await?;
            connection.release();
            Found { rows, total: None }
        };
        let mut connection = self.pool.acquire().await?;
        let counts = counts(&mut connection).await?;
        let (total, total_is_exact) = match total {
            Some(total) => (total, true),
            None => Self::total(&mut connection, &filter, &page, rows.len(), &counts).await?,
        };
        connection.release();
        let listing = Listing::by_key(&page, rows, total).try_map(ApplicationSummary::try_from)?;
        Ok((Listing { total_is_exact, ..listing }, counts))
    }

    #[tracing::instrument(name = "applications.states", skip_all)]
    async fn states(&self, filter: ReviewFilter) -> Result<StateCounts, Fault> {
        let (counts, is_exact) = if filter.has_counts() {
            (by_state(&self.pool, filter.status).await?, true)
        } else {
            counted_by_state(&self.pool, &filter).await?
        };
        Ok(StateCounts::of(counts, is_exact))
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
