//! The rows of an export. A server-side cursor in one transaction keeps them consistent and limits the memory that the
//! server and the program use. The server reads a batch while the program decodes the one before it.

use std::mem;

use async_trait::async_trait;
use forum_domain::applications::{EXPORT_BATCH, ExportRequest, ExportRow, ExportRows, ReviewFilter};
use forum_domain::shared::{Fault, PersonName};
use futures_util::future::join;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, QueryBuilder, Row};

use super::filter::{columns, push_from};
use crate::postgres::applications::application::{self, counts};
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::keyset::direction;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::pooled_connection::Transaction;

/// The server ends an idle transaction after this time: longer than an export can take, because a slow client may need
/// minutes for one batch of long texts.
const IDLE_TIMEOUT: &str = "set local idle_in_transaction_session_timeout = '11min'";

const REVIEWER: &str =
    "(select r.first_name from profiles r where r.user_id = a.decided_by) as reviewer_first_name,
    (select r.last_name from profiles r where r.user_id = a.decided_by) as reviewer_last_name ";
const NO_REVIEWER: &str = "null::text as reviewer_first_name, null::text as reviewer_last_name ";

/// An open export. Dropping it returns the connection to the pool.
pub(super) struct PgExport {
    /// `None` after the last row.
    tx: Option<Transaction>,
    ahead: Vec<PgRow>,
}

impl PgExport {
    pub(super) async fn open(pool: &ConnectionPool, request: &ExportRequest) -> Result<(u64, Self), Fault> {
        let ExportRequest { filter, sort, order, columns: internal } = request;
        let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
        sqlx::raw_sql(IDLE_TIMEOUT).execute(&mut *tx).await.map_err(fault)?;
        let total = total(&mut tx, filter).await?;
        let mut query = QueryBuilder::new("declare export no scroll cursor for select ");
        // The same columns of the same types in every export, because `fetch` is prepared once per connection.
        query
            .push(application::columns("a"))
            .push(", l.first_name, l.last_name, l.email, ")
            .push(if internal.reviewer { REVIEWER } else { NO_REVIEWER })
            .push("from (select l.* ");
        push_from(&mut query, filter);
        query.push(") l join applications a on a.id = l.application_id");
        query.push(format_args!(" order by {}", columns(*sort).list(direction(*order))));
        query.build().persistent(false).execute(&mut *tx).await.map_err(fault)?;
        let mut export = Self { tx: Some(tx), ahead: Vec::new() };
        export.ahead = export.fetch().await?;
        Ok((total, export))
    }

    async fn fetch(&mut self) -> Result<Vec<PgRow>, Fault> {
        let Some(mut tx) = self.tx.take() else { return Ok(Vec::new()) };
        let fetch = sqlx::query(AssertSqlSafe(format!("fetch {EXPORT_BATCH} from export")));
        let rows = fetch.fetch_all(&mut *tx).await.map_err(fault)?;
        if rows.len() < EXPORT_BATCH {
            tx.rollback().await?;
        } else {
            self.tx = Some(tx);
        }
        Ok(rows)
    }
}

fn decode(rows: &[PgRow]) -> Result<Vec<ExportRow>, Fault> {
    Ok(rows.iter().map(export_row).collect::<Result<_, StoreError>>()?)
}

fn export_row(row: &PgRow) -> Result<ExportRow, StoreError> {
    let first: Option<String> = row.try_get("reviewer_first_name")?;
    let last: Option<String> = row.try_get("reviewer_last_name")?;
    let reviewer = first.zip(last).map(|(first, last)| PersonName { first, last });
    Ok(ExportRow { detail: application::detail(row)?, reviewer })
}

async fn total(tx: &mut Transaction, filter: &ReviewFilter) -> Result<u64, Fault> {
    if filter.has_counts() && filter.state.is_none() && !filter.other_places {
        return Ok(counts(tx).await?.of(filter.status));
    }
    let mut query = QueryBuilder::new("select count(*) ");
    push_from(&mut query, filter);
    let total: i64 =
        query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await.map_err(fault)?;
    Ok(total.unsigned_abs())
}

#[async_trait]
impl ExportRows for PgExport {
    async fn next(&mut self) -> Result<Vec<ExportRow>, Fault> {
        let batch = mem::take(&mut self.ahead);
        let (ahead, rows) = join(self.fetch(), async { decode(&batch) }).await;
        // After an error nothing is ahead, so the export ends.
        let rows = rows?;
        self.ahead = ahead?;
        Ok(rows)
    }
}
