//! The rows of an export. A server-side cursor in one transaction keeps them consistent and limits the memory that the
//! server and the program use. The server reads a batch while the program decodes the one before it.

use forum_domain::applications::{EXPORT_BATCH, ExportRequest, ExportRow, ExportRows, ReviewFilter};
use forum_domain::shared::Fault;
use futures_util::StreamExt;
use futures_util::future::join;
use futures_util::stream;
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

pub(super) async fn open(pool: &ConnectionPool, request: &ExportRequest) -> Result<(u64, ExportRows), Fault> {
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
    let ahead = fetch(Some(tx)).await?;
    let rows = stream::try_unfold(ahead, |(tx, batch)| async move {
        if batch.is_empty() {
            return Ok(None);
        }
        let (ahead, rows) =
            join(fetch(tx), async { batch.iter().map(export_row).collect::<Result<_, StoreError>>() }).await;
        Ok(Some((rows?, ahead?)))
    });
    Ok((total, rows.boxed()))
}

/// The next batch. The transaction ends with the last row, which returns the connection to the pool.
async fn fetch(tx: Option<Transaction>) -> Result<(Option<Transaction>, Vec<PgRow>), Fault> {
    let Some(mut tx) = tx else { return Ok((None, Vec::new())) };
    let fetch = sqlx::query(AssertSqlSafe(format!("fetch {EXPORT_BATCH} from export")));
    let rows = fetch.fetch_all(&mut *tx).await.map_err(fault)?;
    if rows.len() < EXPORT_BATCH {
        tx.rollback().await?;
        return Ok((None, rows));
    }
    Ok((Some(tx), rows))
}

fn export_row(row: &PgRow) -> Result<ExportRow, StoreError> {
    let reviewer = application::name(row.try_get("reviewer_first_name")?, row.try_get("reviewer_last_name")?);
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
