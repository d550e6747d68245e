//! What the metrics and `doctor` read from the database.

use forum_adapters::postgres::{
    ConnectionPool, MailSignal, OutboxReport, PgOutboxStore, is_read_only, outbox_report, server_report,
};
use forum_adapters::system::SystemClock;
use forum_domain::mail::{MailHost, OutboxStore};
use forum_domain::shared::Clock;
use forum_tests::builders::NOON;
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use sqlx::AssertSqlSafe;
use time::{Duration, OffsetDateTime};

async fn report(database: &PostgresDatabase) -> (i64, i64, bool, Option<OffsetDateTime>) {
    let OutboxReport { queued, dead, paused, waiting_since, .. } =
        outbox_report(database.pool(), NOON).await.expect("a report");
    (queued, dead, paused, waiting_since)
}

#[tokio::test]
async fn the_outbox_report_counts_mails_and_names_the_longest_wait() {
    let database = PostgresDatabase::fresh().await;
    assert_eq!(report(&database).await, (0, 0, false, None));
    let mail = async |state: &str, queued_at: OffsetDateTime, due_at: OffsetDateTime, error: Option<&str>| {
        let statement = "insert into outbox
                (id, message_id, kind, to_email, first_name, last_name, state, queued_at, due_at, last_error)
            values (gen_random_uuid(), gen_random_uuid(), 'account_exists', 'a@example.org', 'Ana', 'Li', $1, $2, $3, $4)";
        let inserted = sqlx::query(statement).bind(state).bind(queued_at).bind(due_at).bind(error);
        inserted.execute(database.pool()).await.expect("a mail");
    };
    let minutes = |minutes| NOON + Duration::minutes(minutes);
    mail("queued", minutes(-9), minutes(5), None).await;
    mail("sent", minutes(-30), minutes(-30), None).await;
    mail("failed", minutes(-30), minutes(-30), Some("550 no")).await;
    assert_eq!(report(&database).await, (1, 1, false, None));
    mail("queued", minutes(-9), minutes(0), None).await;
    assert_eq!(report(&database).await, (2, 1, false, Some(NOON)));
    mail("queued", minutes(-3), minutes(7), Some("421 later")).await;
    assert_eq!(report(&database).await, (3, 1, false, Some(minutes(-3))));

    let outbox = PgOutboxStore::new(database.pool().clone(), MailSignal::default());
    for refusals in 1..=3 {
        let refuse = Box::new(|host: MailHost| host.refused_all("535 no".into(), NOON));
        outbox.change_mail_host(refuse).await.expect("a noted refusal");
        assert_eq!(report(&database).await.2, refusals == 3);
    }
}

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
