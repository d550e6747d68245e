//! The table of docs/bounds.md is correct: it lists every operation with the tokens it takes and the rows it stores.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use forum_adapters::postgres::ConnectionPool;
use forum_domain::limits::{BucketKey, Rate, RateLimiter, Taken};
use forum_domain::shared::Fault;
use forum_tests::bounds::{BOUNDS, Bound, Who, document};
use forum_tests::harness::{Document, Ports, TestApi};
use forum_tests::postgres::PostgresDatabase;
use sqlx::AssertSqlSafe;
use time::OffsetDateTime;

use crate::support::requests::Owner;

/// Deletes an account, which must not be that of the other requests.
const DELETES_ACCOUNT: &str = "delete_current_user";

/// Operations that are refused here. They store nothing, or the same rows as a similar operation.
const REFUSED: [&str; 8] = [
    "get_draft",
    "retry_email_message",
    "update_note",
    "delete_note",
    "undo_decision",
    "take_back_change_request",
    "edit_application",
    "withdraw_application",
];

#[test]
fn every_operation_has_its_bound_and_the_table_in_the_documentation_is_this_one() {
    let bounds: BTreeSet<&str> = BOUNDS.iter().map(|bound| bound.operation).collect();
    let document_of_api = Document::published();
    let operations = document_of_api.operations();
    assert_eq!(bounds, operations.iter().map(|operation| operation.id()).collect());
    assert_eq!(BOUNDS.len(), bounds.len(), "one row each");
    assert!(
        document() == include_str!("../../../docs/bounds.md"),
        "docs/bounds.md is out of date: run `just bounds`"
    );
}

/// Records the rates of the used buckets.
struct Recording {
    inner: Arc<dyn RateLimiter>,
    asked: Arc<Mutex<Vec<Rate>>>,
}

#[async_trait]
impl RateLimiter for Recording {
    async fn take(&self, key: &BucketKey, rate: Rate, now: OffsetDateTime) -> Result<Taken, Fault> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(rate);
        self.inner.take(key, rate, now).await
    }

    async fn give_back(&self, key: &BucketKey, rate: Rate) {
        self.inner.give_back(key, rate).await;
    }
}

/// The number of rows in all tables but those of the limits themselves, and of audit entries.
async fn stored(pool: &ConnectionPool) -> (i64, i64) {
    let tables = "select table_name::text from information_schema.tables where table_schema = 'public'
                  and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'known_networks')";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(pool).await.expect("table names");
    let counts = tables.iter().map(|table| format!("(select count(*) from {table})")).collect::<Vec<_>>();
    let all = format!("select {}, (select count(*) from audit_events)", counts.join(" + "));
    sqlx::query_as(AssertSqlSafe(all)).fetch_one(pool).await.expect("row counts")
}

fn sorted(rates: impl IntoIterator<Item = Rate>) -> Vec<(time::Duration, time::Duration)> {
    let mut rates: Vec<_> = rates.into_iter().map(|rate| (rate.cost, rate.window)).collect();
    rates.sort();
    rates
}

#[tokio::test]
async fn each_operation_takes_the_tokens_and_stores_the_rows_of_the_table() {
    /// No limit is reached, and each limit still has a distinct rate.
    const FACTOR: f64 = 100.0;
    let database = PostgresDatabase::fresh().await;
    let asked = Arc::<Mutex<Vec<Rate>>>::default();
    let api = TestApi::with(Ports::on(database.stores()).with(|program| {
        program.limits_factor = FACTOR;
        program.limiter = Arc::new(Recording { inner: program.limiter.clone(), asked: asked.clone() });
    }));
    let (own, other) = (Owner::new(&api, "a").await, Owner::new(&api, "b").await);
    let admin = api.admin("admin@forum.example").await;
    // The owner may apply again after a rejection.
    admin.decide(&own.application, "rejected").await.expect(200);
    let (anonymous, grant) = (api.anonymous(), api.with_token(&own.grant));
    let mut wrong = Vec::new();
    let deleted = Owner::new(&api, "c").await;
    let (owns, others, deleted_requests) = (own.requests(), other.requests(), deleted.requests());
    let chosen =
        deleted_requests.iter().find(|request| request.operation == "change_password").expect("a request");
    chosen.send(&deleted.caller).await.expect(204);
    for bound in ordered() {
        let requests = match bound.who {
            _ if bound.operation == DELETES_ACCOUNT => &deleted_requests,
            Who::Administrator => &others,
            Who::Stranger | Who::Account => &owns,
        };
        let request =
            requests.iter().find(|request| request.operation == bound.operation).expect("a request");
        let before = stored(database.pool()).await;
        asked.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let answer = request
            .send(match bound.who {
                _ if bound.operation == "set_recovery_password" => &grant,
                Who::Stranger => &anonymous,
                Who::Account if bound.operation == DELETES_ACCOUNT => &deleted.caller,
                Who::Account => &own.caller,
                Who::Administrator => &admin,
            })
            .await;
        let rates = std::mem::take(&mut *asked.lock().unwrap_or_else(PoisonError::into_inner));
        let after = stored(database.pool()).await;
        let limits = bound.limits.iter().map(|limit| limit.rate(FACTOR));
        if sorted(rates.iter().copied()) != sorted(limits) {
            wrong.push(format!("{}: takes {} tokens", bound.operation, rates.len()));
        }
        if answer.status >= 400 && !REFUSED.contains(&bound.operation) {
            wrong.push(format!("{}: {} {}", bound.operation, answer.status, answer.text));
        }
        let grown = [(after.0 - before.0, bound.rows), (after.1 - before.1, bound.audit)];
        // A notice that replaces an earlier one saves a row.
        let within = |(rows, bound): &(i64, u64)| {
            u64::try_from(*rows).is_ok_and(|rows| rows == *bound || rows + 1 == *bound) || *rows <= 0
        };
        if !grown.iter().all(within) {
            wrong.push(format!("{}: stores {grown:?}", bound.operation));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The rows of the table, with a request for changes before the decision, and operations that end sessions or prevent
/// other requests last.
fn ordered() -> Vec<&'static Bound> {
    let rank = |bound: &&Bound| match bound.operation {
        "request_changes" => -1,
        "end_sessions" | "end_session" | "verify_factor" | "submit_application" => 1,
        "enrol_factor" => 2,
        "change_password" => 3,
        "remove_factor" => 4,
        _ => 0,
    };
    let mut bounds: Vec<_> = BOUNDS.iter().collect();
    bounds.sort_by_key(rank);
    bounds
}
