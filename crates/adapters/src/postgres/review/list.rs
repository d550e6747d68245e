//! The review list. It reads no birth date, address or phone number.

use forum_domain::applications::{
    ApplicationSummary, Counts, ListedChanges, ReviewFilter, ReviewSort, StateCounts, Status, us_state,
};
use forum_domain::shared::{Fault, Listing, PageRequest, Start};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::filter::{Conditions, columns, push_from};
use crate::postgres::applications::application::{counts, parse_status, person};
use crate::postgres::applications::change_requests::parse_outcome;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::keyset::{self, Planned};
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::search::{Found, Search, count};

pub(super) async fn list(
    pool: &ConnectionPool,
    filter: &ReviewFilter,
    page: &PageRequest<ReviewSort>,
) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
    let conditions = Conditions::new(filter, page.sort);
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
        search.read(pool, page).await?
    } else if let Start::Offset(1..) = page.start {
        Found { rows: search.skip(pool, page).await?, total: None }
    } else {
        let from = |query: &mut QueryBuilder<Postgres>| {
            query.push(FROM).push(" where true");
            within(query);
        };
        let mut connection = pool.acquire().await?;
        let rows = keyset::rows(&mut connection, SELECT, from, &columns, page, Planned::Once).await?;
        connection.release();
        Found { rows, total: None }
    };
    let mut connection = pool.acquire().await?;
    let counts = counts(&mut connection).await?;
    let (total, total_is_exact) = match total {
        Some(total) => (total, true),
        None => count_all(&mut connection, filter, page, rows.len(), &counts).await?,
    };
    connection.release();
    let listing = Listing::by_key(page, rows, total).try_map(ApplicationSummary::try_from)?;
    Ok((Listing { total_is_exact, ..listing }, counts))
}

pub(super) async fn states(pool: &ConnectionPool, filter: &ReviewFilter) -> Result<StateCounts, Fault> {
    let (counts, is_exact) = if filter.has_counts() {
        (by_state(pool, filter.status).await?, true)
    } else {
        counted_by_state(pool, filter).await?
    };
    Ok(StateCounts::of(counts, is_exact))
}

/// The number of applications that match the filter, and whether it is exact. `rows` were read for the page.
async fn count_all(
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

/// The maintained number of applications from a US state or territory, or with the empty key from elsewhere.
async fn of_state(
    connection: &mut PgConnection,
    key: &str,
    status: Option<Status>,
) -> Result<u64, StoreError> {
    let number = sqlx::query_scalar!(
        r#"select coalesce(sum(delta), 0)::bigint as "number!" from application_count_changes
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
        r#"select state, sum(delta)::bigint as "number!" from application_count_changes
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

/// The outcomes are looked up in an index for each row of the page, so that they are as old as the rest of the row.
const SELECT: &str = "l.application_id as id, l.first_name, l.last_name, l.email, l.teaching_position, l.status, l.submitted_at, l.reviewed_at, array(select r.outcome from application_change_requests r where r.application_id = l.application_id order by r.created_at, r.id) as outcomes";
const FROM: &str = "from application_list l";
