//! Every documented response can be produced: each status, and each code of a problem. (The harness checks for every
//! response in every test that its operation documents it.)

mod emails;
mod every_operation;
mod factors;
mod refusals;

use std::collections::BTreeSet;

use forum_tests::harness::{Document, Documented};

/// Documented responses that these tests cannot produce, with the reason. `*` means every operation without that response.
const EXCEPTIONS: &[(&str, u16, &str, &str)] = &[
    (
        "*",
        503,
        "busy",
        "any operation can be refused under load; in these tests only hashing and uploads have a limit",
    ),
    ("revoke_role", 409, "last_admin", "occurs only if two administrators demote each other concurrently"),
    ("get_health", 500, "internal_error", "no part of it can fail"),
    ("get_health", 503, "unavailable", "it depends on no part of the program"),
    ("get_readiness", 500, "internal_error", "every fault of a dependency is a 503"),
    ("list_keys", 500, "internal_error", "the keys of the test cannot fail"),
    ("list_keys", 503, "unavailable", "the keys of the test cannot fail"),
    ("list_providers", 500, "internal_error", "it reads only the settings"),
    ("list_providers", 503, "unavailable", "it reads only the settings"),
];

#[tokio::test]
async fn every_documented_status_and_code_is_returned_for_some_request() {
    let documented = Document::published().documented();
    let mut seen = BTreeSet::new();
    seen.extend(every_operation::valid_requests_and_tokens().await);
    seen.extend(every_operation::bodies().await);
    seen.extend(every_operation::outages().await);
    seen.extend(every_operation::rate_limits().await);
    seen.extend(refusals::parameters().await);
    seen.extend(refusals::accounts().await);
    seen.extend(refusals::recovery().await);
    seen.extend(refusals::own_account().await);
    seen.extend(refusals::applications().await);
    seen.extend(refusals::notes().await);
    seen.extend(refusals::changes().await);
    seen.extend(refusals::drafts().await);
    seen.extend(refusals::idempotency_keys().await);
    seen.extend(refusals::photos().await);
    seen.extend(emails::refusals().await);
    seen.extend(factors::refusals().await);
    let missing: BTreeSet<&Documented> = documented.difference(&seen).collect();
    let excepted = |kind: &Documented, row: &(&str, u16, &str, &str)| {
        (row.0 == "*" || row.0 == kind.0) && (row.1, row.2) == (kind.1, kind.2.as_str())
    };
    let never: Vec<_> =
        missing.iter().filter(|kind| !EXCEPTIONS.iter().any(|row| excepted(kind, row))).collect();
    assert!(never.is_empty(), "documented but returned for no request: {never:#?}");
    let stale: Vec<_> =
        EXCEPTIONS.iter().filter(|row| !missing.iter().any(|kind| excepted(kind, row))).collect();
    assert!(stale.is_empty(), "unnecessary exceptions {stale:#?}");
}
