//! A lock for work that only one of the processes on a database may do at a time.

use forum_domain::shared::Fault;
use sqlx::{Connection, PgConnection};

use super::migrations::open;
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

/// The lock belongs to a transaction, not to a session, so that it also works through a PgBouncer that pools
/// transactions. If the holder's machine vanishes without closing its connection, the server gives up on it after an
/// hour.
const BEGIN: &str = "begin; set local idle_in_transaction_session_timeout = '1h'";

/// A different lock class than addresses (0) and administrators (1).
const TRY_LOCK: &str = "select pg_try_advisory_xact_lock(hashtextextended($1, 2))";

/// A lock that one process holds. The server frees it when the holder's connection ends, also when the process is
/// killed.
#[derive(Clone)]
pub struct ProcessLock {
    pool: ConnectionPool,
    work: &'static str,
}

/// The held lock. Dropping it frees the lock too, but leaves a line about the lost connection in the server's log.
#[must_use]
pub struct ProcessLockGuard(PgConnection);

impl ProcessLock {
    pub fn new(pool: ConnectionPool, work: &'static str) -> Self {
        Self { pool, work }
    }

    /// Takes the lock; `None` if another process holds it. Holds a separate connection, because the work needs those of
    /// the pool.
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
        // The server notices a closed connection a moment later.
        sqlx::raw_sql("rollback").execute(&mut self.0).await.map_err(fault)?;
        self.0.close().await.map_err(fault)
    }
}
