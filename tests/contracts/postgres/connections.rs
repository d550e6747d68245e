//! The connection pool, reuse after errors and cancelled work, and idle limits; and `ProcessLock`, which one
//! process holds while its connection is open.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use forum_adapters::postgres::{ConnectionPool, ProcessLock, StoreError};
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use forum_tests::timing::wait_for;
use futures_util::future::join_all;
use sqlx::Executor;

fn pool_of(database: &PostgresDatabase, size: u32) -> ConnectionPool {
    ConnectionPool::new(database.pool().options().clone(), size, PATIENCE)
}

/// A pool of one connection, which is thus reused each time.
fn single(database: &PostgresDatabase) -> ConnectionPool {
    pool_of(database, 1)
}

async fn server_process(pool: &ConnectionPool) -> i32 {
    sqlx::query_scalar("select pg_backend_pid()").fetch_one(pool).await.expect("a connection")
}

async fn states(database: &PostgresDatabase) -> Vec<String> {
    let states = "select coalesce(state, '') from pg_stat_activity
                  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";
    sqlx::query_scalar(states).fetch_all(database.pool()).await.expect("a query result")
}

/// Polls the work once and drops it. Returns whether it was waiting for the server.
fn cancelled(work: impl Future) -> bool {
    let mut work = pin!(work);
    work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending()
}

#[tokio::test]
async fn connections_are_reused_up_to_the_maximum() {
    let database = PostgresDatabase::empty().await;
    let pool = pool_of(&database, 2);
    let mut processes = join_all((0..20).map(|_| server_process(&pool))).await;
    processes.sort_unstable();
    processes.dedup();
    assert!(processes.len() <= 2, "{processes:?}");
    assert_eq!((pool.connections(), pool.idle(), pool.max_size()), (processes.len(), processes.len(), 2));
}

#[tokio::test]
async fn a_failed_statement_keeps_its_connection() {
    let database = PostgresDatabase::empty().await;
    let pool = single(&database);
    let process = server_process(&pool).await;
    sqlx::query("select 1 / 0").execute(&pool).await.expect_err("a division by zero");
    assert_eq!(server_process(&pool).await, process);
}

#[tokio::test]
async fn a_cancelled_statement_leaves_a_usable_connection() {
    let database = PostgresDatabase::empty().await;
    let pool = single(&database);
    let mut tried = 0;
    while tried < 20 {
        let began = Instant::now();
        let process = server_process(&pool).await;
        let first = cancelled(sqlx::query_scalar::<_, i32>("select 7 from pg_sleep(0.01)").fetch_one(&pool));
        let mut connection = pool.acquire().await.expect("a connection");
        let second = cancelled(connection.execute("select pg_sleep(0.01)"));
        drop(connection);
        let next = server_process(&pool).await;
        // On a busy machine the first may be cancelled while a connection that was idle for a second is tested.
        if first && second && began.elapsed() < Duration::from_secs(1) {
            assert_eq!(next, process);
            tried += 1;
        }
    }
}

#[tokio::test]
async fn a_dropped_transaction_is_rolled_back_immediately() {
    let database = PostgresDatabase::empty().await;
    sqlx::raw_sql("create table notes (note text)").execute(database.pool()).await.expect("a table");
    let pool = single(&database);
    let mut tx = pool.begin().await.expect("a transaction");
    sqlx::query("lock table notes").execute(&mut *tx).await.expect("a locked table");
    sqlx::query("insert into notes values ('dropped')").execute(&mut *tx).await.expect("inserted rows");
    drop(tx);
    // Waits for the lock, on another connection.
    let count = sqlx::query_scalar::<_, i64>("select count(*) from notes").fetch_one(database.pool());
    let notes = tokio::time::timeout(PATIENCE, count).await.expect("a free lock").expect("a readable table");
    assert_eq!(notes, 0);
}

#[tokio::test]
async fn a_transaction_cancelled_at_any_step_is_ended() {
    let database = PostgresDatabase::empty().await;
    sqlx::raw_sql("create table notes (note text)").execute(database.pool()).await.expect("a table");
    let pool = single(&database);
    server_process(&pool).await;
    let mut cancellations = 0;
    while cancellations < 40 {
        cancellations += usize::from(cancelled(pool.begin_with("begin; select pg_sleep(0.01)")));
        sqlx::query("insert into notes values ('kept')").execute(&pool).await.expect("inserted rows");
        let mut tx = pool.begin().await.expect("a transaction");
        let insert = sqlx::query("insert into notes select 'left' from pg_sleep(0.01)");
        cancellations += usize::from(cancelled(insert.execute(&mut *tx)));
        drop(tx);
        server_process(&pool).await;
        let states = states(&database).await;
        assert!(!states.iter().any(|state| state.contains("transaction")), "{states:?}");
    }
    let notes: Vec<String> = sqlx::query_scalar("select distinct note from notes")
        .fetch_all(database.pool())
        .await
        .expect("a readable table");
    assert_eq!(notes, ["kept"]);
}

#[tokio::test]
async fn only_connections_idle_beyond_the_limit_are_closed() {
    let database = PostgresDatabase::empty().await;
    let pool = single(&database);
    let first = server_process(&pool).await;
    pool.close_idle(Duration::from_mins(10)).await;
    assert_eq!(server_process(&pool).await, first);
    let held = pool.acquire().await.expect("a connection");
    pool.close_idle(Duration::ZERO).await;
    held.release();
    assert_eq!(server_process(&pool).await, first);
    pool.close_idle(Duration::ZERO).await;
    assert_eq!(pool.connections(), 0);
    assert_ne!(server_process(&pool).await, first);
}

#[tokio::test]
async fn a_closed_pool_closes_every_connection() {
    let database = PostgresDatabase::empty().await;
    let pool = pool_of(&database, 2);
    let held = pool.acquire().await.expect("a connection");
    server_process(&pool).await;
    pool.close().await;
    assert!(matches!(pool.acquire().await, Err(StoreError::Sql(sqlx::Error::PoolClosed))));
    drop(held);
    while !states(&database).await.is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_lock_has_one_holder_per_task() {
    let database = PostgresDatabase::empty().await;
    let lock = |work| ProcessLock::new(database.pool().clone(), work);
    let first = lock("sweep").try_lock().await.expect("a server").expect("a free lock");
    assert!(lock("sweep").try_lock().await.expect("a server").is_none());
    let other = lock("fold").try_lock().await.expect("a server").expect("a free lock");
    first.unlock().await.expect("a connection");
    let second = lock("sweep").try_lock().await.expect("a server").expect("a free lock");
    drop((second, other));
}

#[tokio::test]
async fn a_lock_is_released_when_its_connection_closes() {
    let database = PostgresDatabase::empty().await;
    let lock = ProcessLock::new(database.pool().clone(), "sweep");
    let is_free = async || {
        let mut held = None;
        wait_for("a free lock", async || {
            held = lock.try_lock().await.expect("a server");
            held.is_some()
        })
        .await;
        held.expect("a held lock")
    };
    drop(is_free().await);
    let held = is_free().await;
    let cut = "select pg_terminate_backend(pid) from pg_locks
               where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
    sqlx::query(cut).execute(database.pool()).await.expect("a result");
    drop(is_free().await);
    assert!(held.unlock().await.is_err(), "the holder notices");
}
