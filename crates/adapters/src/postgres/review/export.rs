//! The rows of an export of applications.

use forum_domain::applications::{ExportRequest, ExportRow, ReviewFilter, ReviewSort};
use forum_domain::shared::{Batches, Fault};
use sqlx::postgres::PgRow;
use sqlx::{QueryBuilder, Row};

use super::filter::{columns, push_from};
use crate::postgres::applications::application::{self, counts};
use crate::postgres::connection::export::{batches, begin};
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::keyset::direction;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::pooled_connection::Transaction;

const REVIEWER: &str =
    "(select r.first_name from profiles r where r.user_id = a.decided_by) as reviewer_first_name,
    (select r.last_name from profiles r where r.user_id = a.decided_by) as reviewer_last_name ";
const NO_REVIEWER: &str = "null::text as reviewer_first_name, null::text as reviewer_last_name ";

pub(super) async fn open(
    pool: &ConnectionPool,
    request: &ExportRequest,
) -> Result<(u64, Batches<ExportRow>), Fault> {
    let ExportRequest { filter, sort, order, columns: internal } = request;
    let mut tx = begin(pool).await?;
    let total = total(&mut tx, filter, *sort).await?;
    let mut query = QueryBuilder::new("declare export no scroll cursor for select ");
    query
        .push(application::columns("a"))
        .push(", l.first_name, l.last_name, l.email, ")
        .push(if internal.reviewer { REVIEWER } else { NO_REVIEWER })
        .push("from (select l.* ");
    push_from(&mut query, filter, *sort);
    query.push(") l join applications a on a.id = l.application_id");
    query.push(format_args!(" order by {}", columns(*sort).list(direction(*order))));
    Ok((total, batches(tx, "export", query, export_row).await?))
}

fn export_row(row: &PgRow) -> Result<ExportRow, StoreError> {
    let reviewer = application::name(row.try_get("reviewer_first_name")?, row.try_get("reviewer_last_name")?);
    Ok(ExportRow { detail: application::detail(row)?, reviewer })
}

async fn total(tx: &mut Transaction, filter: &ReviewFilter, sort: ReviewSort) -> Result<u64, Fault> {
    if filter.has_counts() && filter.places().is_none() && sort != ReviewSort::Marks {
        return Ok(counts(tx).await?.of(filter.status));
    }
    let mut query = QueryBuilder::new("select count(*) ");
    push_from(&mut query, filter, sort);
    let total: i64 =
        query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await.map_err(fault)?;
    Ok(total.unsigned_abs())
}
