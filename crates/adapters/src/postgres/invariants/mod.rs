//! The invariants of the database, for `doctor --invariants` and the failure tests. Each is a query for the rows that
//! violate it. `declared` derives its queries from the schema. All run in one read-only transaction, so that the results are
//! consistent on a running site.

mod accounts;
mod applications;
mod declared;
mod mail;
mod photos;

use forum_domain::shared::Fault;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::pool::ConnectionPool;
pub use photos::stored_keys;

/// Maximum number of named rows per invariant.
const NAMED_MAX: u32 = 5;

/// A large database takes longer than the usual time limit. Indexes are not used, because a damaged index could hide
/// violations. Hash joins take a time proportional to the size of the tables.
const SETTINGS: &str = "set local statement_timeout = '30min';
    set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off;
    set local enable_nestloop = off; set local jit = off";

#[derive(Debug)]
pub struct Invariant {
    pub subject: &'static str,
    pub holds: &'static str,
    /// The consequence of a violation.
    pub why: &'static str,
    query: Query,
}

/// A query for the rows that violate an invariant. Its column names a row by ids, never by personal data. For the parameters
/// see [`Moments`].
#[derive(Debug)]
enum Query {
    Rows(&'static str),
    /// A query that derives the query from the schema. Null if the schema declares no such rule.
    OfSchema(&'static str),
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

pub fn invariants() -> impl Iterator<Item = &'static Invariant> {
    declared::ALL.iter().chain(applications::ALL).chain(accounts::ALL).chain(mail::ALL).chain(photos::ALL)
}

/// Finds the violations of every invariant in one snapshot. Writes nothing.
pub async fn examine_invariants(
    pool: &ConnectionPool,
    moments: Moments,
) -> Result<Vec<(&'static Invariant, Violations)>, Fault> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    sqlx::raw_sql(SETTINGS).execute(&mut *tx).await.map_err(fault)?;
    let mut examined = Vec::new();
    for invariant in invariants() {
        examined.push((invariant, violations(&mut tx, invariant, moments).await?));
    }
    tx.rollback().await?;
    Ok(examined)
}

async fn violations(
    connection: &mut PgConnection,
    invariant: &Invariant,
    moments: Moments,
) -> Result<Violations, StoreError> {
    let rows = match invariant.query {
        Query::Rows(rows) => Some(rows.to_owned()),
        Query::OfSchema(query) => sqlx::query_scalar(query).fetch_one(&mut *connection).await?,
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
