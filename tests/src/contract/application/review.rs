//! `ReviewQueue`: filters, sorting, counts and pagination. `review_reading.rs` has histories and exports.

use forum_domain::accounts::{NewUser, Role};
use forum_domain::applications::{
    ApplicationFields, ApplicationSummary, Counts, Decision, ExportRequest, NoteStep, ReviewFilter,
    ReviewSort, Status, US_STATES, delete_note, submit,
};
use forum_domain::shared::{Listing, Order, Page, PageRequest};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::names::{NAMES, NOTHING, ORDERED};
use super::notes::noted;
use crate::builders::{NOON, act, fields, name, new_user};
use crate::contract::Stores;

/// Applicants in the order of their submissions, with the decision on each.
const PEOPLE: [(&str, &str, &str, Option<Decision>); 4] = [
    ("Mary", "Stone", "mary@example.org", None),
    ("adam", "stone", "adam@school.example", Some(Decision::Approve)),
    ("Zoe", "Bell", "zoe_b@example.org", Some(Decision::Reject)),
    ("Li", "100%\\Wu", "li@example.org", None),
];

/// Stores four applications at intervals of an hour.
async fn filled(stores: &Stores) {
    let admin = stores.admin().await;
    for (hour, (first, last, email, decision)) in (0..).zip(PEOPLE) {
        let user = NewUser { name: name(first, last), ..new_user(email, &[Role::Applicant]) };
        let user_id = user.id;
        stores.create_user(user).await;
        let at = NOON + Duration::hours(hour);
        let application = stores.submitted(user_id, at).await.id;
        if let Some(decision) = decision {
            stores.decide(application, decision, admin, at).await;
        }
    }
}

async fn read(
    stores: &Stores,
    filter: &ReviewFilter,
    page: PageRequest<ReviewSort>,
) -> (Listing<ApplicationSummary>, Counts) {
    stores.queue.list(filter.clone(), page).await.expect("a result")
}

/// The first page, by time.
async fn list(stores: &Stores, filter: &ReviewFilter, order: Order) -> (Listing<ApplicationSummary>, Counts) {
    read(stores, filter, filter.page(Page::default(), ReviewSort::SubmittedAt, order)).await
}

fn first_names(listing: Listing<ApplicationSummary>) -> Vec<String> {
    listing.items.into_iter().map(|item| item.person.expect("an account").name.first).collect()
}

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
        let (listing, counts) = list(stores, &filter, Order::Desc).await;
        assert_eq!((listing.total, listing.total_is_exact), (names.len() as u64, true));
        assert_eq!(counts, Counts { total: 4, pending: 2, approved: 1, rejected: 1 });
        assert_eq!(first_names(listing), names);
    }
    let approved = ReviewFilter { status: Some(Status::Approved), ..ReviewFilter::default() };
    let adam = list(stores, &approved, Order::Desc).await.0.items.remove(0);
    let person = adam.person.expect("an account");
    assert_eq!((person.email.as_str(), person.name), ("adam@school.example", name("adam", "stone")));
    assert_eq!((adam.teaching_position.as_str(), adam.status), ("Grade 4 teacher", Status::Approved));
    let at = NOON + Duration::hours(1);
    assert_eq!((adam.submitted_at, adam.reviewed_at), (at, Some(at)));
}

async fn found(stores: &Stores, query: &str) -> Vec<String> {
    let filter = ReviewFilter { query: Some(query.to_owned()), ..ReviewFilter::default() };
    let listing = list(stores, &filter, Order::Asc).await.0;
    assert_eq!((listing.total, listing.total_is_exact), (listing.items.len() as u64, true), "{query:?}");
    first_names(listing)
}

