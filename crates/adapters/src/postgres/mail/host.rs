//! The state of the mail host, in one row that its first refusal creates.

use forum_domain::mail::{HostStep, MailHost};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::pool::ConnectionPool;

struct Row {
    refusals: i32,
    paused_until: Option<OffsetDateTime>,
    refused_at: Option<OffsetDateTime>,
    words: Option<String>,
}

impl From<Row> for MailHost {
    fn from(row: Row) -> Self {
        let Row { refusals, paused_until, refused_at, words } = row;
        Self { refusals: refusals.unsigned_abs(), paused_until, refused_at, words }
    }
}

pub async fn mail_host(pool: &ConnectionPool) -> Result<MailHost, Fault> {
    let row = sqlx::query_as!(Row, "select refusals, paused_until, refused_at, words from mail_host")
        .fetch_optional(pool)
        .await
        .map_err(fault)?;
    Ok(row.map(MailHost::from).unwrap_or_default())
}

pub(crate) async fn change(pool: &ConnectionPool, step: HostStep) -> Result<(), Fault> {
    let mut tx = pool.begin().await?;
    let host = locked(&mut tx).await?;
    store(&mut tx, &step(host)).await?;
    Ok(tx.commit().await?)
}

/// Whether the caller may try one mail after a pause. Of concurrent callers, one may.
pub(crate) async fn probe(pool: &ConnectionPool, now: OffsetDateTime) -> Result<bool, Fault> {
    let mut tx = pool.begin().await?;
    let host = locked(&mut tx).await?;
    let may_send = host.may_send(now);
    if may_send && host.is_paused() {
        store(&mut tx, &host.probed(now)).await?;
    }
    tx.commit().await?;
    Ok(may_send)
}

async fn locked(connection: &mut PgConnection) -> Result<MailHost, StoreError> {
    execute!(&mut *connection, "insert into mail_host default values on conflict do nothing")?;
    let row =
        sqlx::query_as!(Row, "select refusals, paused_until, refused_at, words from mail_host for update")
            .fetch_one(connection)
            .await?;
    Ok(row.into())
}

async fn store(connection: &mut PgConnection, host: &MailHost) -> Result<(), StoreError> {
    let MailHost { refusals, paused_until, refused_at, words } = host;
    execute!(
        connection,
        "update mail_host set refusals = $1, paused_until = $2, refused_at = $3, words = left($4, 500)",
        i32::try_from(*refusals).unwrap_or(i32::MAX),
        *paused_until,
        *refused_at,
        words.as_deref()
    )
}
