//! Reads a page of a sorted list whose filter the index of the sort order does not contain. Two plans are possible, and
//! each is slow where the other is fast: walking along the sort order until the page is filled, or sorting all matches.
//! The planner knows neither how rare a combination of words is nor whether matches cluster in the sort order. So a
//! short walk comes first, which is enough for frequent matches. If it does not fill the page, a sample of the table
//! shows how far to walk on before all matches are sorted.

use forum_domain::shared::{Fault, PageRequest, Place, SearchWords, Sorting, Start, Words};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Postgres, QueryBuilder, Row};

use super::fault::fault;
use super::keyset::{Columns, Planned, direction, place, push_after};
use super::pool::ConnectionPool;

/// Number of rows of the first walk. They take about 1 ms.
const STEPS: u64 = 500;
/// Number of rows of the sample, read from adjacent rows of random pages.
const SAMPLE: f64 = 500.0;
/// A walk along a quarter of the number of matches costs less than a quarter of sorting them.
const STEPS_PER_MATCH: f64 = 0.25;

/// More matches are sorted without counting them, which would take a third of the time.
const COUNTED: f64 = 20_000.0;

/// The planner would read the whole table for a frequent word or a long walk. The memory is enough for the places of all
/// matches of a million rows.
const BEGIN: &str = "begin read only; set local enable_seqscan = off; set local work_mem = '16MB'";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    Counted,
    All,
    /// Those up to the end of the page, along the index of the sort order.
    OfThePage,
}

/// Pushes conditions, each after ` and `.
pub(crate) type Conditions<'a> = &'a (dyn Fn(&mut QueryBuilder<Postgres>) + Sync);

/// A list of rows `l`.
pub(crate) struct Search<'a> {
    /// The columns of the page, from `l`.
    pub(crate) select: &'a str,
    pub(crate) from: &'static str,
    /// The table of `l`, whose rows are sampled.
    pub(crate) table: &'static str,
    pub(crate) columns: &'a Columns,
    /// Conditions that the index of the sort order contains.
    pub(crate) within: Conditions<'a>,
    /// All other conditions. They name only columns of `l`.
    pub(crate) found: Conditions<'a>,
    /// The other conditions as indexes find them. They may repeat those of `within`.
    pub(crate) indexed: Conditions<'a>,
}

pub(crate) struct Found<T> {
    pub(crate) rows: Vec<(Place, T)>,
    /// The number of matches, if all were read.
    pub(crate) total: Option<u64>,
}

