//! A page of a long log is read along an index, according to the server's statistics.

use forum_adapters::postgres::ConnectionPool;
use forum_domain::audit::AuditFilter;
use forum_domain::mail::{MailSort, MailState};
use forum_domain::shared::Page;
use forum_tests::builders::NOON;
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use forum_tests::stores::Stores;
use uuid::Uuid;

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
const PAGE: Page = Page { limit: 25, offset: 0 };
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
