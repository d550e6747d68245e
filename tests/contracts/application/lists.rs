//! The review list and the list of users: search, filters, numbers, sorting and pages; and similar applications.

use std::collections::BTreeSet;

use forum_domain::accounts::{NewUser, Role};
use forum_domain::applications::{
    ApplicationSummary, Counts, Decision, ReviewFilter, ReviewSort, Similarity, Status, US_STATES, state_key,
};
use forum_domain::shared::{Listing, Order, Page};
use forum_domain::users::{UserFilter, UserSort, UserSummary};
use forum_tests::builders::{NOON, fields_with, id, name, new_user};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use super::names::{NAMES, NOTHING, ORDERED};
use crate::steps::expect_walk;

const ALL: Page = Page { limit: 100, offset: 0 };
const BIRTH: &str = "1980-02-03";
const OTHER_BIRTH: &str = "1981-02-03";

pub(super) async fn list(
    stores: &Stores,
    filter: &ReviewFilter,
    sort: ReviewSort,
    order: Order,
) -> (Listing<ApplicationSummary>, Counts) {
    stores.review.list(filter.clone(), filter.page(ALL, sort, order)).await.expect("a result")
}

async fn users(stores: &Stores, filter: UserFilter, sort: UserSort, order: Order) -> Listing<UserSummary> {
    let page = filter.page(ALL, sort, order);
    stores.users.list(filter, page).await.expect("a result")
}

fn first_names(listing: Listing<ApplicationSummary>) -> Vec<String> {
    listing.items.into_iter().map(|item| item.person.expect("an account").name.first).collect()
}

async fn applicant(stores: &Stores, email: &str, (first, last): (&str, &str)) -> [Uuid; 2] {
    let user = NewUser { name: name(first, last), ..new_user(email, &[Role::Applicant]) };
    let user_id = stores.create_user(user).await;
    [user_id, stores.submitted(user_id, NOON).await.id]
}

#[tokio::test]
async fn people_are_found_in_both_lists_by_every_common_spelling_of_their_names() {
    let stores = &Stores::fresh().await;
    let mut ids = Vec::new();
    for (number, (first, last, ..)) in NAMES.iter().enumerate() {
        ids.push(applicant(stores, &format!("p{number}@x.example"), (first, last)).await);
    }
    let found = async |query: &str| {
        let query = Some(query.to_owned());
        let filter = ReviewFilter { query: query.clone(), ..ReviewFilter::default() };
        let applications = list(stores, &filter, ReviewSort::SubmittedAt, Order::Asc).await.0;
        let filter = UserFilter { role: None, query, state: None };
        let users = users(stores, filter, UserSort::CreatedAt, Order::Desc).await;
        let applications: Vec<_> = applications.items.iter().map(|item| item.id).collect();
        (users.items.iter().map(|item| item.user.id).collect::<Vec<_>>(), applications)
    };
    for ([user, application], (_, last, finding, others)) in ids.iter().zip(NAMES) {
        for (queries, expected) in [(finding, true), (others, false)] {
            for query in *queries {
                let (users, applications) = found(query).await;
                let seen = [users.contains(user), applications.contains(application)];
                assert_eq!(seen, [expected; 2], "{query:?} for {last}");
            }
        }
    }
    for query in NOTHING {
        assert_eq!(found(query).await, (vec![], vec![]), "{query:?}");
    }
}

#[tokio::test]
async fn people_are_sorted_by_name_ignoring_accents_and_apostrophes() {
    let stores = &Stores::fresh().await;
    // In another order than by name.
    for (number, name) in ORDERED.into_iter().enumerate() {
        applicant(stores, &format!("p{}@x.example", number * 7 % ORDERED.len()), name).await;
    }
    let admin = stores.user("admin@example.org", &[Role::Admin]).await;
    let [gone, application] = applicant(stores, "gone@example.org", ("Zoe", "Zola")).await;
    stores.decide(application, Decision::Reject, admin, NOON).await;
    stores.delete_account(gone).await;
    let mut expected: Vec<_> = ORDERED.iter().map(|(first, last)| Some(name(first, last))).collect();
    expected.insert(0, None);
    for order in [Order::Asc, Order::Desc] {
        let applications = list(stores, &ReviewFilter::default(), ReviewSort::Name, order).await.0.items;
        let applications = applications.into_iter().map(|item| item.person.map(|person| person.name));
        assert_eq!(applications.collect::<Vec<_>>(), expected);
        let filter = UserFilter { role: Some(Role::Applicant), query: None, state: None };
        let users = users(stores, filter, UserSort::Name, order).await.items.into_iter();
        let names: Vec<_> = users.map(|item| item.user.name).collect();
        assert_eq!(names, expected.iter().flatten().cloned().collect::<Vec<_>>());
        expected.reverse();
    }
}