impl Search<'_> {
    pub(crate) async fn read<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
        &self,
        pool: &ConnectionPool,
        page: &PageRequest<S>,
    ) -> Result<Found<T>, Fault> {
        let mut connection = pool.acquire().await?;
        if let Some(rows) = self.walk(&mut connection, page, STEPS).await? {
            connection.release();
            return Ok(Found { rows, total: None });
        }
        connection.release();
        let mut tx = pool.begin_with(BEGIN).await?;
        let found = self.read_on(&mut tx, page).await?;
        tx.rollback().await?;
        Ok(found)
    }

    async fn read_on<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
        &self,
        connection: &mut PgConnection,
        page: &PageRequest<S>,
    ) -> Result<Found<T>, Fault> {
        let matches = self.estimate(connection).await?;
        let steps = (matches * STEPS_PER_MATCH) as u64;
        if steps > 2 * STEPS
            && let Some(rows) = self.walk(connection, page, steps).await?
        {
            return Ok(Found { rows, total: None });
        }
        let rows = if matches > COUNTED { Rows::All } else { Rows::Counted };
        self.sort(connection, page, rows).await
    }

    /// Reads a page by its offset, without the other conditions. The skipped rows are read only in the index.
    pub(crate) async fn skip<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
        &self,
        pool: &ConnectionPool,
        page: &PageRequest<S>,
    ) -> Result<Vec<(Place, T)>, Fault> {
        let mut tx = pool.begin_with(BEGIN).await?;
        let found = self.sort(&mut tx, page, Rows::OfThePage).await?;
        tx.rollback().await?;
        Ok(found.rows)
    }

    /// Walks along this number of rows at most. `None` if the page is not filled and the list may go on.
    async fn walk<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
        &self,
        connection: &mut PgConnection,
        page: &PageRequest<S>,
        steps: u64,
    ) -> Result<Option<Vec<(Place, T)>>, Fault> {
        let (keys, needed) = (self.columns.keys, page.rows_to_read() as usize);
        let skipped = match page.start {
            Start::Offset(offset) => u64::from(offset),
            Start::Cursor(_) => 0,
        };
        let steps = steps + skipped;
        let mut query = QueryBuilder::new("select ");
        query.push(self.select);
        push_place(&mut query, keys.len());
        // The columns of the page are read after its limit, not for each skipped row.
        query.push(", l.step, l.is_found from (select l.*, (true");
        (self.found)(&mut query);
        query.push(") as is_found");
        query.push(" from (select l.*, row_number() over () as step from (select l.*");
        for (number, key) in keys.iter().enumerate() {
            query.push(format_args!(", {key} as sort_key_{number}"));
        }
        query.push(format_args!(", {} as sort_id {} where true", self.columns.id, self.from));
        (self.within)(&mut query);
        push_after(&mut query, &self.columns.list(""), page, Planned::ByValue);
        let order = self.columns.list(direction(page.reading_order()));
        // The last row is read even if it is no match: it shows that the list may go on.
        query.push(format_args!(" order by {order} limit {steps}) l) l where step = {steps} or (true"));
        (self.found)(&mut query);
        query.push(format_args!(") limit {needed} offset {skipped}) l"));
        let rows = query.build().persistent(false).fetch_all(connection).await.map_err(fault)?;
        let may_go_on = match rows.last() {
            None => skipped > 0,
            Some(last) => {
                let (step, is_found): (i64, bool) =
                    (last.try_get("step").map_err(fault)?, last.try_get("is_found").map_err(fault)?);
                step.unsigned_abs() == steps && (rows.len() < needed || !is_found)
            }
        };
        if may_go_on {
            return Ok(None);
        }
        rows.iter().map(|row| read(row, page)).collect::<Result<_, _>>().map(Some).map_err(fault)
    }

    async fn estimate(&self, connection: &mut PgConnection) -> Result<f64, Fault> {
        let table = self.table;
        let mut query = QueryBuilder::new("select count(*) filter (where true");
        (self.found)(&mut query);
        query.push(format_args!(
            ")::float8 / greatest(count(*), 1) * (select greatest(reltuples, 0) from pg_class where oid = '{table}'::regclass)
             from {table} l tablesample system ((
                 select least(100, 100 * {SAMPLE} / greatest(reltuples, 1)) from pg_class where oid = '{table}'::regclass
             ))"
        ));
        query.build_query_scalar().persistent(false).fetch_one(connection).await.map_err(fault)
    }

    /// Reads the keys of the rows, then the rows of the page.
    async fn sort<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
        &self,
        connection: &mut PgConnection,
        page: &PageRequest<S>,
        rows: Rows,
    ) -> Result<Found<T>, Fault> {
        let keys = self.columns.keys;
        // `offset 0` keeps the planner from walking along the sort order.
        let (materialized, fence, total) = match rows {
            Rows::Counted => ("materialized", "", "(select count(*) from found)"),
            Rows::All => ("not materialized", " offset 0", "null::bigint"),
            Rows::OfThePage => ("not materialized", "", "null::bigint"),
        };
        let mut query = QueryBuilder::new(format!("with found as {materialized} (select "));
        for (number, key) in keys.iter().enumerate() {
            query.push(format_args!("{key} as sort_key_{number}, "));
        }
        query.push(format_args!("{} as sort_id {} where true", self.columns.id, self.from));
        (self.within)(&mut query);
        if rows != Rows::OfThePage {
            (self.indexed)(&mut query);
        }
        query.push(fence).push("), page as (select * from found where true");
        let list = |alias: &str, direction: &str| {
            let keys = (0..keys.len()).map(|number| format!("{alias}sort_key_{number}{direction}, "));
            keys.collect::<String>() + alias + "sort_id" + direction
        };
        push_after(&mut query, &list("", ""), page, Planned::ByValue);
        let direction = direction(page.reading_order());
        query.push(format_args!(" order by {} limit {}", list("", direction), page.rows_to_read()));
        if let Start::Offset(offset @ 1..) = page.start {
            query.push(format_args!(" offset {offset}"));
        }
        query.push(format_args!(") select {}, {total} as total_found", self.select));
        push_place(&mut query, keys.len());
        query.push(format_args!(
            " from page p cross join lateral (select l.*, p.* {} where {} = p.sort_id",
            self.from, self.columns.id,
        ));
        (self.within)(&mut query);
        query.push(format_args!(") l order by {}", list("l.", direction)));
        let rows = query.build().persistent(false).fetch_all(connection).await.map_err(fault)?;
        let total: Option<i64> =
            rows.first().map(|row| row.try_get("total_found")).transpose().map_err(fault)?.flatten();
        let rows = rows.iter().map(|row| read(row, page)).collect::<Result<_, _>>().map_err(fault)?;
        Ok(Found { rows, total: total.map(i64::unsigned_abs) })
    }
}

