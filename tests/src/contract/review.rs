//! `ReviewQueue`: filters, sorting, counts and pagination.

use forum_domain::accounts::{NewUser, Role};
use forum_domain::applications::{ApplicationSummary, Counts, Decision, ReviewFilter, ReviewSort, Status};
use forum_domain::shared::{Listing, Order, Page};
use time::Duration;
use uuid::Uuid;

use super::{Stores, person, submitted};
use crate::builders::{NOON, decide_step, name, new_user};

/// Applicants in the order of their submissions, with the decision on each.
const PEOPLE: [(&str, &str, &str, Option<Decision>); 4] = [
    ("Mary", "Stone", "mary@example.org", None),
    ("adam", "stone", "adam@school.example", Some(Decision::Approve)),
    ("Zoe", "Bell", "zoe_b@example.org", Some(Decision::Reject)),
    ("Li", "100%\\Wu", "li@example.org", None),
];

/// Stores four applications, an hour apart.
async fn filled(stores: &Stores) {
    let admin = person(&*stores.accounts, "admin@example.com", &[Role::Admin]).await;
    for (hour, (first, last, email, decision)) in (0..).zip(PEOPLE) {
        let user = NewUser { name: name(first, last), ..new_user(email, &[Role::Applicant]) };
        let user_id = user.id;
        stores.accounts.create_user(user).await.expect("the address is free");
        let at = NOON + Duration::hours(hour);
        let application = submitted(stores, user_id, at).await.id;
        if let Some(decision) = decision {
            let step = decide_step(decision, admin, at);
            stores.applications.transition(application, step).await.expect("a pending one is decided");
        }
    }
}

async fn list(stores: &Stores, filter: ReviewFilter) -> (Listing<ApplicationSummary>, Counts) {
    stores.queue.list(filter).await.expect("the list is read")
}

async fn shown(stores: &Stores, filter: ReviewFilter) -> Vec<String> {
    list(stores, filter).await.0.items.into_iter().map(|item| item.name.first).collect()
}

/// The counts always cover all applications.
pub async fn a_status_filters_the_list_and_never_the_counts(stores: &Stores) {
    filled(stores).await;
    let table = [
        (None, vec!["Li", "Zoe", "adam", "Mary"]),
        (Some(Status::Pending), vec!["Li", "Mary"]),
        (Some(Status::Approved), vec!["adam"]),
        (Some(Status::Rejected), vec!["Zoe"]),
    ];
    for (status, names) in table {
        let filter = ReviewFilter { status, ..ReviewFilter::default() };
        let (listing, counts) = list(stores, filter.clone()).await;
        assert_eq!(listing.total, names.len() as u64);
        assert_eq!(counts, Counts { total: 4, pending: 2, approved: 1, rejected: 1 });
        assert_eq!(shown(stores, filter).await, names);
    }
    let approved = ReviewFilter { status: Some(Status::Approved), ..ReviewFilter::default() };
    let adam = list(stores, approved).await.0.items.remove(0);
    assert_eq!((adam.email.as_str(), adam.name), ("adam@school.example", name("adam", "stone")));
    assert_eq!((adam.teaching_position.as_str(), adam.status), ("Grade 4 teacher", Status::Approved));
    let at = NOON + Duration::hours(1);
    assert_eq!((adam.submitted_at, adam.reviewed_at), (at, Some(at)));
}

async fn found(stores: &Stores, query: &str) -> Vec<String> {
    let query = Some(query.to_owned());
    shown(stores, ReviewFilter { query, order: Order::Asc, ..ReviewFilter::default() }).await
}

/// Matches first name, last name, both separated by a space, and address.
pub async fn a_query_finds_names_and_addresses_in_either_case(stores: &Stores) {
    filled(stores).await;
    let table: [(&str, &[&str]); 8] = [
        ("MARY", &["Mary"]),
        ("stone", &["Mary", "adam"]),
        ("y sto", &["Mary"]),
        ("ADAM@school", &["adam"]),
        ("@example.org", &["Mary", "Zoe", "Li"]),
        ("stone mary", &[]),
        ("grade 4", &[]),
        ("", &["Mary", "adam", "Zoe", "Li"]),
    ];
    for (query, names) in table {
        assert_eq!(found(stores, query).await, names, "{query:?}");
    }
}

/// `%`, `_` and `\` are ordinary characters.
pub async fn wildcards_in_a_query_stand_for_themselves(stores: &Stores) {
    filled(stores).await;
    let table: [(&str, &[&str]); 8] = [
        ("%", &["Li"]),
        ("_", &["Zoe"]),
        ("\\", &["Li"]),
        ("0%\\w", &["Li"]),
        ("z%e", &[]),
        ("m_ry", &[]),
        ("\\%", &[]),
        ("'", &[]),
    ];
    for (query, names) in table {
        assert_eq!(found(stores, query).await, names, "{query:?}");
    }
}

/// By time, by name ignoring case, by the name of the status.
pub async fn every_sort_key_works_in_both_directions(stores: &Stores) {
    filled(stores).await;
    for (sort, ascending) in [
        (ReviewSort::SubmittedAt, ["Mary", "adam", "Zoe", "Li"]),
        (ReviewSort::Name, ["Li", "Zoe", "adam", "Mary"]),
    ] {
        let asc = ReviewFilter { sort, order: Order::Asc, ..ReviewFilter::default() };
        assert_eq!(shown(stores, asc.clone()).await, ascending, "{sort:?}");
        let mut descending = ascending;
        descending.reverse();
        assert_eq!(shown(stores, ReviewFilter { order: Order::Desc, ..asc }).await, descending, "{sort:?}");
    }
    let by_status = ReviewFilter { sort: ReviewSort::Status, order: Order::Asc, ..ReviewFilter::default() };
    let words = |listing: Listing<ApplicationSummary>| -> Vec<&str> {
        listing.items.iter().map(|item| item.status.as_str()).collect()
    };
    let ascending = words(list(stores, by_status.clone()).await.0);
    assert_eq!(ascending, ["approved", "pending", "pending", "rejected"]);
    let descending = words(list(stores, ReviewFilter { order: Order::Desc, ..by_status }).await.0);
    assert_eq!(descending, ["rejected", "pending", "pending", "approved"]);
}

/// Ties are broken by id, so that no page repeats or omits a row.
pub async fn pages_cover_the_list_without_gaps_or_duplicates(stores: &Stores) {
    for person_number in 0..7 {
        let email = format!("p{person_number}@example.org");
        let user_id = person(&*stores.accounts, &email, &[Role::Applicant]).await;
        submitted(stores, user_id, NOON).await;
    }
    for sort in [ReviewSort::SubmittedAt, ReviewSort::Name, ReviewSort::Status] {
        let mut ids: Vec<Uuid> = Vec::new();
        for offset in [0, 3, 6, 9] {
            let page = Page { limit: 3, offset };
            let (listing, counts) =
                list(stores, ReviewFilter { sort, page, ..ReviewFilter::default() }).await;
            assert_eq!((listing.total, listing.page, counts.total), (7, page, 7));
            ids.extend(listing.items.iter().map(|item| item.id));
        }
        assert_eq!(ids.len(), 7);
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 7, "{sort:?}");
    }
}
