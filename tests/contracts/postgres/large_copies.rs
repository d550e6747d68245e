//! Exports of many applications, which are read in batches.

use forum_domain::applications::{EXPORT_BATCH, ExportRequest, InternalColumns, ReviewFilter, Status};
use forum_tests::builders::NOON;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::seed::Seed;
use forum_tests::stores::Stores;
use uuid::Uuid;

/// Two full batches, so that the last fetch finds no row.
const SEED: Seed = Seed { applications: 2 * EXPORT_BATCH as u32, number: 7, until: NOON };

async fn exported(stores: &Stores, request: ExportRequest) -> Vec<Uuid> {
    let (total, mut rows) = stores.review.export(request).await.expect("an open export");
    let mut ids = Vec::new();
    loop {
        let batch = rows.next().await.expect("readable rows");
        assert!(batch.len() <= EXPORT_BATCH, "{}", batch.len());
        if batch.is_empty() {
            break;
        }
        ids.extend(batch.into_iter().map(|row| row.detail.application.id));
    }
    assert_eq!(rows.next().await, Ok(Vec::new()), "no rows follow the end");
    assert_eq!(total, ids.len() as u64);
    ids
}

#[tokio::test]
async fn an_export_of_several_batches_has_each_row_once_and_in_order() {
    let database = PostgresDatabase::fresh().await;
    SEED.sow(database.pool(), false).await.expect("a seeded database");
    let stores = database.stores();
    let all = "select id from applications order by submitted_at desc, id desc";
    let all: Vec<Uuid> = sqlx::query_scalar(all).fetch_all(database.pool()).await.expect("ids");
    let pending = "select id from applications where status = 'pending' order by submitted_at desc, id desc";
    let pending: Vec<Uuid> = sqlx::query_scalar(pending).fetch_all(database.pool()).await.expect("ids");
    assert_eq!(all.len(), 2 * EXPORT_BATCH);
    assert_ne!(pending.len() % EXPORT_BATCH, 0);

    let named = InternalColumns { reviewer: true, note: true };
    assert_eq!(exported(&stores, ExportRequest::default()).await, all);
    assert_eq!(exported(&stores, ExportRequest { columns: named, ..ExportRequest::default() }).await, all);
    let filter = ReviewFilter { status: Some(Status::Pending), ..ReviewFilter::default() };
    assert_eq!(exported(&stores, ExportRequest { filter, ..ExportRequest::default() }).await, pending);
}

#[tokio::test]
async fn an_export_ends_at_a_row_that_cannot_be_read() {
    let database = PostgresDatabase::fresh().await;
    SEED.sow(database.pool(), false).await.expect("a seeded database");
    let unreadable = "alter table applications alter phone drop not null;
        update applications set phone = null
        where id = (select id from applications order by submitted_at desc, id desc limit 1)";
    sqlx::raw_sql(unreadable).execute(database.pool()).await.expect("a row without a number");
    let opened = database.stores().review.export(ExportRequest::default()).await;
    let (_, mut rows) = opened.expect("an open export");
    rows.next().await.expect_err("a row without a number");
    assert_eq!(rows.next().await, Ok(Vec::new()), "no batch is left out");
}
