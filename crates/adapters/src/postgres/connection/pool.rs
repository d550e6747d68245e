//! The connection pool for the stores.
//!
//! sqlx's pool tests each returned connection with a message to the server. That takes a quarter of the time of a small
//! read and has no time limit, so a connection to an unresponsive server is lost for ever. This pool tests only
//! doubtful connections (`pooled_connection.rs`), with a time limit.

use std::fmt;
use std::time::Duration;

use deadpool::managed::{Pool, PoolError, QueueMode};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use sqlx::postgres::{PgConnectOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Connection, Describe, Either, Error, Execute, Executor, Postgres, SqlStr};
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
    #[expect(clippy::expect_used, reason = "building fails only for time limits, and none is set")]
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
    pub async fn acquire(&self) -> Result<PooledConnection, StoreError> {
        Ok(self.connection().await?)
    }

    async fn connection(&self) -> Result<PooledConnection, Error> {
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

/// Each query uses a connection until its rows are read.
impl<'p> Executor<'p> for &'_ ConnectionPool {
    type Database = Postgres;

    /// Reads all rows before it returns the first. To read rows one by one, acquire a connection.
    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        let read = async move {
            let mut connection = pool.connection().await?;
            let all: Vec<_> = connection.fetch_many(query).try_collect().await?;
            connection.release();
            Ok(stream::iter(all.into_iter().map(Ok)))
        };
        read.try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        async move {
            let mut connection = pool.connection().await?;
            let row = connection.fetch_optional(query).await?;
            connection.release();
            Ok(row)
        }
        .boxed()
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        async move { pool.connection().await?.prepare_with(sql, parameters).await }.boxed()
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        async move { pool.connection().await?.describe(sql).await }.boxed()
    }
}
