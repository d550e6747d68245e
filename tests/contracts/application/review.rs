//! The list, its search, filters and numbers.

mod filters;
mod list;
mod search;

use forum_domain::accounts::{NewUser, Role};
use forum_domain::applications::{ApplicationSummary, Counts, Decision, ReviewFilter, ReviewSort};
use forum_domain::shared::{Listing, Order, Page, PageRequest};
use time::Duration;
use uuid::Uuid;

use forum_tests::builders::{NOON, name, new_user};
use forum_tests::stores::Stores;

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
    stores.review.list(filter.clone(), page).await.expect("a result")
}

/// The first page, by time.
async fn list(stores: &Stores, filter: &ReviewFilter, order: Order) -> (Listing<ApplicationSummary>, Counts) {
    read(stores, filter, filter.page(Page::default(), ReviewSort::SubmittedAt, order)).await
}

fn first_names(listing: Listing<ApplicationSummary>) -> Vec<String> {
    listing.items.into_iter().map(|item| item.person.expect("an account").name.first).collect()
}

fn ids(items: &[ApplicationSummary]) -> Vec<Uuid> {
    items.iter().map(|item| item.id).collect()
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
