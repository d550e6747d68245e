//! The rows of an export. A server-side cursor in one transaction keeps them consistent and limits the memory that the
//! server and the program use. The server reads a batch while the program decodes the one before it.

use forum_domain::shared::{Batches, EXPORT_BATCH, Fault};
use futures_util::StreamExt;
use futures_util::future::join;
use futures_util::stream;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Postgres, QueryBuilder};

use super::fault::{StoreError, fault};
use super::pool::ConnectionPool;
use super::pooled_connection::Transaction;

/// The server ends an idle transaction after this time: longer than an export can take, because a slow client may need
/// minutes for one batch of long texts.
const IDLE_TIMEOUT: &str = "set local idle_in_transaction_session_timeout = '11min'";

pub(crate) async fn begin(pool: &ConnectionPool) -> Result<Transaction, Fault> {
    let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
    sqlx::raw_sql(IDLE_TIMEOUT).execute(&mut *tx).await.map_err(fault)?;
    Ok(tx)
}

/// The decoded rows of `cursor`, which `declare` declares. A connection prepares `fetch` once for each cursor, so its columns
/// MUST always have the same types.
pub(crate) async fn batches<T: Send + 'static>(
    mut tx: Transaction,
    cursor: &'static str,
    mut declare: QueryBuilder<Postgres>,
    decode: fn(&PgRow) -> Result<T, StoreError>,
) -> Result<Batches<T>, Fault> {
    declare.build().persistent(false).execute(&mut *tx).await.map_err(fault)?;
    let ahead = fetch(Some(tx), cursor).await?;
    let rows = stream::try_unfold(ahead, move |(tx, batch)| async move {
        if batch.is_empty() {
            return Ok(None);
        }
        let (ahead, rows) =
            join(fetch(tx, cursor), async { batch.iter().map(decode).collect::<Result<_, StoreError>>() })
                .await;
        Ok(Some((rows?, ahead?)))
    });
    Ok(rows.boxed())
}

/// The next batch. The transaction ends with the last row, which returns the connection to the pool.
async fn fetch(tx: Option<Transaction>, cursor: &str) -> Result<(Option<Transaction>, Vec<PgRow>), Fault> {
    let Some(mut tx) = tx else { return Ok((None, Vec::new())) };
    let fetch = sqlx::query(AssertSqlSafe(format!("fetch {EXPORT_BATCH} from {cursor}")));
    let rows = fetch.fetch_all(&mut *tx).await.map_err(fault)?;
    if rows.len() < EXPORT_BATCH {
        tx.rollback().await?;
        return Ok((None, rows));
    }
    Ok((Some(tx), rows))
}