fn push_place(query: &mut QueryBuilder<Postgres>, keys: usize) {
    for number in 0..keys {
        query.push(format_args!(", l.sort_key_{number}"));
    }
    query.push(", l.sort_id");
}

fn read<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
    row: &PgRow,
    page: &PageRequest<S>,
) -> Result<(Place, T), sqlx::Error> {
    Ok((place(row, page.sort.key_kinds())?, T::from_row(row)?))
}

/// The number of rows, and whether it is exact: counting stops at `most`.
pub(crate) async fn count(
    connection: &mut PgConnection,
    from: impl Fn(&mut QueryBuilder<Postgres>),
    most: u32,
) -> Result<(u64, bool), Fault> {
    let most = u64::from(most);
    let mut query = QueryBuilder::new("select count(*) from (select ");
    from(&mut query);
    query.push(format_args!(" limit {}) found", most + 1));
    let counted: i64 =
        query.build_query_scalar().persistent(false).fetch_one(connection).await.map_err(fault)?;
    Ok((most.min(counted.unsigned_abs()), counted.unsigned_abs() <= most))
}

/// The number of rows of the table in each of these states.
pub(crate) async fn by_state<S: Words, const N: usize>(
    connection: &mut PgConnection,
    table: &'static str,
    states: [S; N],
) -> Result<[u64; N], Fault> {
    let statement = AssertSqlSafe(format!("select state, count(*) from {table} group by state"));
    let rows: Vec<(String, i64)> = sqlx::query_as(statement).fetch_all(connection).await.map_err(fault)?;
    let number = |state: S| rows.iter().find(|(word, _)| word == state.word());
    Ok(states.map(|state| number(state).map_or(0, |(_, number)| number.unsigned_abs())))
}

/// Each word occurs in the search words or, unless it has one character, begins a word of `begun`, a `tsvector`.
pub(crate) fn push_words(query: &mut QueryBuilder<Postgres>, words: &SearchWords, begun: Option<&str>) {
    let mut parts = words.parts().peekable();
    if parts.peek().is_none() {
        query.push(" and false");
    }
    for part in parts {
        // Words contain no wildcards.
        query.push(" and (l.search_words like ").push_bind(format!("%{part}%"));
        let begin = part.trim_start();
        if let Some(column) = begun.filter(|_| begin.chars().nth(1).is_some()) {
            query.push(format_args!(" or {column} @@ "));
            query.push_bind(format!("'{begin}':*")).push("::tsquery");
        }
        query.push(")");
    }
}
