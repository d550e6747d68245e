//! `ReviewQueue`: histories, exports, and counts under concurrency.

use forum_domain::accounts::Role;
use forum_domain::applications::{
    Counts, Decision, ExportRequest, ExportRow, InternalColumns, ReviewFilter, ReviewSort, Status,
};
use forum_domain::shared::{Order, Page, PersonName};
use time::Duration;
use uuid::Uuid;

use crate::builders::{NOON, id, name};
use crate::contract::{Stores, concurrently};

/// Each entry has the actor's current name.
pub async fn a_history_names_its_actors(stores: &Stores) {
    let admin = stores.admin().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await.id;
    let later = NOON + Duration::hours(1);
    stores.decide(application, Decision::Reject, admin, later).await;
    let read = async || stores.queue.history(application).await.expect("a result").expect("an application");
    let entries = read().await;
    let facts: Vec<_> = entries
        .iter()
        .map(|entry| (entry.event.at, entry.event.actor_id, entry.event.from, entry.event.to))
        .collect();
    assert_eq!(
        facts,
        [(NOON, ana, None, Status::Pending), (later, admin, Some(Status::Pending), Status::Rejected)]
    );
    assert!(entries.iter().all(|entry| entry.actor == Some(name("Ana", "Li"))), "{entries:?}");

    stores.delete_account(ana).await;
    let names: Vec<_> = read().await.into_iter().map(|entry| entry.actor).collect();
    assert_eq!(names, [None, Some(name("Ana", "Li"))]);
    assert_eq!(stores.queue.history(id()).await, Ok(None));
}

async fn exported(stores: &Stores, request: ExportRequest) -> Vec<ExportRow> {
    let (total, mut rows) = stores.queue.export(request).await.expect("an open export");
    let mut all = Vec::new();
    loop {
        let some = rows.next().await.expect("readable rows");
        if some.is_empty() {
            break;
        }
        all.extend(some);
    }
    assert_eq!(rows.next().await, Ok(Vec::new()), "no rows follow the end");
    assert_eq!(total, all.len() as u64);
    all
}

/// The export has the same rows in the same order, with all fields.
pub async fn an_export_matches_the_list(stores: &Stores) {
    let admin = stores.admin().await;
    for (number, user_id) in (0..).zip(stores.applicants(7).await) {
        let application = stores.submitted(user_id, NOON + Duration::hours(number / 2)).await.id;
        if number % 3 == 0 {
            stores.decide(application, Decision::Reject, admin, NOON).await;
        }
    }
    for (status, query) in [
        (None, None),
        (Some(Status::Rejected), None),
        (None, Some("p3@")),
        (Some(Status::Pending), Some("example.org")),
        (None, Some("nobody")),
    ] {
        let filter = ReviewFilter { status, query: query.map(str::to_owned), ..ReviewFilter::default() };
        for (sort, order) in [
            (ReviewSort::SubmittedAt, Order::Desc),
            (ReviewSort::Email, Order::Asc),
            (ReviewSort::Status, Order::Desc),
        ] {
            let page = filter.page(Page { limit: 100, offset: 0 }, sort, order);
            let listed = stores.queue.list(filter.clone(), page).await.expect("a result").0.items;
            let request = ExportRequest { filter: filter.clone(), sort, order, ..ExportRequest::default() };
            let rows = exported(stores, request).await;
            let ids: Vec<Uuid> = rows.iter().map(|row| row.detail.application.id).collect();
            assert_eq!(ids, listed.iter().map(|item| item.id).collect::<Vec<_>>(), "{filter:?}");
            for row in rows {
                let found = stores.applications.find(row.detail.application.id).await;
                assert_eq!(found, Ok(Some(row.detail)));
            }
        }
    }
}

/// The name is the current one. It is missing unless it is requested, while the application is pending, and once the
/// reviewer's account is deleted.
pub async fn an_export_names_the_reviewer_on_request(stores: &Stores) {
    let admin = stores.admin().await;
    let mut applications = Vec::new();
    for user_id in stores.applicants(2).await {
        applications.push(stores.submitted(user_id, NOON).await.id);
    }
    stores.decide(applications[0], Decision::Reject, admin, NOON).await;
    let reviewers = async |reviewer| -> Vec<Option<PersonName>> {
        let columns = InternalColumns { reviewer, note: false };
        let request = ExportRequest { sort: ReviewSort::Status, columns, ..ExportRequest::default() };
        exported(stores, request).await.into_iter().map(|row| row.reviewer).collect()
    };
    assert_eq!(reviewers(false).await, [None, None]);
    assert_eq!(reviewers(true).await, [Some(name("Ana", "Li")), None], "rejected, then pending");
    stores.user("other@example.org", &[Role::Admin]).await;
    stores.delete_account(admin).await;
    assert_eq!(reviewers(true).await, [None, None]);
}

/// Later changes are not visible.
pub async fn an_export_is_a_snapshot(stores: &Stores) {
    let admin = stores.admin().await;
    let mut applications = Vec::new();
    for (number, user_id) in (0..).zip(stores.applicants(5).await) {
        applications.push(stores.submitted(user_id, NOON + Duration::hours(number)).await.id);
    }
    let request = ExportRequest { order: Order::Asc, ..ExportRequest::default() };
    let (total, mut rows) = stores.queue.export(request).await.expect("an open export");
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
    let (listing, counts) = stores.queue.list(filter, page).await.expect("a result");
    assert_eq!(listing.total, counts.total);
    counts
}

/// Of 60 applicants 40 are approved and half delete their accounts, a third of them with a pending application. Counts are
/// folded at the same time.
pub async fn counts_stay_exact_under_concurrent_changes(stores: &Stores) {
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
