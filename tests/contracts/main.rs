//! The rules of every adapter: locks, races, rollback, cursors, retention, leases and plans of the stores on PostgreSQL,
//! and the contracts of the other ports.

mod accounts;
mod application_races;
mod contact;
mod files;
mod images;
mod races;
mod rollback;
mod sessions;
mod steps;
mod trust;

mod application {
    pub(crate) mod applications;
    pub(crate) mod headshots;
    mod lists;
    mod marks;
    mod names;
    pub(crate) mod review;
}

/// The outbox, and mail sent by SMTP.
mod mail {
    pub(crate) mod messages;
    pub(crate) mod outbox;
    mod smtp;
}

/// Limits, records of requests, housekeeping and own data.
mod operation {
    mod housekeeping;
    mod own_data;
    pub(crate) mod requests;
}

mod postgres {
    mod connections;
    mod invariants;
    mod reports;
    mod review_list;
    mod review_plans;
    mod schema;
    mod seeding;
}

use tokio::task::JoinSet;

/// Runs all futures concurrently and returns their results in any order.
async fn concurrently<F>(all: impl IntoIterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    all.into_iter().collect::<JoinSet<_>>().join_all().await
}
