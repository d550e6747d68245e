//! A connection in use, and a transaction on it. After [`PooledConnection::release`] it is reused immediately. If it is
//! dropped without that, because a statement failed or its caller was cancelled, it is tested first.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use deadpool::managed::Object;
use sqlx::{Connection, Error, PgConnection};
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::fault::StoreError;
use super::manager::{PING_TIMEOUT, PgManager, Pooled, STATEMENT_TIMEOUT, discard};

/// How long the test of a doubtful connection may take: its server may be busy with a cancelled caller's statement.
const SETTLE_TIMEOUT: Duration = STATEMENT_TIMEOUT.saturating_add(PING_TIMEOUT);

pub struct PooledConnection {
    /// `None` only during the drop.
    object: Option<Object<PgManager>>,
    in_transaction: bool,
}

impl PooledConnection {
    pub(crate) fn new(object: Object<PgManager>) -> Self {
        Self { object: Some(object), in_transaction: false }
    }

    /// Returns it to the pool after all results were read.
    pub fn release(mut self) {
        if let Some(object) = &mut self.object {
            object.settle();
        }
    }
}

impl Deref for PooledConnection {
    type Target = PgConnection;

    #[expect(clippy::expect_used, reason = "only `drop` takes it")]
    fn deref(&self) -> &PgConnection {
        &self.object.as_ref().expect("a connection before its drop").connection
    }
}

impl DerefMut for PooledConnection {
    #[expect(clippy::expect_used, reason = "only `drop` takes it")]
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.object.as_mut().expect("a connection before its drop").connection
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let Some(object) = self.object.take() else { return };
        if object.is_settled() {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(settle_or_discard(object, self.in_transaction))),
            Err(_) => discard(object),
        }
    }
}

/// Waits for the running statement of a doubtful connection, then tests it or ends its transaction.
async fn settle_or_discard(mut object: Object<PgManager>, in_transaction: bool) {
    if let Ok(Ok(())) = timeout(SETTLE_TIMEOUT, settle(&mut object, in_transaction)).await {
        object.settle();
    } else {
        if let Some(pool) = Object::pool(&object) {
            pool.manager().note_failure();
        }
        discard(object);
    }
}

async fn settle(pooled: &mut Pooled, in_transaction: bool) -> Result<(), Error> {
    if in_transaction {
        sqlx::raw_sql("rollback").execute(&mut pooled.connection).await?;
        return Ok(());
    }
    pooled.connection.ping().await
}

/// A transaction. Without [`commit`](Self::commit), the drop rolls it back.
pub struct Transaction(PooledConnection);

impl Transaction {
    /// Begins a transaction with this statement. It is rolled back even if the caller is cancelled during this call.
    pub(crate) async fn begin(
        mut connection: PooledConnection,
        statement: &'static str,
    ) -> Result<Self, StoreError> {
        connection.in_transaction = true;
        sqlx::raw_sql(statement).execute(&mut *connection).await?;
        Ok(Self(connection))
    }

    /// After a connection error it is unknown whether the transaction committed.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.end("commit").await
    }

    pub async fn rollback(self) -> Result<(), StoreError> {
        self.end("rollback").await
    }

    async fn end(mut self, statement: &'static str) -> Result<(), StoreError> {
        sqlx::raw_sql(statement).execute(&mut *self.0).await?;
        self.0.release();
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.0
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}
