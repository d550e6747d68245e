//! What the metrics, the readiness check and `doctor` read about the database.

use std::time::Duration;

use forum_domain::shared::Fault;
use time::OffsetDateTime;
use tokio::time::Instant;

use super::mail::host::mail_host;
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OutboxReport {
    pub acquired_in: Duration,
    pub queued: i64,
    pub dead: i64,
    /// Whether sending is paused because the mail host refuses all mail.
    pub paused: bool,
    /// Since when the oldest unsent mail has been waiting: when it was queued if an attempt has failed, otherwise when
    /// it became due.
    pub waiting_since: Option<OffsetDateTime>,
    /// When the last backup was finished, or the time of the first act if there is none.
    pub backed_up_at: Option<OffsetDateTime>,
}

/// Reads the outbox and the time of the last backup at a bounded cost: counts up to 10,000 mails in each state. Mails of every
/// kind count, also of those that only a newer version sends.
pub async fn outbox_report(pool: &ConnectionPool, now: OffsetDateTime) -> Result<OutboxReport, Fault> {
    let asked = Instant::now();
    let mut connection = pool.acquire().await?;
    let acquired_in = asked.elapsed();
    let row = sqlx::query!(
        r#"select (select count(*) from (select from outbox where state = 'queued' limit 10000) as queued) as "queued!",
                  (select count(*) from (select from outbox where state = 'failed' limit 10000) as failed) as "dead!",
                  (select min(case when last_error is not null then queued_at else due_at end) from outbox
                   where state = 'queued' and (due_at <= $1 or last_error is not null)) as waiting_since,
                  coalesce((select max(at) from audit_events where action = 'backup.finished'),
                           (select min(at) from audit_events)) as backed_up_at"#,
        now,
    )
    .fetch_one(&mut *connection)
    .await
    .map_err(fault)?;
    drop(connection);
    let paused = mail_host(pool).await?.is_paused();
    Ok(OutboxReport {
        acquired_in,
        queued: row.queued,
        dead: row.dead,
        paused,
        waiting_since: row.waiting_since,
        backed_up_at: row.backed_up_at,
    })
}

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