/// First and last name, address, position, and the decision on the application.
type Person = (&'static str, &'static str, &'static str, &'static str, Option<Decision>);

/// In the order of their submissions.
const PEOPLE: [Person; 4] = [
    ("Mary", "Stone", "mary@example.org", "principal", None),
    ("adam", "stone", "adam@school.example", "Librarian", Some(Decision::Approve)),
    ("Zoe", "Bell", "zoe_b@example.org", "Principal of two", Some(Decision::Reject)),
    ("Li", "100%\\Wu", "li@example.org", "art", None),
];

/// Stores four applications at intervals of an hour, the newest first.
async fn filled(stores: &Stores) {
    let admin = stores.admin().await;
    for (number, (first, last, email, position, decision)) in PEOPLE.into_iter().enumerate().rev() {
        let at = NOON + Duration::hours(number as i64 + 1);
        let user = NewUser { name: name(first, last), created_at: at, ..new_user(email, &[Role::Applicant]) };
        let user_id = stores.create_user(user).await;
        let application = stores.applied(user_id, fields_with(&[("teaching_position", position)]), at).await;
        if let Some(decision) = decision {
            stores.decide(application.id, decision, admin, at).await;
        }
    }
}

/// Each word, in any order, occurs in any field. A word of one or two characters begins a word.
#[tokio::test]
async fn a_query_finds_every_word_in_any_field_and_order() {
    let stores = &Stores::fresh().await;
    filled(stores).await;
    let all: &[&str] = &["Mary", "adam", "Zoe", "Li"];
    let table: [(&str, &[&str]); 19] = [
        ("MARY", &["Mary"]),
        ("stone", &["Mary", "adam"]),
        ("Stone, Mary", &["Mary"]),
        ("ry stone", &[]),
        ("ton", &["Mary", "adam"]),
        ("to", &[]),
        ("ADAM@school", &["adam"]),
        ("@example.org", &["Mary", "Zoe", "Li"]),
        ("bell zoe_b", &["Zoe"]),
        ("100%", &["Li"]),
        ("LIBRARIAN", &["adam"]),
        ("hillsBOROUGH", all),
        ("hillsborough tampa", all),
        ("Florida", all),
        ("fl", all),
        ("math science", all),
        ("math stone fl adam", &["adam"]),
        ("math stone texas", &[]),
        ("stone bell", &[]),
    ];
    for (query, names) in table {
        let filter = ReviewFilter { query: Some(query.to_owned()), ..ReviewFilter::default() };
        let listing = list(stores, &filter, ReviewSort::SubmittedAt, Order::Asc).await.0;
        assert_eq!((listing.total, listing.total_is_exact), (names.len() as u64, true), "{query:?}");
        assert_eq!(first_names(listing), names, "{query:?}");
    }
}

/// By time, by name, address or position ignoring case, or by the name of the status and then by time.
#[tokio::test]
async fn every_sort_key_works_in_both_directions() {
    let stores = &Stores::fresh().await;
    filled(stores).await;
    for (sort, mut expected) in [
        (ReviewSort::SubmittedAt, ["Mary", "adam", "Zoe", "Li"]),
        (ReviewSort::Name, ["Li", "Zoe", "adam", "Mary"]),
        (ReviewSort::Email, ["adam", "Li", "Mary", "Zoe"]),
        (ReviewSort::TeachingPosition, ["Li", "adam", "Mary", "Zoe"]),
        (ReviewSort::Status, ["adam", "Mary", "Li", "Zoe"]),
    ] {
        for order in [Order::Asc, Order::Desc] {
            let listing = list(stores, &ReviewFilter::default(), sort, order).await.0;
            assert_eq!(first_names(listing), expected, "{sort:?}");
            expected.reverse();
        }
    }
    for (sort, mut expected) in [
        (UserSort::CreatedAt, ["Mary", "adam", "Zoe", "Li"]),
        (UserSort::Name, ["Li", "Zoe", "adam", "Mary"]),
        (UserSort::Email, ["adam", "Li", "Mary", "Zoe"]),
    ] {
        for order in [Order::Asc, Order::Desc] {
            let listing = users(stores, UserFilter::default(), sort, order).await;
            let names = listing.items.into_iter().map(|item| item.user.name.first);
            // The administrator's is Ana.
            assert_eq!(names.filter(|name| name != "Ana").collect::<Vec<_>>(), expected, "{sort:?}");
            expected.reverse();
        }
    }
    // The list of the command line has the order of creation.
    let applicants = stores.accounts.with_role(Role::Applicant).await.expect("a result").into_iter();
    assert_eq!(applicants.map(|user| user.name.first).collect::<Vec<_>>(), ["Mary", "Zoe", "Li"]);
}

