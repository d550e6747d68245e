//! Filters by state, subject, dates and notes, and the numbers by state.

use forum_domain::applications::{Decision, ReviewFilter, ReviewSort, Status, US_STATES};
use forum_domain::shared::{Order, Page};
use forum_tests::builders::{NOON, fields_with};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use super::{ids, list, read};

/// Stores an application for each pair of state and subjects, at intervals of an hour, and returns the ids.
async fn from_states(stores: &Stores, rows: &[(&str, &[&str])]) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for (hour, (state, subjects)) in (0..).zip(rows) {
        let user_id = stores.applicant(&format!("s{hour}@example.org")).await;
        let mut fields = fields_with(&[("state", state)]);
        let subjects: Vec<_> = subjects.iter().map(ToString::to_string).collect();
        fields.values.insert("subjects_taught", subjects.into());
        ids.push(stores.applied(user_id, fields, NOON + Duration::hours(hour)).await.id);
    }
    ids
}

const FROM_STATES: [(&str, &[&str]); 9] = [
    ("Texas", &["AP Biology", "Math"]),
    ("TX", &["Chemistry"]),
    ("Tex.", &[]),
    ("Hawaiʻi", &["Biología"]),
    ("West Virginia", &["Physical Education"]),
    ("Virginia", &["Special Education", "Physical Therapy"]),
    ("D.C.", &["math"]),
    ("Ontario", &["Mathematics"]),
    ("Calif.", &[]),
];

#[tokio::test]
async fn state_subject_and_dates_filter_the_list_and_can_be_combined() {
    let stores = &Stores::fresh().await;
    let all = from_states(stores, &FROM_STATES).await;
    let admin = stores.admin().await;
    stores.decide(all[1], Decision::Approve, admin, NOON).await;
    let hour = |hour: i64| Some(NOON + Duration::hours(hour));
    let any = ReviewFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let table: Vec<(ReviewFilter, &[usize])> = vec![
        (ReviewFilter { state: text("Texas"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { state: text("tx"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { state: text("CA"), ..any() }, &[8]),
        (ReviewFilter { state: text("HI"), ..any() }, &[3]),
        (ReviewFilter { state: text("Virginia"), ..any() }, &[5]),
        (ReviewFilter { state: text("District of Columbia"), ..any() }, &[6]),
        (ReviewFilter { state: text("Washington, DC"), ..any() }, &[6]),
        (ReviewFilter { state: text("ontário"), ..any() }, &[7]),
        (ReviewFilter { other_places: true, ..any() }, &[7]),
        (ReviewFilter { other_places: true, subject: text("math"), ..any() }, &[]),
        (ReviewFilter { other_places: true, state: text("Texas"), ..any() }, &[]),
        (ReviewFilter { state: text("Ohio"), ..any() }, &[]),
        (ReviewFilter { state: text("—"), ..any() }, &[]),
        (ReviewFilter { subject: text("biology"), ..any() }, &[0]),
        (ReviewFilter { subject: text("Biology AP"), ..any() }, &[0]),
        (ReviewFilter { subject: text("biologia"), ..any() }, &[3]),
        (ReviewFilter { subject: text("MATH"), ..any() }, &[0, 6]),
        (ReviewFilter { subject: text("physical education"), ..any() }, &[4]),
        (ReviewFilter { subject: text("!"), ..any() }, &[]),
        (ReviewFilter { submitted_after: hour(6), ..any() }, &[6, 7, 8]),
        (ReviewFilter { submitted_before: hour(2), ..any() }, &[0, 1]),
        (ReviewFilter { submitted_after: hour(1), submitted_before: hour(3), ..any() }, &[1, 2]),
        (ReviewFilter { state: text("TX"), status: Some(Status::Pending), ..any() }, &[0, 2]),
        (ReviewFilter { state: text("TX"), status: Some(Status::Approved), ..any() }, &[1]),
        (ReviewFilter { state: text("TX"), submitted_after: hour(1), ..any() }, &[1, 2]),
        (ReviewFilter { state: text("TX"), subject: text("chemistry"), ..any() }, &[1]),
        (ReviewFilter { state: text("TX"), query: text("math teacher"), ..any() }, &[0]),
        (ReviewFilter { query: text("texas"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { query: text("TX"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { query: text("hawaii biologia"), ..any() }, &[3]),
    ];
    for (filter, expected) in table {
        let mut wanted: Vec<Uuid> = expected.iter().map(|number| all[*number]).collect();
        for sort in ReviewSort::ALL {
            let page = filter.page(Page::default(), sort, Order::Asc);
            let listing = read(stores, &filter, page).await.0;
            assert_eq!((listing.total, listing.total_is_exact), (wanted.len() as u64, true), "{filter:?}");
            let mut found = ids(&listing.items);
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{filter:?} by {sort:?}");
        }
    }
}

#[tokio::test]
async fn applications_are_counted_by_state_regardless_of_the_state_filter() {
    let stores = &Stores::fresh().await;
    let all = from_states(stores, &FROM_STATES).await;
    let admin = stores.admin().await;
    stores.decide(all[1], Decision::Approve, admin, NOON).await;
    let any = ReviewFilter::default;
    let table: Vec<(ReviewFilter, &[(&str, u64)])> = vec![
        (any(), &[("tx", 3), ("ca", 1), ("dc", 1), ("hi", 1), ("va", 1), ("wv", 1), ("", 1)]),
        (ReviewFilter { status: Some(Status::Approved), ..any() }, &[("tx", 1)]),
        (ReviewFilter { subject: Some("math".into()), ..any() }, &[("dc", 1), ("tx", 1)]),
        (ReviewFilter { query: Some("mathematics".into()), ..any() }, &[("", 1)]),
        (ReviewFilter { query: Some("unknown".into()), ..any() }, &[]),
        (
            ReviewFilter { submitted_after: Some(NOON + Duration::hours(5)), ..any() },
            &[("ca", 1), ("dc", 1), ("va", 1), ("", 1)],
        ),
    ];
    for (filter, expected) in table {
        let counts = stores.review.states(filter.clone()).await.expect("a result");
        let found = counts.items.iter().map(|item| (item.key.as_deref().unwrap_or_default(), item.count));
        assert_eq!((found.collect::<Vec<_>>().as_slice(), counts.is_exact), (expected, true), "{filter:?}");
    }
}

/// The store and the program recognise the same states.
#[tokio::test]
async fn every_us_state_and_territory_is_found_by_name_and_code() {
    let stores = &Stores::fresh().await;
    let user_id = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    for (code, name) in US_STATES {
        stores.applied(user_id, fields_with(&[("state", name)]), NOON).await;
        let pending = Some(Status::Pending);
        let mut application = None;
        for state in [code, name] {
            let filter =
                ReviewFilter { status: pending, state: Some(state.to_owned()), ..ReviewFilter::default() };
            let listing = list(stores, &filter, Order::Asc).await.0;
            assert_eq!(listing.items.len(), 1, "{state}");
            application = Some(listing.items[0].id);
            let filter =
                ReviewFilter { status: pending, query: Some(state.to_owned()), ..ReviewFilter::default() };
            assert_eq!(list(stores, &filter, Order::Asc).await.0.items.len(), 1, "{state}");
        }
        stores.decide(application.expect("an application"), Decision::Reject, admin, NOON).await;
    }
    let counts = stores.review.states(ReviewFilter::default()).await.expect("a result");
    assert_eq!(counts.items.len(), US_STATES.len());
}
