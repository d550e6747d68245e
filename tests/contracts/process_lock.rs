//! `ProcessLock`: one process holds it while its connection is open.

use forum_adapters::postgres::ProcessLock;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::waiting::wait_for;

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
