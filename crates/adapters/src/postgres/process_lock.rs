//! A lock for work that only one process per database may do at a time.

use forum_domain::shared::Fault;
use sqlx::{Connection, PgConnection};

use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::schema::open;

/// The lock belongs to a transaction, not to a session, so that it works with a PgBouncer that pools transactions. If the
/// holder's machine disappears without closing its connection, the server ends the transaction after an hour.
const BEGIN: &str = "begin; set local idle_in_transaction_session_timeout = '1h'";

/// Other locks use the classes of addresses (0) and administrators (1).
const TRY_LOCK: &str = "select pg_try_advisory_xact_lock(hashtextextended($1, 2))";

/// A lock between processes. The server releases it when the holder's connection ends, even if the process is killed.
#[derive(Clone)]
pub struct ProcessLock {
    pool: ConnectionPool,
    work: &'static str,
}

/// The held lock. A drop also releases the lock, but the server logs the lost connection.
#[must_use]
pub struct ProcessLockGuard(PgConnection);

impl ProcessLock {
    pub fn new(pool: ConnectionPool, work: &'static str) -> Self {
        Self { pool, work }
    }

    /// `None` if another process holds the lock. Uses a separate connection, because the work needs the pool's
    /// connections.
    pub async fn try_lock(&self) -> Result<Option<ProcessLockGuard>, Fault> {
        let mut connection = open(self.pool.options().clone()).await?;
        let locked = async {
            sqlx::raw_sql(BEGIN).execute(&mut connection).await?;
            sqlx::query_scalar(TRY_LOCK).bind(self.work).fetch_one(&mut connection).await
        };
        let locked: bool = locked.await.map_err(fault)?;
        let guard = ProcessLockGuard(connection);
        if locked {
            return Ok(Some(guard));
        }
        guard.unlock().await?;
        Ok(None)
    }
}

impl ProcessLockGuard {
    pub async fn unlock(mut self) -> Result<(), Fault> {
        // The server notices a closed connection only later.
        sqlx::raw_sql("rollback").execute(&mut self.0).await.map_err(fault)?;
        self.0.close().await.map_err(fault)
    }
}
