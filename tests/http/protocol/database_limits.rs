//! The program's own pool when the server misbehaves: slow statements, locks held by others, dropped connections.

use std::time::Duration;

use forum_adapters::postgres::{ConnectionPool, connect, migrate};
use forum_adapters::tls::Trust;
use forum_tests::harness::TestApi;
use futures_util::future::join_all;
use sqlx::{ConnectOptions, PgPool};
use time::OffsetDateTime;

use crate::support::requests::sign_up_form;

/// The program's pool, connected to the database of this test.
pub(crate) async fn own_pool(pool: &PgPool) -> ConnectionPool {
    let url = pool.connect_options().to_url_lossy();
    connect(url.as_str(), 4, &Trust::default()).await.expect("a connection")
}

/// The statements that the program's connections to this database are running.
async fn running_statements(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "select query from pg_stat_activity
         where datname = current_database() and application_name = 'educators-forum' and state <> 'idle'",
    )
    .fetch_all(pool)
    .await
    .expect("an answer of the server")
}

/// Waits until they are idle: a refused request is rolled back after its response was sent.
async fn becomes_idle(pool: &PgPool) {
    let idle = async {
        while !running_statements(pool).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), idle).await.expect("no running statement");
}

#[sqlx::test(migrations = "../migrations")]
async fn a_statement_that_takes_too_long_is_a_503_and_does_not_keep_running(pool: PgPool) {
    let slow = "create function slow() returns trigger language plpgsql as $$
                begin perform pg_sleep(300); return new; end $$;
                create trigger slow before insert on outbox for each row execute function slow()";
    sqlx::raw_sql(slow).execute(&pool).await.expect("a slow table");
    let own = own_pool(&pool).await;
    let api = TestApi::postgres(&own);
    let answer = api
        .anonymous()
        .post("/api/auth/signup", &sign_up_form("ana@school.example"))
        .await
        .problem(503, "unavailable");
    assert_eq!(
        answer.text_at("/detail"),
        "The service is temporarily unavailable. Please try again in a moment."
    );
    becomes_idle(&pool).await;

    sqlx::query("drop trigger slow on outbox").execute(&pool).await.expect("a quick table again");
    api.anonymous().post("/api/auth/signup", &sign_up_form("ana@school.example")).await.expect(202);
}

#[sqlx::test(migrations = "../migrations")]
async fn a_lock_that_is_not_acquired_in_time_is_a_503_and_the_wait_ends(pool: PgPool) {
    let own = own_pool(&pool).await;
    let api = TestApi::postgres(&own);
    let mut holder = pool.begin().await.expect("a transaction");
    sqlx::query("lock table pending_registrations").execute(&mut *holder).await.expect("the lock");
    api.anonymous()
        .post("/api/auth/signup", &sign_up_form("ana@school.example"))
        .await
        .problem(503, "unavailable");
    becomes_idle(&pool).await;
    // The lock timeout ends the wait and reports a lock; the statement timeout would come later and not mention it.
    let wait = sqlx::query("select from pending_registrations").execute(&own).await.expect_err("it is held");
    assert_eq!(wait.as_database_error().and_then(|error| error.code()).as_deref(), Some("55P03"), "{wait}");
    holder.rollback().await.expect("a released lock");
    api.anonymous().post("/api/auth/signup", &sign_up_form("ana@school.example")).await.expect(202);
}

#[sqlx::test(migrations = "../migrations")]
async fn an_abandoned_transaction_is_ended(pool: PgPool) {
    let setting = "select current_setting('idle_in_transaction_session_timeout')";
    let bound: String =
        sqlx::query_scalar(setting).fetch_one(&own_pool(&pool).await).await.expect("a setting");
    assert_eq!(bound, "10s");
}

#[sqlx::test(migrations = "../migrations")]
async fn connections_dropped_while_idle_cause_no_failed_request(pool: PgPool) {
    let own = own_pool(&pool).await;
    let api = TestApi::postgres(&own);
    let ana = api.applicant("ana@school.example").await;
    for answer in join_all((0..4).map(|_| ana.get("/api/users/me"))).await {
        answer.expect(200);
    }
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and application_name = 'educators-forum'";
    sqlx::query(cut).execute(&pool).await.expect("terminated connections");
    // A connection that has been idle for a second is pinged before it is used.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for answer in join_all((0..4).map(|_| ana.get("/api/users/me"))).await {
        answer.expect(200);
    }
}

#[sqlx::test(migrations = false)]
async fn migrations_may_take_longer_than_a_request(pool: PgPool) {
    let own = own_pool(&pool).await;
    let mut holder = pool.begin().await.expect("a transaction");
    // A second `create` of the same table waits.
    sqlx::query("create table _sqlx_migrations ()").execute(&mut *holder).await.expect("a table");
    let release = async {
        // Longer than a request may wait for a lock, which is given up and tried again.
        let began: OffsetDateTime =
            sqlx::query_scalar("select clock_timestamp()").fetch_one(&pool).await.expect("the database time");
        let waits = "select clock_timestamp() - $1 > interval '5.5 s'";
        while !sqlx::query_scalar::<_, bool>(waits)
            .bind(began)
            .fetch_one(&pool)
            .await
            .expect("an answer of the server")
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        holder.rollback().await.expect("a released lock");
    };
    let both = async {
        tokio::join!(migrate(&own), async {
            // Waits until the migrations are blocked.
            while running_statements(&pool).await.is_empty() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            release.await;
        })
    };
    let (migrated, ()) =
        tokio::time::timeout(Duration::from_secs(60), both).await.expect("the migrations wait for the lock");
    assert_eq!(migrated, Ok(()));
}

#[sqlx::test(migrations = "../migrations")]
async fn a_migration_that_was_changed_after_it_was_applied_is_refused(pool: PgPool) {
    let own = own_pool(&pool).await;
    assert_eq!(migrate(&own).await, Ok(()));
    sqlx::query("update _sqlx_migrations set checksum = 'another' where version = 3")
        .execute(&pool)
        .await
        .expect("a changed migration");
    let refused = migrate(&own).await.expect_err("a changed migration").to_string();
    assert!(refused.contains('3') && refused.contains("modified"), "{refused}");
}
