//! The invariants of the database, for `doctor --invariants` and the failure tests. Each is a query for the rows that
//! violate it, whose column names a row by ids, never by personal data. All run in one read-only transaction, so that the
//! results are consistent on a running site.

use forum_domain::shared::Fault;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::pool::ConnectionPool;

const NAMED_MAX: u32 = 5;

/// A large database takes longer than the usual time limit. Indexes are not used, because a damaged index could hide
/// violations. Hash joins take a time proportional to the size of the tables.
const SETTINGS: &str = "set local statement_timeout = '30min';
    set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off;
    set local enable_nestloop = off; set local jit = off";

/// The invariants, separated by blank lines: `-- subject: what holds`, `-- the consequence of a violation`, the query.
const ROWS: &str = include_str!("invariants/rows.sql");

/// Every row satisfies the constraints of the schema. PostgreSQL enforces them, but a restore with disabled triggers, a
/// damaged file, or an index with the sort order of another locale version can break them. Each query builds one query of
/// all tables, or null if the schema declares no such rule. Constraint or index and position (`ctid`) name a row.
const DECLARED: &str = include_str!("invariants/declared.sql");

#[derive(Debug, Clone, Copy)]
pub struct Invariant {
    pub subject: &'static str,
    pub holds: &'static str,
    /// The consequence of a violation.
    pub why: &'static str,
    query: &'static str,
    is_declared: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Violations {
    pub count: u64,
    pub some: Vec<String>,
}

/// The times that invariants depend on. They are the parameters of every query, in this order.
#[derive(Debug, Clone, Copy)]
pub struct Moments {
    pub now: OffsetDateTime,
    /// Mails that were queued later still exist, even if they were sent.
    pub mails_kept_since: OffsetDateTime,
    /// Uploads and removals that began earlier have ended or been swept.
    pub settled_before: OffsetDateTime,
}

pub fn invariants() -> impl Iterator<Item = Invariant> {
    [(DECLARED, true), (ROWS, false)].into_iter().flat_map(|(file, is_declared)| {
        file.split("\n\n").filter_map(move |text| {
            let (title, rest) = text.strip_prefix("-- ")?.split_once("\n-- ")?;
            let ((subject, holds), (why, query)) = (title.split_once(": ")?, rest.split_once('\n')?);
            Some(Invariant { subject, holds, why, query, is_declared })
        })
    })
}

pub async fn examine_invariants(
    pool: &ConnectionPool,
    moments: Moments,
) -> Result<Vec<(Invariant, Violations)>, Fault> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    sqlx::raw_sql(SETTINGS).execute(&mut *tx).await.map_err(fault)?;
    let mut examined = Vec::new();
    for invariant in invariants() {
        examined.push((invariant, violations(&mut tx, &invariant, moments).await?));
    }
    tx.rollback().await?;
    Ok(examined)
}

async fn violations(
    connection: &mut PgConnection,
    invariant: &Invariant,
    moments: Moments,
) -> Result<Violations, StoreError> {
    let rows = match invariant.is_declared {
        true => sqlx::query_scalar(invariant.query).fetch_one(&mut *connection).await?,
        false => Some(invariant.query.to_owned()),
    };
    let Some(rows) = rows else { return Ok(Violations::default()) };
    // The program reads only a few of the rows.
    let counted = format!(
        "with broken (named) as materialized (select named::text from ({rows}) violations (named))
         select (select count(*) from broken), array(select named from broken order by named limit {NAMED_MAX})"
    );
    let (count, some): (i64, Vec<String>) = sqlx::query_as(AssertSqlSafe(counted))
        .bind(moments.now)
        .bind(moments.mails_kept_since)
        .bind(moments.settled_before)
        .persistent(false)
        .fetch_one(connection)
        .await?;
    Ok(Violations { count: count.unsigned_abs(), some })
}

/// Up to `limit` keys of stored photos after `after`, sorted.
pub async fn stored_keys(pool: &ConnectionPool, after: &str, limit: u32) -> Result<Vec<String>, Fault> {
    sqlx::query_scalar("select key from headshots where state = 'stored' and key > $1 order by key limit $2")
        .bind(after)
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await
        .map_err(fault)
}
