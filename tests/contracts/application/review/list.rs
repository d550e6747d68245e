//! Counts, sorting and pagination.

use forum_domain::accounts::{NewUser, Role};
use forum_domain::applications::{ApplicationSummary, Decision, ReviewFilter, ReviewSort, Status};
use forum_domain::shared::{Order, Page};
use forum_tests::builders::{NOON, fields_with, name, new_user};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::super::names::ORDERED;
use super::{applicants, filled, first_names, ids, read};

#[tokio::test]
async fn applicants_are_sorted_by_name_ignoring_accents_and_apostrophes() {
    let stores = &Stores::fresh().await;
    applicants(stores, ORDERED.into_iter().rev()).await;
    let deleted = stores.applicant("gone@example.org").await;
    let kept = stores.submitted(deleted, NOON).await.id;
    stores.decide(kept, Decision::Reject, stores.admin().await, NOON).await;
    stores.delete_account(deleted).await;
    let all = ReviewFilter::default();
    for order in [Order::Asc, Order::Desc] {
        let listing = read(stores, &all, all.page(Page::default(), ReviewSort::Name, order)).await.0;
        let names = listing.items.into_iter().map(|item| item.person.map(|person| person.name));
        let ordered = ORDERED.iter().map(|(first, last)| Some(name(first, last)));
        let mut expected: Vec<_> = [None].into_iter().chain(ordered).collect();
        if order == Order::Desc {
            expected.reverse();
        }
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }
}

async fn submitted_as(stores: &Stores, user_id: Uuid, position: &str, at: OffsetDateTime) {
    stores.applied(user_id, fields_with(&[("teaching_position", position)]), at).await;
}

#[tokio::test]
async fn positions_are_sorted_ignoring_case() {
    let stores = &Stores::fresh().await;
    for (number, position) in ["principal", "Librarian", "Principal of two", "art"].iter().enumerate() {
        let email = format!("p{number}@example.org");
        let user_id = stores.applicant(&email).await;
        submitted_as(stores, user_id, position, NOON).await;
    }
    let all = ReviewFilter::default();
    let mut expected = ["art", "Librarian", "principal", "Principal of two"];
    for order in [Order::Asc, Order::Desc] {
        let page = all.page(Page::default(), ReviewSort::TeachingPosition, order);
        let items = read(stores, &all, page).await.0.items;
        let positions: Vec<_> = items.iter().map(|item| item.teaching_position.as_str()).collect();
        assert_eq!(positions, expected);
        expected.reverse();
    }
}

/// The list is sorted by time, by name or address ignoring case, or by the name of the status and then by time.
#[tokio::test]
async fn every_sort_key_works_in_both_directions() {
    let stores = &Stores::fresh().await;
    filled(stores).await;
    let all = ReviewFilter::default();
    let sorted = async |sort, order| read(stores, &all, all.page(Page::default(), sort, order)).await.0;
    for (sort, ascending) in [
        (ReviewSort::SubmittedAt, ["Mary", "adam", "Zoe", "Li"]),
        (ReviewSort::Name, ["Li", "Zoe", "adam", "Mary"]),
        (ReviewSort::Email, ["adam", "Li", "Mary", "Zoe"]),
        (ReviewSort::Status, ["adam", "Mary", "Li", "Zoe"]),
    ] {
        assert_eq!(first_names(sorted(sort, Order::Asc).await), ascending, "{sort:?}");
        let mut descending = ascending;
        descending.reverse();
        assert_eq!(first_names(sorted(sort, Order::Desc).await), descending, "{sort:?}");
    }
}

/// Decides a listed application, which removes it from the pending list.
async fn decide_one(stores: &Stores, admin: Uuid, application: Option<&ApplicationSummary>) {
    let application = application.expect("an item on the page").id;
    stores.decide(application, Decision::Reject, admin, NOON).await;
}

/// Walks forwards, then back. On each page the row that its cursor names is decided, so that it is gone when the cursor
/// is used.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_row_once_while_rows_leave_the_filter() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let pending = ReviewFilter { status: Some(Status::Pending), ..ReviewFilter::default() };
    let sortings = ReviewSort::ALL.into_iter().flat_map(|sort| [(sort, Order::Asc), (sort, Order::Desc)]);
    for (number, (sort, order)) in sortings.enumerate() {
        for number_in_sorting in 0..10 {
            // Ties of two, of three, and of all.
            let (first, last) = [("Ana", "Öz"), ("ana", "öZ"), ("Bo", "Öz")][number_in_sorting % 3];
            let email = format!("p{number_in_sorting}@{number}.example.org");
            let user = NewUser { name: name(first, last), ..new_user(&email, &[Role::Applicant]) };
            let user_id = user.id;
            stores.create_user(user).await;
            stores.submitted(user_id, NOON + Duration::hours(number_in_sorting as i64 / 2)).await;
        }
        let request = |page: Page| pending.page(page, sort, order);
        let whole = ids(&read(stores, &pending, request(Page { limit: 100, offset: 0 })).await.0.items);
        let start = Page { limit: 3, offset: 0 };
        let (mut listing, _) = read(stores, &pending, request(start)).await;
        assert_eq!(listing.prev_cursor, None);

        let mut seen = ids(&listing.items);
        let mut decided = Vec::new();
        while let Some(cursor) = &listing.next_cursor {
            decided.extend(listing.items.last().map(|item| item.id));
            decide_one(stores, admin, listing.items.last()).await;
            let next = request(start).at(cursor).expect("a cursor of this list");
            listing = read(stores, &pending, next).await.0;
            assert_eq!((listing.total, listing.offset), ((whole.len() - decided.len()) as u64, None));
            seen.extend(ids(&listing.items));
        }
        assert_eq!(seen, whole, "{sort:?}");

        let left: Vec<Uuid> = whole.into_iter().filter(|id| !decided.contains(id)).collect();
        let mut seen = ids(&listing.items);
        while let Some(cursor) = &listing.prev_cursor {
            decide_one(stores, admin, listing.items.first()).await;
            let previous = request(start).at(cursor).expect("a cursor of this list");
            listing = read(stores, &pending, previous).await.0;
            seen.splice(0..0, ids(&listing.items));
        }
        assert_eq!(seen, left, "{sort:?} back");
    }
}
