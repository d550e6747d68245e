//! The program's own pool when the server misbehaves: slow statements, locks held by others.

use std::time::Duration;

use forum_adapters::postgres::{ConnectionPool, connect, migrate};
use forum_adapters::tls::Trust;
use forum_tests::harness::{Ports, TestApi};
use forum_tests::postgres::PostgresDatabase;
use forum_tests::stores::Stores;
use forum_tests::timing::wait_for;
use time::OffsetDateTime;

use crate::support::requests::sign_up_form;

/// The program's pool, connected to the database of this test.
async fn own_pool(database: &PostgresDatabase) -> ConnectionPool {
    connect(&database.url(), 4, &Trust::default()).await.expect("a connection")
}

/// The statements that the program's connections to this database are running.
async fn running_statements(pool: &ConnectionPool) -> Vec<String> {
    sqlx::query_scalar(
        "select query from pg_stat_activity
         where datname = current_database() and application_name = 'educators-forum' and state <> 'idle'",
    )
    .fetch_all(pool)
    .await
    .expect("an answer of the server")
}

/// Waits until they are idle: a refused request is rolled back after its response was sent.
async fn become_idle(pool: &ConnectionPool) {
    wait_for("no running statement", async || running_statements(pool).await.is_empty()).await;
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_a_503_and_does_not_keep_running() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    let slow = "create function slow() returns trigger language plpgsql as $$
                begin perform pg_sleep(300); return new; end $$;
                create trigger slow before insert on outbox for each row execute function slow()";
    sqlx::raw_sql(slow).execute(pool).await.expect("a slow table");
    let own = own_pool(&database).await;
    let api = TestApi::with(Ports::on(Stores::on(&own)));
    api.anonymous()
        .post("/api/auth/signup", &sign_up_form("ana@school.example"))
        .await
        .problem(503, "unavailable");
    become_idle(pool).await;

    sqlx::query("drop trigger slow on outbox").execute(pool).await.expect("a quick table again");
    api.anonymous().post("/api/auth/signup", &sign_up_form("ana@school.example")).await.expect(202);
}

#[tokio::test]
async fn a_lock_that_is_not_acquired_in_time_is_a_503_and_abandoned_transactions_end() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    let own = own_pool(&database).await;
    let api = TestApi::with(Ports::on(Stores::on(&own)));
    let mut holder = pool.begin().await.expect("a transaction");
    sqlx::query("lock table pending_registrations").execute(&mut *holder).await.expect("the lock");
    api.anonymous()
        .post("/api/auth/signup", &sign_up_form("ana@school.example"))
        .await
        .problem(503, "unavailable");
    become_idle(pool).await;
    // The lock timeout ends the wait and reports a lock; the statement timeout would come later and not mention it.
    let wait = sqlx::query("select from pending_registrations").execute(&own).await.expect_err("it is held");
    assert_eq!(wait.as_database_error().and_then(|error| error.code()).as_deref(), Some("55P03"), "{wait}");
    holder.rollback().await.expect("a released lock");
    api.anonymous().post("/api/auth/signup", &sign_up_form("ana@school.example")).await.expect(202);
    let setting = "select current_setting('idle_in_transaction_session_timeout')";
    let bound: String = sqlx::query_scalar(setting).fetch_one(&own).await.expect("a setting");
    assert_eq!(bound, "10s");
}

#[tokio::test]
async fn migrations_may_take_longer_than_a_request() {
    let database = PostgresDatabase::empty().await;
    let pool = database.pool();
    let own = own_pool(&database).await;
    let mut holder = pool.begin().await.expect("a transaction");
    // A second `create` of the same table waits.
    sqlx::query("create table _sqlx_migrations ()").execute(&mut *holder).await.expect("a table");
    let release = async {
        // Longer than a request may wait for a lock, which is given up and tried again.
        let began: OffsetDateTime =
            sqlx::query_scalar("select clock_timestamp()").fetch_one(pool).await.expect("the database time");
        let has_waited = async || {
            let waits = sqlx::query_scalar("select clock_timestamp() - $1 > interval '5.5 s'").bind(began);
            waits.fetch_one(pool).await.expect("an answer of the server")
        };
        wait_for("a long wait", has_waited).await;
        holder.rollback().await.expect("a released lock");
    };
    let both = async {
        tokio::join!(migrate(&own), async {
            wait_for("blocked migrations", async || !running_statements(pool).await.is_empty()).await;
            release.await;
        })
    };
    let (migrated, ()) =
        tokio::time::timeout(Duration::from_secs(60), both).await.expect("the migrations wait for the lock");
    assert_eq!(migrated, Ok(()));
}
