//! What the metrics and `doctor` read from the database, pages of the audit log and the log of mails, which are
//! read along an index according to the server's statistics, and the batches of live events.

use forum_adapters::postgres::{
    ConnectionPool, MailSignal, OutboxReport, PgOutboxStore, is_read_only, outbox_report, server_report,
};
use forum_adapters::system::SystemClock;
use forum_domain::audit::AuditFilter;
use forum_domain::events::{LogPosition, LoggedAction};
use forum_domain::mail::{MailHost, MailSort, MailState, OutboxStore};
use forum_domain::shared::{Clock, Page};
use forum_tests::builders::NOON;
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use forum_tests::stores::Stores;
use sqlx::AssertSqlSafe;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const PAGE: Page = Page { limit: 25, offset: 0 };

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

/// 20,000 entries of 40 actors, actions and targets each.
const ENTRIES: &str = "insert into audit_events (id, at, actor_id, action, target_type, target_id)
    select gen_random_uuid(), $1 + n * interval '1 second', md5('actor' || n % 40)::uuid, 'verb.' || n % 40,
           'user', md5('target' || n % 40)::uuid
    from generate_series(1, 20000) n";

/// Of 20,000 mails, 40 have failed and 20 are waiting.
const MAILS: &str =
    "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, state)
     select gen_random_uuid(), n::text, 'account_exists', 'p@example.org', 'Ana', 'Li',
            $1 + n * interval '1 second', $1,
            case when n % 500 = 0 then 'failed' when n % 1000 = 1 then 'queued' else 'sent' end
     from generate_series(1, 20000) n";

/// The server uses a generic plan after five executions.
const ROUNDS: i64 = 10;

/// Two pages, each with a row that shows whether another one follows, and some rows that the filter skips.
const MOST: i64 = ROUNDS * 60;

/// The rows of a table that were read since the server's start. `pool` has one connection, which reports its own first.
async fn rows_read(pool: &ConnectionPool, table: &str) -> i64 {
    sqlx::raw_sql("select pg_stat_force_next_flush()").execute(pool).await.expect("sent statistics");
    let sql = "select seq_tup_read + idx_tup_fetch from pg_stat_user_tables where relname = $1";
    sqlx::query_scalar(sql).bind(table).fetch_one(pool).await.expect("statistics")
}

#[tokio::test]
async fn a_page_of_the_audit_log_and_of_the_mails_reads_only_its_rows_under_every_filter() {
    let database = PostgresDatabase::fresh().await;
    for rows in [ENTRIES, MAILS] {
        sqlx::query(rows).bind(NOON).execute(database.pool()).await.expect("a long log");
    }
    sqlx::raw_sql("analyze").execute(database.pool()).await.expect("statistics");
    let pool = ConnectionPool::new(database.pool().options().clone(), 1, PATIENCE);
    let log = Stores::on(&pool).audit.clone();
    let (actor, target): (Uuid, Uuid) = sqlx::query_as("select md5('actor7')::uuid, md5('target7')::uuid")
        .fetch_one(&pool)
        .await
        .expect("ids");
    for filter in [
        AuditFilter::default(),
        AuditFilter { actor: Some(actor), ..AuditFilter::default() },
        AuditFilter { action: Some("verb.7".to_owned()), ..AuditFilter::default() },
        AuditFilter { target: Some(target), ..AuditFilter::default() },
    ] {
        let before = rows_read(&pool, "audit_events").await;
        for _ in 0..ROUNDS {
            let first = log.list(filter.clone(), filter.page(PAGE)).await.expect("a page");
            let cursor = first.next_cursor.expect("a second page");
            let second = filter.page(PAGE).at(&cursor).expect("a cursor of this log");
            assert_eq!(log.list(filter.clone(), second).await.expect("a page").items.len(), 25);
        }
        let read = rows_read(&pool, "audit_events").await - before;
        assert!(read <= MOST, "{filter:?}: {read}");
    }

    let log = Stores::on(&pool).outbox.clone();
    for state in [None, Some(MailState::Sent), Some(MailState::Failed), Some(MailState::Queued)] {
        let before = rows_read(&pool, "outbox").await;
        for _ in 0..ROUNDS {
            let first = log.list(state, MailSort::page(state, PAGE)).await.expect("a page");
            if let Some(cursor) = &first.next_cursor {
                let second = MailSort::page(state, PAGE).at(cursor).expect("a cursor of this log");
                assert!(!log.list(state, second).await.expect("a page").items.is_empty());
            }
        }
        let read = rows_read(&pool, "outbox").await - before;
        assert!(read <= MOST, "{state:?}: {read}");
    }
    pool.close().await;
}

async fn all(stores: &Stores, limit: u32) -> Vec<LoggedAction> {
    let (mut position, mut read) = (LogPosition::before(NOON), Vec::new());
    loop {
        let acts = stores.audit.after(position, limit).await.expect("a result");
        assert!(acts.len() <= limit as usize, "more than was asked for");
        let Some(last) = acts.last() else { return read };
        position = last.position;
        read.extend(acts);
    }
}

/// Batches neither omit nor repeat an act, even among acts with the same time.
#[tokio::test]
async fn simultaneous_acts_are_each_read_once_in_batches() {
    let stores = &Stores::fresh().await;
    let mut submissions = Vec::new();
    for user_id in stores.applicants(7).await {
        submissions.push(stores.submitted(user_id, NOON).await.id);
    }
    let mut read: Vec<_> = all(stores, 3).await.iter().map(|act| act.target_id).collect();
    read.sort_unstable();
    submissions.sort_unstable();
    assert_eq!(read, submissions);
}
