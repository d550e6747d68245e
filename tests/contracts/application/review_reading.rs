//! `ReviewStore`: exports, which are read in batches from one snapshot, and counts under concurrency.

use forum_domain::applications::{
    Counts, Decision, EXPORT_BATCH, ExportRequest, ExportRows, InternalColumns, ReviewFilter, ReviewSort,
    Status,
};
use forum_domain::shared::{Order, Page};
use forum_tests::builders::NOON;
use forum_tests::seed::Seed;
use forum_tests::stores::Stores;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::concurrently;

/// Two full batches, so that the last fetch finds no row.
const SEED: Seed = Seed { applications: 2 * EXPORT_BATCH as u32, number: 7, until: NOON };

async fn seeded() -> Stores {
    let stores = Stores::fresh().await;
    let database = stores.database.as_ref().expect("a database");
    SEED.sow(database.pool(), false).await.expect("a seeded database");
    stores
}

/// The ids of the applications that this condition selects, the newest first.
async fn ids(stores: &Stores, condition: &'static str) -> Vec<Uuid> {
    let sql = format!("select id from applications where {condition} order by submitted_at desc, id desc");
    let database = stores.database.as_ref().expect("a database");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(database.pool()).await.expect("ids")
}

/// Reads the rows of an export to the end.
async fn read(total: u64, mut rows: Box<dyn ExportRows>) -> Vec<(Uuid, Status)> {
    let mut read = Vec::new();
    loop {
        let batch = rows.next().await.expect("readable rows");
        assert!(batch.len() <= EXPORT_BATCH, "{}", batch.len());
        if batch.is_empty() {
            break;
        }
        read.extend(batch.iter().map(|row| (row.detail.application.id, row.detail.application.status)));
    }
    assert_eq!(rows.next().await, Ok(Vec::new()), "no rows follow the end");
    assert_eq!(total, read.len() as u64);
    read
}

#[tokio::test]
async fn an_export_of_several_batches_has_each_row_of_its_snapshot_once_and_in_order() {
    let stores = &seeded().await;
    let [all, pending] = [ids(stores, "true").await, ids(stores, "status = 'pending'").await];
    assert_eq!(all.len(), 2 * EXPORT_BATCH);
    assert_ne!(pending.len() % EXPORT_BATCH, 0);
    let export = async |request| {
        let (total, rows) = stores.review.export(request).await.expect("an open export");
        read(total, rows).await.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    let columns = InternalColumns { reviewer: true, note: true };
    assert_eq!(export(ExportRequest { columns, ..ExportRequest::default() }).await, all);
    let filter = ReviewFilter { status: Some(Status::Pending), ..ReviewFilter::default() };
    assert_eq!(export(ExportRequest { filter, ..ExportRequest::default() }).await, pending);

    // Later changes are not visible.
    let (total, rows) = stores.review.export(ExportRequest::default()).await.expect("an open export");
    let admin = stores.admin().await;
    for application in &pending {
        stores.decide(*application, Decision::Approve, admin, NOON).await;
    }
    stores.submitted(stores.applicant("late@example.org").await, NOON).await;
    let read = read(total, rows).await;
    assert_eq!(read.iter().map(|(id, _)| *id).collect::<Vec<_>>(), all);
    let seen = read.iter().filter(|(_, status)| *status == Status::Pending).map(|(id, _)| *id);
    assert_eq!(seen.collect::<Vec<_>>(), pending);
}

#[tokio::test]
async fn an_export_ends_at_a_row_that_cannot_be_read() {
    let stores = &seeded().await;
    let unreadable = "alter table applications alter phone drop not null;
        update applications set phone = null
        where id = (select id from applications order by submitted_at desc, id desc limit 1)";
    let database = stores.database.as_ref().expect("a database");
    sqlx::raw_sql(unreadable).execute(database.pool()).await.expect("a row without a number");
    let (_, mut rows) = stores.review.export(ExportRequest::default()).await.expect("an open export");
    rows.next().await.expect_err("a row without a number");
    assert_eq!(rows.next().await, Ok(Vec::new()), "no batch is left out");
}

async fn counts(stores: &Stores) -> Counts {
    let filter = ReviewFilter::default();
    let page = filter.page(Page { limit: 1, offset: 0 }, ReviewSort::default(), Order::Desc);
    let (listing, counts) = stores.review.list(filter, page).await.expect("a result");
    assert_eq!(listing.total, counts.total);
    counts
}

/// Of 60 applicants 40 are approved and half delete their accounts, a third of them with a pending application. Counts are
/// folded at the same time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counts_stay_exact_under_concurrent_changes() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let acts = stores.applicants(60).await.into_iter().enumerate().map(|(number, user_id)| {
        let stores = stores.clone();
        async move {
            let application = stores.submitted(user_id, NOON).await.id;
            if number % 3 != 0 {
                stores.decide(application, Decision::Approve, admin, NOON).await;
            }
            if number % 6 >= 3 {
                stores.delete_account(user_id).await;
            }
            if number % 10 == 0 {
                stores.leftovers.fold_counts().await.expect("folded counts");
            }
        }
    });
    concurrently(acts).await;
    let expected = Counts { total: 50, pending: 10, approved: 40, rejected: 0 };
    assert_eq!(counts(stores).await, expected);
    for _ in 0..2 {
        stores.leftovers.fold_counts().await.expect("folded counts");
        assert_eq!(counts(stores).await, expected);
    }
}
