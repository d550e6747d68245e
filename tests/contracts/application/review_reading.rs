//! `ReviewStore`: histories, exports, and counts under concurrency.

use forum_domain::applications::{Counts, Decision, ExportRequest, ReviewFilter, ReviewSort, Status};
use forum_domain::shared::{Order, Page};
use forum_tests::builders::NOON;
use forum_tests::stores::Stores;
use time::Duration;

use crate::concurrently;

/// Later changes are not visible.
#[tokio::test]
async fn an_export_is_a_snapshot() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let mut applications = Vec::new();
    for (number, user_id) in (0..).zip(stores.applicants(5).await) {
        applications.push(stores.submitted(user_id, NOON + Duration::hours(number)).await.id);
    }
    let request = ExportRequest { order: Order::Asc, ..ExportRequest::default() };
    let (total, mut rows) = stores.review.export(request).await.expect("an open export");
    for application in &applications {
        stores.decide(*application, Decision::Approve, admin, NOON).await;
    }
    let late = stores.applicant("late@example.org").await;
    stores.submitted(late, NOON + Duration::hours(9)).await;
    let mut seen = Vec::new();
    loop {
        let some = rows.next().await.expect("readable rows");
        if some.is_empty() {
            break;
        }
        assert!(some.iter().all(|row| row.detail.application.status == Status::Pending), "{some:?}");
        seen.extend(some.into_iter().map(|row| row.detail.application.id));
    }
    assert_eq!((total, seen), (5, applications));
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
