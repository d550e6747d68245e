//! The database contents in a backup.

use std::collections::BTreeSet;

use forum_adapters::backup::ArchiveWriter;
use forum_adapters::postgres::{ConnectionPool, NOT_BACKED_UP, Snapshot};
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;

async fn names(pool: &ConnectionPool, query: &'static str) -> BTreeSet<String> {
    let names: Vec<String> = sqlx::query_scalar(query).fetch_all(pool).await.expect("names");
    names.into_iter().collect()
}

async fn copied(pool: &ConnectionPool) -> BTreeSet<String> {
    let mut archive = ArchiveWriter::new(std::io::sink(), SystemClock.now());
    let mut snapshot = Snapshot::begin(pool).await.expect("a snapshot");
    let tables = snapshot.copy_tables(&mut archive).await.expect("a copy");
    snapshot.end().await.expect("a closed snapshot");
    tables.into_iter().map(|table| table.name).collect()
}

#[tokio::test]
async fn every_table_is_backed_up_or_excluded_for_a_reason() {
    let database = PostgresDatabase::fresh().await;
    let all =
        names(database.pool(), "select tablename::text from pg_tables where schemaname = 'public'").await;
    let left_out = NOT_BACKED_UP.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>();
    let copied = copied(database.pool()).await;
    assert_eq!(copied.union(&left_out).cloned().collect::<BTreeSet<_>>(), all);
    assert!(copied.is_disjoint(&left_out));
    database.remove().await;
}

/// Backups copy neither.
#[tokio::test]
async fn the_schema_has_no_sequences_and_no_large_objects() {
    let database = PostgresDatabase::fresh().await;
    let sequences = "select sequencename::text from pg_sequences where schemaname = 'public'";
    assert_eq!(names(database.pool(), sequences).await, BTreeSet::new());
    let large =
        "select attrelid::regclass::text from pg_attribute where atttypid = 'oid'::regtype and attnum > 0
                 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)";
    assert_eq!(names(database.pool(), large).await, BTreeSet::new());
    database.remove().await;
}
