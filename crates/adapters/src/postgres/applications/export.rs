//! The rows of an export. A server-side cursor in one transaction keeps them consistent and limits the memory that the
//! server and the program use.

use async_trait::async_trait;
use forum_domain::applications::{
    ApplicationDetail, EXPORT_BATCH, ExportRequest, ExportRow, ExportRows, ReviewFilter,
};
use forum_domain::shared::{Fault, PersonName};
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder};

use super::application_rows::{ApplicationRow, counts};
use super::review_filter::{columns, push_from};
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::keyset::direction;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::pooled_connection::Transaction;

/// The server ends an idle transaction after this time. The HTTP server times out earlier.
const IDLE_TIMEOUT: &str = "set local idle_in_transaction_session_timeout = '60s'";

const REVIEWER: &str =
    "(select r.first_name from profiles r where r.user_id = a.decided_by) as reviewer_first_name,
    (select r.last_name from profiles r where r.user_id = a.decided_by) as reviewer_last_name ";
const NO_REVIEWER: &str = "null as reviewer_first_name, null as reviewer_last_name ";

#[derive(FromRow)]
struct Row {
    #[sqlx(flatten)]
    application: ApplicationRow,
    reviewer_first_name: Option<String>,
    reviewer_last_name: Option<String>,
}

impl TryFrom<Row> for ExportRow {
    type Error = Fault;

    fn try_from(row: Row) -> Result<Self, Fault> {
        let name = row.reviewer_first_name.zip(row.reviewer_last_name);
        let reviewer = name.map(|(first, last)| PersonName { first, last });
        Ok(Self { detail: ApplicationDetail::try_from(row.application)?, reviewer })
    }
}

/// An open export. Dropping it returns the connection to the pool.
pub(crate) struct PgExport {
    tx: Option<Transaction>,
}

impl PgExport {
    pub(crate) async fn open(pool: &ConnectionPool, request: &ExportRequest) -> Result<(u64, Self), Fault> {
        let ExportRequest { filter, sort, order, columns: internal } = request;
        let mut tx = pool.begin_with("begin isolation level repeatable read read only").await?;
        sqlx::raw_sql(IDLE_TIMEOUT).execute(&mut *tx).await.map_err(fault)?;
        let total = total(&mut tx, filter).await?;
        let mut query = QueryBuilder::new(
            "declare export no scroll cursor for select a.*, l.first_name, l.last_name, l.email, ",
        );
        query.push(if internal.reviewer { REVIEWER } else { NO_REVIEWER }).push("from (select l.* ");
        push_from(&mut query, filter);
        query.push(") l join applications a on a.id = l.application_id");
        query.push(format_args!(" order by {}", columns(*sort).list(direction(*order))));
        query.build().persistent(false).execute(&mut *tx).await.map_err(fault)?;
        Ok((total, Self { tx: Some(tx) }))
    }
}

async fn total(tx: &mut Transaction, filter: &ReviewFilter) -> Result<u64, Fault> {
    if filter.has_counts() && filter.state.is_none() {
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
        let Some(mut tx) = self.tx.take() else { return Ok(Vec::new()) };
        // The plan is not reused, because the columns depend on the current cursor of that name.
        let fetch =
            sqlx::query_as(AssertSqlSafe(format!("fetch {EXPORT_BATCH} from export"))).persistent(false);
        let rows: Vec<Row> = fetch.fetch_all(&mut *tx).await.map_err(fault)?;
        if rows.len() < EXPORT_BATCH {
            tx.rollback().await?;
        } else {
            self.tx = Some(tx);
        }
        rows.into_iter().map(ExportRow::try_from).collect()
    }
}
