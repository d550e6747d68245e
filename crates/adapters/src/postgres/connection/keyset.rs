//! Reads a page of a sorted list. Only this module writes ORDER BY and a cursor's condition. Column expressions are
//! constants in the program. All values from a caller are bound except the numbers of rows to read and to skip, which
//! the planner must know: without them it prefers to sort a tenth of the table.

use forum_domain::shared::{
    Cursor, Fault, Key, KeyKind, Listing, LogPage, Order, PageRequest, Place, Sorting, Start,
};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder, Row};

use super::fault::fault;

pub(crate) struct Columns {
    /// One expression for each of [`Sorting::key_kinds`]. Never null.
    pub(crate) keys: &'static [&'static str],
    pub(crate) id: &'static str,
}

impl Columns {
    /// The keys and the id, each followed by `direction`.
    pub(crate) fn list(&self, direction: &str) -> String {
        let columns: Vec<String> =
            self.keys.iter().chain([&self.id]).map(|column| format!("{column}{direction}")).collect();
        columns.join(", ")
    }
}

/// Reads a page. `select` lists the columns of `T`. `from` pushes the statement from FROM to the end of WHERE, which is also
/// used to count the whole list.
pub(crate) async fn read<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
    connection: &mut PgConnection,
    select: &'static str,
    from: impl Fn(&mut QueryBuilder<Postgres>),
    columns: &Columns,
    page: &PageRequest<S>,
) -> Result<Listing<T>, Fault> {
    let mut total = QueryBuilder::new("select count(*) ");
    from(&mut total);
    let total: i64 = total.build_query_scalar().fetch_one(&mut *connection).await.map_err(fault)?;
    let rows = rows(connection, select, from, columns, page, Planned::Once).await?;
    Ok(Listing::by_key(page, rows, total.unsigned_abs()))
}

pub(crate) async fn read_log<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
    connection: &mut PgConnection,
    select: &'static str,
    from: impl Fn(&mut QueryBuilder<Postgres>),
    columns: &Columns,
    page: &PageRequest<S>,
) -> Result<LogPage<T>, Fault> {
    Ok(LogPage::by_key(page, rows(connection, select, from, columns, page, Planned::Once).await?))
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Planned {
    /// One plan for all values, which saves planning.
    Once,
    /// One plan for each value, if the best plan depends on the value.
    ByValue,
}

pub(crate) async fn rows<S: Sorting, T: for<'r> FromRow<'r, PgRow>>(
    connection: &mut PgConnection,
    select: &str,
    from: impl Fn(&mut QueryBuilder<Postgres>),
    columns: &Columns,
    page: &PageRequest<S>,
    planned: Planned,
) -> Result<Vec<(Place, T)>, Fault> {
    let mut query = QueryBuilder::new("select ");
    for (number, key) in columns.keys.iter().enumerate() {
        query.push(format_args!("{key} as sort_key_{number}, "));
    }
    query.push(format_args!("{} as sort_id, {select} ", columns.id));
    from(&mut query);
    push_page(&mut query, columns, page, planned);
    // A prepared statement for each number of skipped rows would displace other statements.
    let skips = matches!(page.start, Start::Offset(1..));
    let query = query.build().persistent(planned == Planned::Once && !skips);
    let rows = query.fetch_all(connection).await.map_err(fault)?;
    let rows = rows.iter().map(|row| Ok((place(row, page.sort.key_kinds())?, T::from_row(row)?)));
    rows.collect::<Result<Vec<_>, sqlx::Error>>().map_err(fault)
}

fn push_page<S: Sorting>(
    query: &mut QueryBuilder<Postgres>,
    columns: &Columns,
    page: &PageRequest<S>,
    planned: Planned,
) {
    push_after(query, &columns.list(""), page, planned);
    let order = columns.list(direction(page.reading_order()));
    query.push(format_args!(" order by {order} limit {}", page.rows_to_read()));
    if let Start::Offset(offset @ 1..) = page.start {
        query.push(format_args!(" offset {offset}"));
    }
}

/// Pushes the cursor's condition on these columns. All have the same direction, so one row comparison suffices.
///
/// If the statement is planned once, the keys are sub-selects, for which the planner always expects the same number of rows.
/// For bound keys the estimate varies, so PostgreSQL would plan each page again, which takes longer than reading it.
pub(crate) fn push_after<S: Sorting>(
    query: &mut QueryBuilder<Postgres>,
    columns: &str,
    page: &PageRequest<S>,
    planned: Planned,
) {
    let Start::Cursor(Cursor { place, .. }) = &page.start else { return };
    let comparison = match page.reading_order() {
        Order::Asc => ">",
        Order::Desc => "<",
    };
    let (open, close) = match planned {
        Planned::Once => ("(select ", ")"),
        Planned::ByValue => ("", ""),
    };
    query.push(format_args!(" and ({columns}) {comparison} ("));
    for key in &place.keys {
        query.push(open);
        match key {
            Key::Instant(at) => query.push_bind(*at),
            Key::Number(number) => query.push_bind(*number),
            Key::Text(text) => query.push_bind(text.clone()),
        };
        query.push(close).push(", ");
    }
    query.push(open).push_bind(place.id).push(close).push(")");
}

pub(crate) fn direction(order: Order) -> &'static str {
    match order {
        Order::Asc => " asc",
        Order::Desc => " desc",
    }
}

pub(crate) fn place(row: &PgRow, kinds: &[KeyKind]) -> Result<Place, sqlx::Error> {
    let keys = kinds.iter().enumerate().map(|(number, kind)| {
        let column = format!("sort_key_{number}");
        Ok(match kind {
            KeyKind::Instant => Key::Instant(row.try_get(&*column)?),
            KeyKind::Number => Key::Number(row.try_get(&*column)?),
            KeyKind::Text => Key::Text(row.try_get(&*column)?),
        })
    });
    Ok(Place { keys: keys.collect::<Result<_, sqlx::Error>>()?, id: row.try_get("sort_id")? })
}