/// Each word, in any order, occurs in any field. A word of one or two characters begins a word.
pub async fn a_query_finds_every_word_in_any_field_and_order(stores: &Stores) {
    filled(stores).await;
    let all: &[&str] = &["Mary", "adam", "Zoe", "Li"];
    let table: [(&str, &[&str]); 21] = [
        ("MARY", &["Mary"]),
        ("stone", &["Mary", "adam"]),
        ("mary sto", &["Mary"]),
        ("Stone, Mary", &["Mary"]),
        ("y stone", &[]),
        ("ton", &["Mary", "adam"]),
        ("to", &[]),
        ("ADAM@school", &["adam"]),
        ("@example.org", &["Mary", "Zoe", "Li"]),
        ("bell zoe_b", &["Zoe"]),
        ("100%", &["Li"]),
        ("grade 4 TEACHER", all),
        ("hillsBOROUGH", all),
        ("teacher hillsborough tampa", all),
        ("Florida", all),
        ("fl", all),
        ("math science", all),
        ("math stone fl adam", &["adam"]),
        ("elementary", &[]),
        ("math stone texas", &[]),
        ("stone bell", &[]),
    ];
    for (query, names) in table {
        assert_eq!(found(stores, query).await, names, "{query:?}");
    }
}

async fn applicants(stores: &Stores, people: impl IntoIterator<Item = (&str, &str)>) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for (number, (first, last)) in people.into_iter().enumerate() {
        let email = format!("p{number}@x.example");
        let user = NewUser { name: name(first, last), ..new_user(&email, &[Role::Applicant]) };
        let user_id = user.id;
        stores.create_user(user).await;
        ids.push(stores.submitted(user_id, NOON).await.id);
    }
    ids
}

