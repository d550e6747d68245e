//! The connection pool for the stores.
//!
//! sqlx's pool tests each returned connection with a message to the server. That takes a quarter of the time of a small
//! read and has no time limit, so a connection to an unresponsive server is lost for ever. This pool tests only
//! doubtful connections (`pooled_connection.rs`), with a time limit.

use std::fmt;
use std::time::Duration;

use deadpool::managed::{Pool, PoolError, QueueMode};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Error};
use tokio::time::timeout;

use super::fault::StoreError;
use super::manager::{PgManager, Pooled};
use super::pooled_connection::{PooledConnection, Transaction};

const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A pool of connections to one server, shared by all clones. It is also an executor of queries.
#[derive(Clone)]
pub struct ConnectionPool(Pool<PgManager>);

impl fmt::Debug for ConnectionPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectionPool").finish_non_exhaustive()
    }
}

impl ConnectionPool {
    /// A pool of one to `size` connections, which are opened on demand. Callers wait up to `acquire_timeout` for one.
    ///
    /// # Panics
    /// Never: building fails only for time limits without a runtime, and no time limit is set.
    #[expect(clippy::expect_used, reason = "see Panics")]
    pub fn new(options: PgConnectOptions, size: u32, acquire_timeout: Duration) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX).max(1);
        let manager = PgManager::new(options, acquire_timeout);
        // The most recently used connection is reused first, so that surplus ones become idle and are closed.
        let pool = Pool::builder(manager).max_size(size).queue_mode(QueueMode::Lifo).build();
        Self(pool.expect("a pool without time limits"))
    }

    pub fn options(&self) -> &PgConnectOptions {
        &self.0.manager().options
    }

    /// A connection for several statements. Call [`release`](PooledConnection::release) after the last one.
    ///
    /// # Errors
    /// `PoolTimedOut` if no connection is free and the server accepts none in time. Otherwise the error of opening one.
    pub async fn acquire(&self) -> Result<PooledConnection, StoreError> {
        Ok(self.connection().await?)
    }

    pub(super) async fn connection(&self) -> Result<PooledConnection, Error> {
        match timeout(self.0.manager().acquire_timeout, self.0.get()).await {
            Ok(Ok(object)) => Ok(PooledConnection::new(object)),
            Ok(Err(PoolError::Backend(error))) => Err(error),
            Ok(Err(PoolError::Closed)) => Err(Error::PoolClosed),
            Ok(Err(_)) | Err(_) => Err(Error::PoolTimedOut),
        }
    }

    pub async fn begin(&self) -> Result<Transaction, StoreError> {
        self.begin_with("begin").await
    }

    pub async fn begin_with(&self, statement: &'static str) -> Result<Transaction, StoreError> {
        Transaction::begin(self.acquire().await?, statement).await
    }

    pub fn connections(&self) -> usize {
        self.0.status().size
    }

    pub fn idle(&self) -> usize {
        self.0.status().available
    }

    pub fn max_size(&self) -> usize {
        self.0.status().max_size
    }

    /// Closes connections that have been unused for this time.
    pub async fn close_idle(&self, longest: Duration) {
        self.close_where(|pooled| pooled.idle() >= longest).await;
    }

    /// Closes idle connections immediately and the others when they are returned. Opens no new ones.
    pub async fn close(&self) {
        self.close_where(|_| true).await;
        self.0.close();
    }

    async fn close_where(&self, closes: impl Fn(&Pooled) -> bool) {
        for pooled in self.0.retain(|pooled, _| !closes(pooled)).removed {
            // If the message fails, the server notices a moment later.
            let _ = timeout(CLOSE_TIMEOUT, pooled.connection.close()).await;
        }
    }
}
