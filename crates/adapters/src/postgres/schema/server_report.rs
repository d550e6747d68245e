//! The version and the clock of the database server, for diagnosis.

use forum_domain::shared::Fault;
use time::OffsetDateTime;

use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerReport {
    pub version: String,
    pub clock: OffsetDateTime,
}

/// The only query that reads the server's clock, because `doctor` compares it.
pub async fn server_report(pool: &ConnectionPool) -> Result<ServerReport, Fault> {
    sqlx::query_as!(
        ServerReport,
        r#"select current_setting('server_version') as "version!", clock_timestamp() as "clock!""#,
    )
    .fetch_one(pool)
    .await
    .map_err(fault)
}

/// The major version of the server.
pub async fn server_major(pool: &ConnectionPool) -> Result<u32, Fault> {
    let major: i32 = sqlx::query_scalar("select current_setting('server_version_num')::integer / 10000")
        .fetch_one(pool)
        .await
        .map_err(fault)?;
    Ok(major.unsigned_abs())
}

pub async fn is_read_only(pool: &ConnectionPool) -> Result<bool, Fault> {
    let setting: String =
        sqlx::query_scalar("show transaction_read_only").fetch_one(pool).await.map_err(fault)?;
    Ok(setting == "on")
}
