//! What the metrics read from the database besides the outbox.

use std::time::Duration;

use forum_domain::shared::Fault;
use time::OffsetDateTime;
use tokio::time::Instant;

use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

/// When the last backup was finished, or the time of the first act if there is none. Also how long this call waited for a
/// connection.
pub async fn last_backup(pool: &ConnectionPool) -> Result<(Option<OffsetDateTime>, Duration), Fault> {
    let asked = Instant::now();
    let mut connection = pool.acquire().await?;
    let acquired_in = asked.elapsed();
    let at = sqlx::query_scalar!(
        "select coalesce((select max(at) from audit_events where action = 'backup.finished'),
                         (select min(at) from audit_events))",
    );
    let at = at.fetch_one(&mut *connection).await.map_err(fault)?;
    connection.release();
    Ok((at, acquired_in))
}
