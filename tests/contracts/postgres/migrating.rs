//! A migration that waits for a reader does not block writers.

use forum_adapters::postgres::{MigrationState, Snapshot, migrate, migration_state};
use forum_tests::postgres::PostgresDatabase;
use tokio::task::JoinSet;

/// Reverts a migration, and makes it lock a busy table, as one that adds a column to it does: its row is inserted in its
/// transaction.
const BEFORE: &str = "
    drop table idempotent_requests, rate_limits, site_keys;
    delete from _sqlx_migrations where version = 7;
    create function lock_outbox() returns trigger language plpgsql as
        'begin lock table outbox in access exclusive mode; return new; end';
    create trigger lock_outbox before insert on _sqlx_migrations for each row execute function lock_outbox()";
/// Whether the migration waits for the lock on that table.
const WAITS: &str = "select exists (select from pg_locks
    where relation = 'outbox'::regclass and mode = 'AccessExclusiveLock' and not granted)";
/// Locks the same table, with the lock timeout for requests.
const WRITE: &str = "set lock_timeout = '4s'; update outbox set attempts = attempts + 1; reset lock_timeout";

#[tokio::test]
async fn writers_are_not_blocked_while_a_migration_waits_for_a_long_query_and_a_backup() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    sqlx::raw_sql(BEFORE)
        .execute(&mut *pool.acquire().await.expect("a connection"))
        .await
        .expect("the earlier schema");
    let mut query = pool.begin().await.expect("a transaction");
    sqlx::raw_sql("select count(*) from outbox").execute(&mut *query).await.expect("a readable table");
    let backup = Snapshot::begin(pool).await.expect("a snapshot");
    let mut migrating = JoinSet::new();
    migrating.spawn({
        let pool = pool.clone();
        async move { migrate(&pool).await }
    });
    let mut writer = pool.acquire().await.expect("a connection");
    let mut write_while_it_waits = async || {
        while !sqlx::query_scalar::<_, bool>(WAITS).fetch_one(pool).await.expect("a response") {
            assert!(migrating.try_join_next().is_none(), "the migration did not wait for the reader");
            tokio::task::yield_now().await;
        }
        sqlx::raw_sql(WRITE).execute(&mut *writer).await.expect("an unblocked writer");
        assert!(migrating.try_join_next().is_none(), "the migration did not wait for the reader");
    };
    write_while_it_waits().await;
    query.commit().await.expect("a commit");
    write_while_it_waits().await;
    backup.end().await.expect("a closed snapshot");
    migrating
        .join_next()
        .await
        .expect("one migration")
        .expect("a migration without a panic")
        .expect("a migrated database");
    assert_eq!(migration_state(pool).await, Ok(MigrationState::Current));
    drop(writer);
}
