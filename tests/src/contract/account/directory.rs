//! `UserDirectory`: the list of users and one user.

use forum_domain::accounts::{NewUser, Role, Roles};
use forum_domain::applications::{Decision, Status};
use forum_domain::shared::{Listing, Order, Page};
use forum_domain::users::{UserFilter, UserSort, UserSummary};
use time::Duration;

use crate::builders::{NOON, decide_step, id, name, new_user, session};
use crate::contract::Stores;
use crate::contract::application::names::{NAMES, NOTHING, ORDERED};
use crate::contract::walk::expect_walk;

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
    stores.directory.list(filter.clone(), page).await.expect("a result")
}

fn first_names(listing: Listing<UserSummary>) -> Vec<String> {
    listing.items.into_iter().map(|item| item.user.name.first).collect()
}

pub async fn a_role_and_a_query_filter_the_list_and_its_total(stores: &Stores) {
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

pub async fn users_are_found_by_every_common_spelling_of_their_names(stores: &Stores) {
    let mut ids = Vec::new();
    for (number, (first, last, ..)) in NAMES.iter().enumerate() {
        let user = NewUser { name: name(first, last), ..new_user(&format!("p{number}@x.example"), &[]) };
        ids.push(user.id);
        stores.create_user(user).await;
    }
    let found = async |query: &str| {
        let filter = UserFilter { role: None, query: Some(query.to_owned()) };
        let page = filter.page(Page { limit: 100, offset: 0 }, UserSort::CreatedAt, Order::Desc);
        let listing = stores.directory.list(filter, page).await.expect("a result");
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

pub async fn users_are_sorted_by_name_ignoring_accents_and_apostrophes(stores: &Stores) {
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

pub async fn every_sort_key_of_users_works_in_both_directions(stores: &Stores) {
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
pub async fn a_walk_by_cursor_visits_each_user_once(stores: &Stores) {
    for email in ["ana@example.org", "bo@example.org", "cy@example.org", "di@example.org", "ed@example.org"] {
        stores.user(email, &[Role::Applicant, Role::Admin]).await;
    }
    for role in [None, Some(Role::Applicant)] {
        let filter = &UserFilter { role, query: None };
        for sort in UserSort::ALL {
            let request = |page| filter.page(page, sort, Order::Desc);
            let list =
                |page| async move { stores.directory.list(filter.clone(), page).await.expect("a page") };
            expect_walk(request, list, |item| item.user.id).await;
        }
    }
}

/// The time of the sign-in is kept after the session is deleted. Refreshing does not count.
pub async fn a_user_is_shown_with_their_last_sign_in(stores: &Stores) {
    let ana = stores.user("ana@example.org", &[Role::Admin, Role::Member]).await;
    let listed = async || {
        let mut listing = list(stores, &UserFilter::default(), UserSort::CreatedAt, Order::Desc).await;
        listing.items.remove(0)
    };
    let never = listed().await;
    assert_eq!((never.user.id, never.last_sign_in_at), (ana, None));
    assert_eq!(never.user.roles, Roles::from_iter([Role::Admin, Role::Member]));
    assert_eq!((never.user.email.as_str(), never.user.name), ("ana@example.org", name("Ana", "Li")));
    assert_eq!((never.user.created_at, never.user.disabled_at), (NOON, None));

    let later = NOON + Duration::hours(2);
    let opened = session(ana, later);
    // The second one was opened before the first, but is stored after it.
    for session in [opened.clone(), session(ana, NOON)] {
        stores.open(session).await;
    }
    stores.sessions.mark_used(opened.id, 1, later + Duration::hours(1)).await.expect("a recorded use");
    stores.readback.disable(ana, later).await;
    let now = listed().await;
    assert_eq!((now.last_sign_in_at, now.user.disabled_at), (Some(later), Some(later)));
}

pub async fn one_user_is_found_with_their_applications_and_live_sessions(stores: &Stores) {
    let admin = stores.admin().await;
    let ana = stores.applicant("ana@example.org").await;
    let ben = stores.applicant("ben@example.org").await;
    let first = stores.submitted(ana, NOON).await.id;
    let decided = stores.applications.decide(first, admin, decide_step(Decision::Reject, admin, NOON)).await;
    decided.expect("a decision");
    let second = stores.submitted(ana, NOON + Duration::hours(1)).await.id;
    stores.submitted(ben, NOON).await;
    let [live, over, of_ben] = [ana, ana, ben].map(|user| session(user, NOON));
    for session in [&live, &over, &of_ben] {
        stores.open(session.clone()).await;
    }
    stores.sessions.end_session(ana, over.id, NOON).await.expect("an ended session");

    let found = async |now| stores.directory.find(ana, now).await.expect("a result").expect("a stored row");
    let detail = found(NOON).await;
    assert_eq!((detail.summary.user.id, detail.summary.last_sign_in_at), (ana, Some(NOON)));
    assert_eq!(detail.applications, [(second, Status::Pending), (first, Status::Rejected)]);
    assert_eq!(detail.sessions, 1);
    assert_eq!(found(live.expires_at).await.sessions, 0);
    assert_eq!(stores.directory.find(id(), NOON).await, Ok(None));
}
