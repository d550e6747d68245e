//! Runs queries on the pool. Each query uses a connection until its rows are read.

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use sqlx::postgres::{PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Describe, Either, Error, Execute, Executor, Postgres, SqlStr};

use super::pool::ConnectionPool;

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