pub async fn applicants_are_found_by_every_common_spelling_of_their_names(stores: &Stores) {
    let applications = applicants(stores, NAMES.iter().map(|(first, last, ..)| (*first, *last))).await;
    let found = async |query: &str| {
        let filter = ReviewFilter { query: Some(query.to_owned()), ..ReviewFilter::default() };
        let page = filter.page(Page { limit: 100, offset: 0 }, ReviewSort::SubmittedAt, Order::Asc);
        ids(&read(stores, &filter, page).await.0.items)
    };
    for (id, (_, last, finding, others)) in applications.iter().zip(NAMES) {
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

pub async fn applicants_are_sorted_by_name_ignoring_accents_and_apostrophes(stores: &Stores) {
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

/// Stores an application for each pair of state and subjects, at intervals of an hour, and returns the ids.
async fn from_states(stores: &Stores, rows: &[(&str, &[&str])]) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for (hour, (state, subjects)) in (0..).zip(rows) {
        let user_id = stores.applicant(&format!("s{hour}@example.org")).await;
        let fields = ApplicationFields {
            state: (*state).to_owned(),
            subjects_taught: subjects.iter().map(|subject| (*subject).to_owned()).collect(),
            ..fields()
        };
        let at = NOON + Duration::hours(hour);
        let step = Box::new(move |applicant: &_| submit(applicant, fields, &act(at)));
        stores.applications.submit(user_id, None, at, step).await.expect("a submission");
        let filter = ReviewFilter { submitted_after: Some(at), ..ReviewFilter::default() };
        ids.push(list(stores, &filter, Order::Desc).await.0.items[0].id);
    }
    ids
}

const FROM_STATES: [(&str, &[&str]); 8] = [
    ("Texas", &["AP Biology", "Math"]),
    ("TX", &["Chemistry"]),
    (" texas ", &[]),
    ("Hawaiʻi", &["Biología"]),
    ("West Virginia", &["Physical Education"]),
    ("Virginia", &["Special Education", "Physical Therapy"]),
    ("D.C.", &["math"]),
    ("Ontario", &["Mathematics"]),
];

pub async fn state_subject_and_dates_filter_the_list_and_can_be_combined(stores: &Stores) {
    let all = from_states(stores, &FROM_STATES).await;
    let admin = stores.admin().await;
    stores.decide(all[1], Decision::Approve, admin, NOON).await;
    let hour = |hour: i64| Some(NOON + Duration::hours(hour));
    let any = ReviewFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let table: Vec<(ReviewFilter, &[usize])> = vec![
        (ReviewFilter { state: text("Texas"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { state: text("tx"), ..any() }, &[0, 1, 2]),
        (ReviewFilter { state: text("HI"), ..any() }, &[3]),
        (ReviewFilter { state: text("Virginia"), ..any() }, &[5]),
        (ReviewFilter { state: text("District of Columbia"), ..any() }, &[6]),
        (ReviewFilter { state: text("Washington, DC"), ..any() }, &[6]),
        (ReviewFilter { state: text("ontário"), ..any() }, &[7]),
        (ReviewFilter { state: text("Ohio"), ..any() }, &[]),
        (ReviewFilter { state: text("—"), ..any() }, &[]),
        (ReviewFilter { subject: text("biology"), ..any() }, &[0]),
        (ReviewFilter { subject: text("Biology AP"), ..any() }, &[0]),
        (ReviewFilter { subject: text("biologia"), ..any() }, &[3]),
        (ReviewFilter { subject: text("MATH"), ..any() }, &[0, 6]),
        (ReviewFilter { subject: text("physical education"), ..any() }, &[4, 5]),
        (ReviewFilter { subject: text("!"), ..any() }, &[]),
        (ReviewFilter { submitted_after: hour(6), ..any() }, &[6, 7]),
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

/// The note of a decision is none of them.
pub async fn notes_filter_the_list_and_the_numbers_by_state(stores: &Stores) {
    let all = from_states(stores, &FROM_STATES[..4]).await;
    let admin = stores.admin().await;
    noted(stores, all[1], admin, "Called.", NOON).await;
    noted(stores, all[3], admin, "Called.", NOON).await;
    noted(stores, all[3], admin, "Called twice.", NOON).await;
    let removed = noted(stores, all[2], admin, "Called.", NOON).await;
    let step: NoteStep = Box::new(move |seen| delete_note(seen, admin, &act(NOON)));
    stores.notes.change(all[2], removed.id, admin, step).await.expect("a deletion");
    stores.decide(all[0], Decision::Reject, admin, NOON).await;

    let any = ReviewFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let texas = || ReviewFilter { state: text("Texas"), ..any() };
    let table: [(ReviewFilter, &[usize]); 4] = [
        (any(), &[1, 3]),
        (texas(), &[1]),
        (ReviewFilter { status: Some(Status::Rejected), ..any() }, &[]),
        (ReviewFilter { query: text("hawaii"), ..any() }, &[3]),
    ];
    for (filter, with_notes) in table {
        let every = list(stores, &filter, Order::Asc).await.0;
        for has_notes in [true, false] {
            let filter = ReviewFilter { has_notes: Some(has_notes), ..filter.clone() };
            let wanted = ids(&every.items).into_iter();
            let wanted: Vec<Uuid> = wanted
                .filter(|id| with_notes.iter().any(|number| all[*number] == *id) == has_notes)
                .collect();
            for sort in ReviewSort::ALL {
                let page = filter.page(Page::default(), sort, Order::Asc);
                let listing = read(stores, &filter, page).await.0;
                assert_eq!(
                    (listing.total, listing.total_is_exact),
                    (wanted.len() as u64, true),
                    "{filter:?}"
                );
                let mut found = ids(&listing.items);
                found.sort_by_key(|id| wanted.iter().position(|wanted| wanted == id));
                assert_eq!(found, wanted, "{filter:?} by {sort:?}");
            }
            let request = ExportRequest { filter: filter.clone(), ..ExportRequest::default() };
            let exported = stores.queue.export(request).await.expect("an open export").0;
            assert_eq!(exported, wanted.len() as u64, "{filter:?}");
        }
    }
    for (has_notes, expected) in [(true, [("hi", 1), ("tx", 1)].as_slice()), (false, &[("tx", 2)])] {
        let filter = ReviewFilter { has_notes: Some(has_notes), ..any() };
        let counts = stores.queue.states(filter).await.expect("a result");
        let found = counts.items.iter().map(|item| (item.key.as_deref().unwrap_or_default(), item.count));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{has_notes}");
    }
}

pub async fn applications_are_counted_by_state_regardless_of_the_state_filter(stores: &Stores) {
    let all = from_states(stores, &FROM_STATES).await;
    let admin = stores.admin().await;
    stores.decide(all[1], Decision::Approve, admin, NOON).await;
    let any = ReviewFilter::default;
    let table: Vec<(ReviewFilter, &[(&str, u64)])> = vec![
        (any(), &[("tx", 3), ("dc", 1), ("hi", 1), ("va", 1), ("wv", 1), ("", 1)]),
        (ReviewFilter { status: Some(Status::Approved), ..any() }, &[("tx", 1)]),
        (ReviewFilter { subject: Some("math".into()), ..any() }, &[("dc", 1), ("tx", 1)]),
        (ReviewFilter { query: Some("mathematics".into()), ..any() }, &[("", 1)]),
        (ReviewFilter { query: Some("unknown".into()), ..any() }, &[]),
        (
            ReviewFilter { submitted_after: Some(NOON + Duration::hours(5)), ..any() },
            &[("dc", 1), ("va", 1), ("", 1)],
        ),
    ];
    for (filter, expected) in table {
        let counts = stores.queue.states(filter.clone()).await.expect("a result");
        let found = counts.items.iter().map(|item| (item.key.as_deref().unwrap_or_default(), item.count));
        assert_eq!((found.collect::<Vec<_>>().as_slice(), counts.is_exact), (expected, true), "{filter:?}");
    }
}

/// The store and the program recognise the same states.
pub async fn every_us_state_and_territory_is_found_by_name_and_code(stores: &Stores) {
    let user_id = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    for (code, name) in US_STATES {
        let fields = ApplicationFields { state: name.to_owned(), ..fields() };
        let step = Box::new(move |applicant: &_| submit(applicant, fields, &act(NOON)));
        stores.applications.submit(user_id, None, NOON, step).await.expect("a submission");
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
    let counts = stores.queue.states(ReviewFilter::default()).await.expect("a result");
    assert_eq!(counts.items.len(), US_STATES.len());
}

async fn submitted_as(stores: &Stores, user_id: Uuid, position: &str, at: OffsetDateTime) {
    let fields = ApplicationFields { teaching_position: position.to_owned(), ..fields() };
    let step = Box::new(move |applicant: &_| submit(applicant, fields, &act(at)));
    stores.applications.submit(user_id, None, at, step).await.expect("a submission");
}

pub async fn positions_are_sorted_ignoring_case(stores: &Stores) {
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
pub async fn every_sort_key_works_in_both_directions(stores: &Stores) {
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

/// Ties are broken by id, so that no page repeats or omits a row.
pub async fn pages_cover_the_list_without_gaps_or_duplicates(stores: &Stores) {
    for user_id in stores.applicants(7).await {
        stores.submitted(user_id, NOON).await;
    }
    for sort in ReviewSort::ALL {
        let mut ids: Vec<Uuid> = Vec::new();
        for offset in [0, 3, 6, 9] {
            let all = ReviewFilter::default();
            let page = all.page(Page { limit: 3, offset }, sort, Order::Desc);
            let (listing, counts) = read(stores, &all, page).await;
            assert_eq!((listing.total, listing.limit, listing.offset), (7, 3, Some(offset)));
            assert_eq!(counts.total, 7);
            assert_eq!(
                (listing.prev_cursor.is_some(), listing.next_cursor.is_some()),
                ((3..9).contains(&offset), offset < 6)
            );
            ids.extend(listing.items.iter().map(|item| item.id));
        }
        assert_eq!(ids.len(), 7);
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 7, "{sort:?}");
    }
}

/// Decides a listed application, which removes it from the pending list.
async fn decide_one(stores: &Stores, admin: Uuid, application: Option<&ApplicationSummary>) {
    let application = application.expect("an item on the page").id;
    stores.decide(application, Decision::Reject, admin, NOON).await;
}

fn ids(items: &[ApplicationSummary]) -> Vec<Uuid> {
    items.iter().map(|item| item.id).collect()
}

/// Walks forwards, then back. On each page the row that its cursor names is decided, so that it is gone when the cursor
/// is used.
pub async fn a_walk_by_cursor_visits_each_row_once_while_rows_leave_the_filter(stores: &Stores) {
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