/// Ties are broken by id, in both directions.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_user_once() {
    let stores = &Stores::fresh().await;
    for email in ["ana@example.org", "bo@example.org", "cy@example.org", "di@example.org", "ed@example.org"] {
        stores.user(email, &[Role::Applicant, Role::Admin]).await;
    }
    for role in [None, Some(Role::Applicant)] {
        let filter = &UserFilter { role, query: None, state: None };
        for sort in UserSort::ALL {
            let request = |page| filter.page(page, sort, Order::Desc);
            let list = |page| async move { stores.users.list(filter.clone(), page).await.expect("a page") };
            expect_walk(request, list, |item| item.user.id).await;
        }
    }
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
async fn state_subject_and_dates_filter_the_list_and_its_numbers_and_can_be_combined() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let mut all = Vec::new();
    for (hour, (state, subjects)) in (0..).zip(FROM_STATES) {
        let user_id = stores.applicant(&format!("s{hour}@example.org")).await;
        let mut fields = fields_with(&[("state", state)]);
        let subjects: Vec<_> = subjects.iter().map(ToString::to_string).collect();
        fields.values.insert("subjects_taught", subjects.into());
        all.push(stores.applied(user_id, fields, NOON + Duration::hours(hour)).await.id);
    }
    stores.decide(all[1], Decision::Approve, admin, NOON).await;
    let hour = |hour: i64| Some(NOON + Duration::hours(hour));
    let any = ReviewFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let from = |states: &[&str]| states.iter().map(|state| state_key(state)).collect::<BTreeSet<_>>();
    let table: Vec<(ReviewFilter, &[usize])> = vec![
        (ReviewFilter { states: from(&["Texas"]), ..any() }, &[0, 1, 2]),
        (ReviewFilter { states: from(&["tx"]), ..any() }, &[0, 1, 2]),
        (ReviewFilter { states: from(&["CA"]), ..any() }, &[8]),
        (ReviewFilter { states: from(&["HI"]), ..any() }, &[3]),
        (ReviewFilter { states: from(&["Virginia"]), ..any() }, &[5]),
        (ReviewFilter { states: from(&["Washington, DC"]), ..any() }, &[6]),
        (ReviewFilter { states: from(&["ontário"]), ..any() }, &[7]),
        (ReviewFilter { other_places: true, ..any() }, &[7]),
        (ReviewFilter { other_places: true, subject: text("math"), ..any() }, &[]),
        (ReviewFilter { other_places: true, states: from(&["Texas"]), ..any() }, &[0, 1, 2, 7]),
        (ReviewFilter { states: from(&["CA", "HI", "Ohio"]), ..any() }, &[3, 8]),
        (ReviewFilter { states: from(&["CA", "TX"]), status: Some(Status::Pending), ..any() }, &[0, 2, 8]),
        (ReviewFilter { states: from(&["CA", "TX"]), subject: text("math"), ..any() }, &[0]),
        (ReviewFilter { ids: Some(vec![all[8], all[0], id()]), ..any() }, &[0, 8]),
        (ReviewFilter { ids: Some(vec![all[8], all[0]]), query: text("texas"), ..any() }, &[0]),
        (ReviewFilter { states: from(&["Ohio"]), ..any() }, &[]),
        (ReviewFilter { subject: text("biology"), ..any() }, &[0]),
        (ReviewFilter { subject: text("Biology AP"), ..any() }, &[0]),
        (ReviewFilter { subject: text("biologia"), ..any() }, &[3]),
        (ReviewFilter { subject: text("MATH"), ..any() }, &[0, 6]),
        (ReviewFilter { subject: text("physical education"), ..any() }, &[4]),
        (ReviewFilter { subject: text("!"), ..any() }, &[]),
        (ReviewFilter { submitted_after: hour(6), ..any() }, &[6, 7, 8]),
        (ReviewFilter { submitted_before: hour(2), ..any() }, &[0, 1]),
        (ReviewFilter { submitted_after: hour(1), submitted_before: hour(3), ..any() }, &[1, 2]),
        (ReviewFilter { states: from(&["TX"]), status: Some(Status::Pending), ..any() }, &[0, 2]),
        (ReviewFilter { states: from(&["TX"]), submitted_after: hour(1), ..any() }, &[1, 2]),
        (ReviewFilter { states: from(&["TX"]), subject: text("chemistry"), ..any() }, &[1]),
        (ReviewFilter { query: text("texas"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { query: text("TX"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { query: text("hawaii biologia"), ..any() }, &[3]),
    ];
    for (filter, expected) in table {
        let mut wanted: Vec<Uuid> = expected.iter().map(|number| all[*number]).collect();
        wanted.sort();
        for sort in ReviewSort::ALL {
            let listing = list(stores, &filter, sort, Order::Asc).await.0;
            assert_eq!((listing.total, listing.total_is_exact), (wanted.len() as u64, true), "{filter:?}");
            let mut found: Vec<Uuid> = listing.items.iter().map(|item| item.id).collect();
            found.sort();
            assert_eq!(found, wanted, "{filter:?} by {sort:?}");
        }
    }
    let after = hour(5);
    let table: Vec<(ReviewFilter, &[(&str, u64)])> = vec![
        (any(), &[("tx", 3), ("ca", 1), ("dc", 1), ("hi", 1), ("va", 1), ("wv", 1), ("", 1)]),
        (ReviewFilter { subject: text("math"), ..any() }, &[("dc", 1), ("tx", 1)]),
        (ReviewFilter { submitted_after: after, ..any() }, &[("ca", 1), ("dc", 1), ("va", 1), ("", 1)]),
    ];
    for (filter, expected) in table {
        let counts = stores.review.states(filter.clone()).await.expect("a result");
        let found = counts.items.iter().map(|item| (item.key.as_deref().unwrap_or_default(), item.total()));
        assert_eq!((found.collect::<Vec<_>>().as_slice(), counts.is_exact), (expected, true), "{filter:?}");
    }
}

/// The store and the program recognize the same states.
#[tokio::test]
async fn every_us_state_and_territory_is_found_by_name_and_code() {
    let stores = &Stores::fresh().await;
    let user_id = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let pending = || ReviewFilter { status: Some(Status::Pending), ..ReviewFilter::default() };
    for (code, name) in US_STATES {
        let application = stores.applied(user_id, fields_with(&[("state", name)]), NOON).await.id;
        for words in [code, name] {
            for filter in [
                ReviewFilter { states: BTreeSet::from([state_key(words)]), ..pending() },
                ReviewFilter { query: Some(words.to_owned()), ..pending() },
            ] {
                let found = list(stores, &filter, ReviewSort::SubmittedAt, Order::Asc).await.0.items;
                assert_eq!(found.iter().map(|item| item.id).collect::<Vec<_>>(), [application], "{words}");
            }
        }
        stores.decide(application, Decision::Reject, admin, NOON).await;
    }
    let counts = stores.review.states(ReviewFilter::default()).await.expect("a result");
    assert_eq!(counts.items.len(), US_STATES.len());
}

async fn similar(stores: &Stores, id: Uuid) -> Vec<(Uuid, Similarity)> {
    let context = stores.review.context(id).await.expect("a result");
    context.similar.into_iter().map(|other| (other.id, other.reason)).collect()
}

/// One entry for each application, with its strongest reason. Numbers of seven digits and erased answers are similar to
/// nothing.
#[tokio::test]
async fn similar_applications_are_found_by_person_name_and_phone() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let apply = async |hour, user: Uuid, phone, birth| {
        let fields = fields_with(&[("phone", phone), ("date_of_birth", birth)]);
        stores.applied(user, fields, NOON + Duration::hours(hour)).await.id
    };
    let user = async |email: &str, first, last| {
        let user = NewUser { name: name(first, last), ..new_user(email, &[Role::Applicant]) };
        stores.create_user(user).await
    };
    let ana = user("ana@example.org", "Ana", "Muñoz O’Brien").await;
    let earlier = apply(0, ana, "555-010", BIRTH).await;
    stores.decide(earlier, Decision::Reject, admin, NOON).await;
    let oldest = apply(2, ana, "(813) 555-0100", BIRTH).await;
    stores.decide(oldest, Decision::Reject, admin, NOON).await;
    let again = user("ana2@example.org", "ANA", "Mun\u{303}oz O'Brien").await;
    let again = apply(4, again, "+1 813-555-0100 ext. 4", BIRTH).await;
    let namesake = user("ana3@example.org", "Ana", "Muñoz O’Brien").await;
    let namesake = apply(5, namesake, "(305) 555-0199", OTHER_BIRTH).await;
    let bo = user("bo@example.org", "Bo", "Li").await;
    let house = apply(6, bo, "1.813.555.0100x12", OTHER_BIRTH).await;
    let cy = user("cy@example.org", "Cy", "Li").await;
    let short = apply(7, cy, "555-010", BIRTH).await;
    let own = apply(8, ana, "813 555 0100", BIRTH).await;
    let (same_name, same_phone) = (Similarity::NameAndBirthDate, Similarity::Phone);
    let expected = [
        (oldest, Similarity::Person),
        (earlier, Similarity::Person),
        (again, same_name),
        (house, same_phone),
    ];
    assert_eq!(similar(stores, own).await, expected);
    for unlike in [namesake, short, id()] {
        assert_eq!(similar(stores, unlike).await, []);
    }
    for (application, user) in [(house, bo), (short, cy)] {
        stores.decide(application, Decision::Reject, admin, NOON).await;
        stores.delete_account(user).await;
    }
    assert_eq!(similar(stores, own).await, expected[..3]);
    assert_eq!(similar(stores, house).await, [], "erased answers are equal");
}
