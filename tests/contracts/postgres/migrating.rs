//! A migration that has to wait for a reader lets everybody else go on.

use forum_adapters::postgres::{MigrationState, Snapshot, migrate, migration_state};
use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use tokio::task::JoinSet;

/// As before the migration 0032, which adds a column to a table that is always in use.
const BEFORE: &str =
    "alter table outbox drop column traceparent; delete from _sqlx_migrations where version = 32";
/// Whether a migration waits for the lock of that table.
const WAITS: &str = "select exists (select from pg_locks
    where relation = 'outbox'::regclass and mode = 'AccessExclusiveLock' and not granted)";
/// Needs a lock of the same table, for which it waits at most as long as a request may.
const WRITE: &str = "set lock_timeout = '4s'; update outbox set attempts = attempts + 1; reset lock_timeout";

/// Begins a migration while somebody reads, writes while it waits, and expects it to succeed when the reader has finished.
async fn writers_go_on<R>(begin: impl AsyncFnOnce(&PostgresDatabase) -> R, end: impl AsyncFnOnce(R)) {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    sqlx::raw_sql(BEFORE).execute(&mut *pool.acquire().await.expect("a connection")).await.expect("put back");
    let reader = begin(&database).await;
    let mut migrating = JoinSet::new();
    migrating.spawn({
        let pool = pool.clone();
        async move { migrate(&pool).await }
    });
    while !sqlx::query_scalar::<_, bool>(WAITS).fetch_one(pool).await.expect("an answer") {
        assert!(migrating.try_join_next().is_none(), "it cannot be done while somebody reads");
        tokio::task::yield_now().await;
    }
    let mut writer = pool.acquire().await.expect("a connection");
    let written = sqlx::raw_sql(WRITE).execute(&mut *writer).await;
    assert!(migrating.try_join_next().is_none(), "the reader still reads");
    written.expect("a writer waits for neither the migration nor the reader");
    end(reader).await;
    migrating.join_next().await.expect("one").expect("no panic").expect("migrated");
    assert_eq!(migration_state(pool).await, Ok(MigrationState::Current));
    drop(writer);
    database.remove().await;
}

#[tokio::test]
async fn writers_go_on_while_a_migration_waits_for_a_long_query() {
    let reads = async |database: &PostgresDatabase| {
        let mut reader = database.pool().begin().await.expect("a transaction");
        sqlx::raw_sql("select count(*) from outbox").execute(&mut *reader).await.expect("read");
        reader
    };
    writers_go_on(reads, async |reader| reader.commit().await.expect("ended")).await;
}

#[tokio::test]
async fn writers_go_on_while_a_migration_waits_for_a_backup() {
    let backs_up =
        async |database: &PostgresDatabase| Snapshot::begin(database.pool()).await.expect("a snapshot");
    writers_go_on(backs_up, async |snapshot: Snapshot| snapshot.end().await.expect("ended")).await;
}
