//! What the metrics and `doctor` read from the database.

use forum_adapters::postgres::{ConnectionPool, is_read_only, server_report};
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use sqlx::AssertSqlSafe;
use time::Duration;

#[tokio::test]
async fn the_server_report_has_version_clock_and_whether_the_database_is_read_only() {
    let database = PostgresDatabase::empty().await;
    let report = server_report(database.pool()).await.expect("a report");
    let version: String =
        sqlx::query_scalar("show server_version").fetch_one(database.pool()).await.expect("a version");
    assert_eq!(report.version, version);
    let now = SystemClock.now();
    assert!((now - report.clock).abs() < Duration::HOUR, "{} instead of {now}", report.clock);
    assert_eq!(is_read_only(database.pool()).await, Ok(false));
    let name: String =
        sqlx::query_scalar("select current_database()").fetch_one(database.pool()).await.expect("a name");
    let read_only = format!("alter database {name} set default_transaction_read_only = on");
    sqlx::query(AssertSqlSafe(read_only)).execute(database.pool()).await.expect("a setting");
    database.pool().close().await;
    let again = ConnectionPool::new(database.pool().options().clone(), 1, PATIENCE);
    assert_eq!(is_read_only(&again).await, Ok(true));
    again.close().await;
}
