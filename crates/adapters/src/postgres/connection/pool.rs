//! The connection pool of the stores.
//!
//! sqlx's own pool sends the server a message each time it gets a connection back, and waits for the response: a quarter
//! of what a small read costs, and without a time limit, so a connection whose server went silent is never free again.
//! This one tests only connections in doubt (`pooled_connection.rs`), and each test has a limit.

use std::fmt;
use std::time::Duration;

use deadpool::managed::{Pool, PoolError, QueueMode};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Error};
use tokio::time::timeout;

use super::fault::StoreError;
use super::manager::{PgManager, Pooled};
use super::pooled_connection::{PooledConnection, Transaction};

/// How long closing a connection may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Up to a number of connections to one server, shared by all clones. Queries can be given to it directly.
#[derive(Clone)]
pub struct ConnectionPool(Pool<PgManager>);

impl fmt::Debug for ConnectionPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectionPool").finish_non_exhaustive()
    }
}

impl ConnectionPool {
    /// A pool of up to `size` connections, at least one. It opens none yet. Callers wait for one up to `patience`.
    ///
    /// # Panics
    /// Never: building fails only with time limits and no runtime, and the only limit is that of [`acquire`](Self::acquire).
    #[expect(clippy::expect_used, reason = "see Panics")]
    pub fn new(options: PgConnectOptions, size: u32, patience: Duration) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX).max(1);
        let opener = PgManager::new(options, patience);
        // The last used one is used next, so that surplus ones become idle and are closed.
        let pool = Pool::builder(opener).max_size(size).queue_mode(QueueMode::Lifo).build();
        Self(pool.expect("a pool without time limits"))
    }

    pub fn options(&self) -> &PgConnectOptions {
        &self.0.manager().options
    }

    /// A connection for several statements. [`release`](PooledConnection::release) it once everything is read.
    ///
    /// # Errors
    /// `PoolTimedOut` if none is free, or the server accepts none, in time; otherwise why none can be opened.
    pub async fn acquire(&self) -> Result<PooledConnection, StoreError> {
        Ok(self.connection().await?)
    }

    pub(super) async fn connection(&self) -> Result<PooledConnection, Error> {
        match timeout(self.0.manager().patience, self.0.get()).await {
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

    pub fn most(&self) -> usize {
        self.0.status().max_size
    }

    /// Closes connections that were unused for this long.
    pub async fn close_idle(&self, longest: Duration) {
        self.close_where(|pooled| pooled.idle() >= longest).await;
    }

    /// Closes idle connections now and the others when they are given back. There are no new ones.
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
