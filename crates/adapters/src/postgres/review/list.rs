//! The review list. It reads no birth date, address or phone number.

use std::collections::BTreeMap;

use forum_domain::applications::{
    ApplicationSummary, Assessment, Counts, ListedChanges, Mark, Marks, ReviewFilter, ReviewSort, StateCount,
    StateCounts, Status, us_state,
};
use forum_domain::shared::{Fault, Listing, PageRequest, Start};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::filter::{Conditions, columns, push_from, push_own};
use crate::postgres::applications::application::{counts, parse_status, person};
use crate::postgres::applications::change_requests::parse_outcome;
use crate::postgres::connection::fault::{StoreError, fault};
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
    let select = &select(filter.reader);
    let search = Search {
        select,
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
        let rows = keyset::rows(&mut connection, select, from, &columns, page, Planned::Once).await?;
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

/// The numbers are maintained by status. If other filters are given, the first matches are counted.
pub(super) async fn states(pool: &ConnectionPool, filter: &ReviewFilter) -> Result<StateCounts, Fault> {
    let mut query = QueryBuilder::new("with found as (");
    if filter.has_counts() {
        query.push("select state as key, status, sum(delta)::bigint as number from application_count_changes where true");
        if let Some(status) = filter.status {
            query.push(" and status = ").push_bind(status.as_str());
        }
        query.push(" group by 1, 2 union all select l.state_key, l.team, count(*) from application_list l");
        query.push(" where l.team = 'yes' and l.status = 'pending'");
        if filter.status.is_some_and(|status| status != Status::Pending) {
            query.push(" and false");
        }
        push_own(&mut query, filter, "<> all");
        query.push(" group by 1, 2");
    } else {
        query.push("select l.state_key as key, unnest(l.words) as status, count(*) as number from (select l.state_key, ");
        query.push("case when l.team = 'yes' and l.status = 'pending'");
        push_own(&mut query, filter, "<> all");
        query.push(" then array[l.status, l.team] else array[l.status] end as words ");
        push_from(&mut query, filter, ReviewSort::default());
        query.push(format_args!(" limit {}) l group by 1, 2", ReviewFilter::COUNTED_BY_STATE + 1));
    }
    query.push(") select key, status, number from found");
    let rows: Vec<(String, String, i64)> =
        query.build_query_as().persistent(false).fetch_all(pool).await.map_err(fault)?;
    let mut counts: BTreeMap<Option<String>, StateCount> = BTreeMap::new();
    for (key, word, number) in rows {
        let (key, number) = (us_state(&key).map(|_| key), number.unsigned_abs());
        let empty = StateCount { key: key.clone(), pending: 0, approved: 0, rejected: 0, team_yes: 0 };
        let counted = counts.entry(key).or_insert(empty);
        match Status::parse(&word) {
            Some(Status::Pending) => counted.pending += number,
            Some(Status::Approved) => counted.approved += number,
            Some(Status::Rejected) => counted.rejected += number,
            None => counted.team_yes += number,
        }
    }
    let total: u64 = counts.values().map(StateCount::total).sum();
    let is_exact = filter.has_counts() || total <= u64::from(ReviewFilter::COUNTED_BY_STATE);
    Ok(StateCounts::of(counts.into_values(), is_exact))
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
        let total = match filter.places() {
            None => counts.of(filter.status),
            Some(places) => of_places(connection, &places, filter.status).await?,
        };
        // An application may be submitted between the two counts.
        return Ok((total.saturating_sub(left_out(connection, filter, page.sort).await?), true));
    }
    if let Some(total) = page.total(rows) {
        return Ok((total, true));
    }
    count(connection, |query| push_from(query, filter, page.sort), ReviewFilter::COUNTED).await
}

/// The number of the reader's own matching applications, which an order by marks leaves out.
async fn left_out(
    connection: &mut PgConnection,
    filter: &ReviewFilter,
    sort: ReviewSort,
) -> Result<u64, Fault> {
    if sort != ReviewSort::Marks {
        return Ok(0);
    }
    let own = |query: &mut QueryBuilder<Postgres>| {
        push_from(query, filter, ReviewSort::default());
        push_own(query, filter, "= any");
    };
    Ok(count(connection, own, ReviewFilter::COUNTED).await?.0)
}

/// The maintained number of applications from US states or territories, or with the empty key from elsewhere.
async fn of_places(
    connection: &mut PgConnection,
    keys: &[&str],
    status: Option<Status>,
) -> Result<u64, StoreError> {
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    let number = sqlx::query_scalar!(
        r#"select coalesce(sum(delta), 0)::bigint as "number!" from application_count_changes
           where state = any($1) and ($2::text is null or status = $2)"#,
        &keys,
        status.map(Status::as_str),
    )
    .fetch_one(connection)
    .await?;
    Ok(number.unsigned_abs())
}

#[derive(FromRow)]
struct SummaryRow {
    id: Uuid,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    teaching_position: String,
    city: String,
    state: String,
    excerpt: String,
    status: String,
    submitted_at: OffsetDateTime,
    reviewed_at: Option<OffsetDateTime>,
    changed_at: OffsetDateTime,
    is_own: bool,
    notes: i64,
    yes: i32,
    maybe: i32,
    no: i32,
    mine: Option<String>,
    read_at: Option<OffsetDateTime>,
    /// Of the requests for changes, oldest first; `None` for an open one.
    outcomes: Vec<Option<String>>,
}

impl TryFrom<SummaryRow> for ApplicationSummary {
    type Error = Fault;

    fn try_from(row: SummaryRow) -> Result<Self, Fault> {
        let status = parse_status(&row.status)?;
        let outcomes = row.outcomes.iter().map(|word| parse_outcome(word.as_deref()));
        let assessment = Assessment {
            notes: u32::try_from(row.notes).unwrap_or(u32::MAX),
            marks: Marks {
                yes: row.yes.unsigned_abs(),
                maybe: row.maybe.unsigned_abs(),
                no: row.no.unsigned_abs(),
                mine: row.mine.as_deref().and_then(Mark::parse),
            },
            read_at: row.read_at,
        };
        Ok(Self {
            id: row.id,
            person: person(row.first_name, row.last_name, row.email),
            teaching_position: row.teaching_position,
            city: row.city,
            state: row.state,
            excerpt: row.excerpt,
            status,
            submitted_at: row.submitted_at,
            reviewed_at: row.reviewed_at,
            changed_at: row.changed_at,
            assessment: (!row.is_own).then_some(assessment),
            changes: ListedChanges::of(status, &outcomes.collect::<Result<Vec<_>, _>>()?),
        })
    }
}

/// What is not in the list is looked up in an index for each row of the page, so that it is as old as the rest of the row.
fn select(reader: Uuid) -> String {
    let columns = include_str!("columns.sql").replace(":excerpt", &ApplicationSummary::EXCERPT.to_string());
    columns.replace(":reader", &reader.to_string())
}
const FROM: &str = "from application_list l";
