//! `UserStore`: the list of users and one user.

use forum_domain::accounts::{NewUser, Role};
use forum_domain::shared::{Listing, Order, Page};
use forum_domain::users::{UserFilter, UserSort, UserSummary};
use forum_tests::builders::{NOON, name, new_user};
use forum_tests::stores::Stores;
use time::Duration;

use crate::application::names::{NAMES, NOTHING, ORDERED};
use crate::walk::expect_walk;

/// Users in the order of their creation.
const PEOPLE: [(&str, &str, &str, &[Role]); 4] = [
    ("Mary", "Stone", "mary@example.org", &[Role::Applicant]),
    ("adam", "stone", "Adam@school.example", &[Role::Member, Role::Admin]),
    ("Zoe", "Bell", "zoe_b@example.org", &[Role::Admin]),
    ("Li", "100%\\Wu", "li@example.org", &[]),
];

/// Stores four users at intervals of an hour.
async fn filled(stores: &Stores) {
    for (hour, (first, last, email, roles)) in (0..).zip(PEOPLE) {
        let created_at = NOON + Duration::hours(hour);
        let user = NewUser { name: name(first, last), created_at, ..new_user(email, roles) };
        stores.create_user(user).await;
    }
}

async fn list(stores: &Stores, filter: &UserFilter, sort: UserSort, order: Order) -> Listing<UserSummary> {
    let page = filter.page(Page::default(), sort, order);
    stores.users.list(filter.clone(), page).await.expect("a result")
}

fn first_names(listing: Listing<UserSummary>) -> Vec<String> {
    listing.items.into_iter().map(|item| item.user.name.first).collect()
}

#[tokio::test]
async fn a_role_and_a_query_filter_the_list_and_its_total() {
    let stores = &Stores::fresh().await;
    filled(stores).await;
    let table: [(Option<Role>, Option<&str>, &[&str]); 13] = [
        (None, None, &["Li", "Zoe", "adam", "Mary"]),
        (Some(Role::Admin), None, &["Zoe", "adam"]),
        (Some(Role::Member), None, &["adam"]),
        (Some(Role::Partner), None, &[]),
        (None, Some("STONE"), &["adam", "Mary"]),
        (None, Some("mary sto"), &["Mary"]),
        (None, Some("Stone, Mary"), &["Mary"]),
        (None, Some("y stone"), &[]),
        (None, Some("ADAM@school"), &["adam"]),
        (None, Some("@example.org"), &["Li", "Zoe", "Mary"]),
        (None, Some("100%"), &["Li"]),
        (None, Some("zoe_b"), &["Zoe"]),
        (Some(Role::Admin), Some("stone"), &["adam"]),
    ];
    for (role, query, names) in table {
        let filter = UserFilter { role, query: query.map(str::to_owned) };
        for sort in UserSort::ALL {
            let listing = list(stores, &filter, sort, Order::Desc).await;
            assert_eq!(listing.total, names.len() as u64, "{role:?} {query:?}");
            let mut found = first_names(listing);
            if sort != UserSort::CreatedAt {
                found.sort_by_key(|name| names.iter().position(|known| known == name));
            }
            assert_eq!(found, names, "{role:?} {query:?} by {sort:?}");
        }
    }
}

#[tokio::test]
async fn users_are_found_by_every_common_spelling_of_their_names() {
    let stores = &Stores::fresh().await;
    let mut ids = Vec::new();
    for (number, (first, last, ..)) in NAMES.iter().enumerate() {
        let user = NewUser { name: name(first, last), ..new_user(&format!("p{number}@x.example"), &[]) };
        ids.push(user.id);
        stores.create_user(user).await;
    }
    let found = async |query: &str| {
        let filter = UserFilter { role: None, query: Some(query.to_owned()) };
        let page = filter.page(Page { limit: 100, offset: 0 }, UserSort::CreatedAt, Order::Desc);
        let listing = stores.users.list(filter, page).await.expect("a result");
        listing.items.into_iter().map(|item| item.user.id).collect::<Vec<_>>()
    };
    for (id, (_, last, finding, others)) in ids.iter().zip(NAMES) {
        for query in *finding {
            assert!(found(query).await.contains(id), "{query:?} finds {last}");
        }
        for query in *others {
            assert!(!found(query).await.contains(id), "{query:?} does not find {last}");
        }
    }
    for query in NOTHING {
        assert!(found(query).await.is_empty(), "{query:?}");
    }
}

#[tokio::test]
async fn users_are_sorted_by_name_ignoring_accents_and_apostrophes() {
    let stores = &Stores::fresh().await;
    // In another order than by name.
    for (number, (first, last)) in ORDERED.into_iter().enumerate() {
        let email = format!("p{}@x.example", number * 7 % ORDERED.len());
        stores.create_user(NewUser { name: name(first, last), ..new_user(&email, &[]) }).await;
    }
    for order in [Order::Asc, Order::Desc] {
        let listing = list(stores, &UserFilter::default(), UserSort::Name, order).await;
        let names = listing.items.into_iter().map(|item| (item.user.name.first, item.user.name.last));
        let mut expected = ORDERED.map(|(first, last)| (first.to_owned(), last.to_owned()));
        if order == Order::Desc {
            expected.reverse();
        }
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }
}

#[tokio::test]
async fn every_sort_key_of_users_works_in_both_directions() {
    let stores = &Stores::fresh().await;
    filled(stores).await;
    for (sort, ascending) in [
        (UserSort::CreatedAt, ["Mary", "adam", "Zoe", "Li"]),
        (UserSort::Name, ["Li", "Zoe", "adam", "Mary"]),
        (UserSort::Email, ["adam", "Li", "Mary", "Zoe"]),
    ] {
        let all = UserFilter::default();
        assert_eq!(first_names(list(stores, &all, sort, Order::Asc).await), ascending, "{sort:?}");
        let mut descending = ascending;
        descending.reverse();
        assert_eq!(first_names(list(stores, &all, sort, Order::Desc).await), descending, "{sort:?}");
    }
}

/// Ties are broken by id, in both directions.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_user_once() {
    let stores = &Stores::fresh().await;
    for email in ["ana@example.org", "bo@example.org", "cy@example.org", "di@example.org", "ed@example.org"] {
        stores.user(email, &[Role::Applicant, Role::Admin]).await;
    }
    for role in [None, Some(Role::Applicant)] {
        let filter = &UserFilter { role, query: None };
        for sort in UserSort::ALL {
            let request = |page| filter.page(page, sort, Order::Desc);
            let list = |page| async move { stores.users.list(filter.clone(), page).await.expect("a page") };
            expect_walk(request, list, |item| item.user.id).await;
        }
    }
}
