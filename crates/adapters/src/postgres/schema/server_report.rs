//! What the database server reports about itself, for diagnosis.

use forum_domain::shared::Fault;
use time::OffsetDateTime;

use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerReport {
    pub version: String,
    pub clock: OffsetDateTime,
}

/// Queries the server. The only place where SQL reads a clock: here the server's clock itself is of interest.
pub async fn server_report(pool: &ConnectionPool) -> Result<ServerReport, Fault> {
    sqlx::query_as!(
        ServerReport,
        r#"select current_setting('server_version') as "version!", clock_timestamp() as "clock!""#,
    )
    .fetch_one(pool)
    .await
    .map_err(fault)
}

pub async fn is_read_only(pool: &ConnectionPool) -> Result<bool, Fault> {
    let setting: String =
        sqlx::query_scalar("show transaction_read_only").fetch_one(pool).await.map_err(fault)?;
    Ok(setting == "on")
}
