//! Runs every contract on PostgreSQL.

mod checks;
mod connections;
mod invariants;
mod log_plans;
mod migrating;
mod own_data_limits;
mod reports;
mod review_list;
mod review_plans;
mod seeding;
mod site_keys;

use forum_adapters::postgres::{ConnectionPool, migrate, migration_state};
use forum_domain::mail::{MailSort, MailState};
use forum_domain::shared::Page;
use forum_tests::builders::{NOON, id};
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use sqlx::postgres::PgConnectOptions;
use time::Duration;

/// Released migrations change only by mistake. A program whose role cannot migrate serves all the same.
#[tokio::test]
async fn a_changed_migration_is_reported_only_to_a_role_that_may_create_tables() {
    let database = PostgresDatabase::fresh().await;
    let changed = "update _sqlx_migrations set checksum = '' where version = 2";
    sqlx::query(changed).execute(database.pool()).await.expect("a changed migration");
    let refused = migrate(database.pool()).await.expect_err("a changed migration");
    assert!(refused.to_string().contains("migration 2 "), "{refused}");
    let options: PgConnectOptions = database.url().parse().expect("a URL");
    let options = options.username("postgres").options([("role", "pg_read_all_data")]);
    let reader = ConnectionPool::new(options, 1, PATIENCE);
    assert_eq!(migrate(&reader).await, Ok(()));
    reader.close().await;
}

#[tokio::test]
async fn migrations_that_a_role_cannot_read_are_a_fault_and_not_missing() {
    let database = PostgresDatabase::fresh().await;
    let options: PgConnectOptions = database.url().parse().expect("a URL");
    let options = options.username("postgres").options([("role", "pg_monitor")]);
    let stranger = ConnectionPool::new(options, 1, PATIENCE);
    let refused = migration_state(&stranger).await.expect_err("a fault").to_string();
    assert!(refused.contains("permission denied"), "{refused}");
    stranger.close().await;
}

/// Without an index, deleting a row scans the whole referencing table.
#[tokio::test]
async fn every_foreign_key_has_an_index() {
    let database = PostgresDatabase::fresh().await;
    let bare: Vec<String> = sqlx::query_scalar(
        "select conname::text from pg_constraint k
         where contype = 'f' and not exists (
             select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
         )
         order by conname",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue");
    assert_eq!(bare, Vec::<String>::new());
}

/// NOTIFY holds a server-wide lock until the commit is flushed, so concurrent writers would commit one after another.
#[tokio::test]
async fn no_writing_transaction_notifies() {
    let database = PostgresDatabase::fresh().await;
    let notifying: Vec<String> = sqlx::query_scalar(
        "select p.proname::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'public' and p.prosrc ~* 'notify'",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue");
    assert_eq!(notifying, Vec::<String>::new());
}

/// A newer worker sends it. It does not become a dead letter, so that versions can be replaced one process at a time.
#[tokio::test]
async fn a_mail_of_an_unknown_kind_stays_untouched_while_others_are_sent() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    // Written by a newer version of the program, whose migration has been applied.
    let drop_check = sqlx::query("alter table outbox drop constraint outbox_kind");
    drop_check.execute(database.pool()).await.expect("a changed schema");
    sqlx::query(
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), n::text, case n when 1 then 'newsletter' else 'account_exists' end,
                'p' || n || '@example.org', 'Ana', 'Li', $1, $1
         from generate_series(1, 3) n",
    )
    .bind(NOON)
    .execute(database.pool())
    .await
    .expect("queued mails");
    let mut to = Vec::new();
    let until = NOON + Duration::seconds(20);
    while let Some(entry) = stores.outbox.lease(NOON, until, id()).await.expect("leased mails") {
        to.push(entry.mail.to.as_str().to_owned());
        assert!(to.len() <= 2, "a row is leased again: {to:?}");
        let settled = stores.outbox.mark_sent(entry.mail.id, entry.lease, NOON).await;
        assert_eq!(settled, Ok(true));
    }
    to.sort_unstable();
    assert_eq!(to, ["p2@example.org", "p3@example.org"]);
    let state = Some(MailState::Queued);
    let queued =
        stores.outbox.list(state, MailSort::page(state, Page::default())).await.expect("a list of mails");
    let [kept] = queued.items.as_slice() else { panic!("it stays queued: {queued:?}") };
    assert_eq!((kept.kind.as_str(), kept.attempts, &kept.last_error), ("newsletter", 0, &None));
    // A process that cannot send it does not report itself as not ready.
    assert_eq!(stores.outbox.backlog(until).await.expect("a result").oldest_due, None);
    drop(stores);
}
