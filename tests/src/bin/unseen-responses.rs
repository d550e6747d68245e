//! `unseen-responses`: after all HTTP tests, fails if the document has a status or a problem code that no test received.
//! `just test-rust` empties the record before the tests.

use std::collections::BTreeSet;

use forum_tests::harness::{Document, Documented, seen};

/// Documented responses that no test can cause, with the reason. `*` means every operation without that response.
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
    ("get_site", 500, "internal_error", "it reads only the settings"),
    ("open_unsubscription", 500, "internal_error", "it reads only its path"),
    ("open_unsubscription", 503, "unavailable", "it reads only its path"),
    ("get_site", 503, "unavailable", "it reads only the settings"),
];

fn is_excepted((operation, status, code): &Documented) -> bool {
    EXCEPTIONS.iter().any(|row| {
        (row.0 == "*" || row.0 == operation.as_str()) && (row.1, row.2) == (*status, code.as_str())
    })
}

fn main() -> anyhow::Result<()> {
    let (documented, seen) = (Document::published().documented(), seen());
    let unseen: BTreeSet<&Documented> =
        documented.difference(&seen).filter(|kind| !is_excepted(kind)).collect();
    anyhow::ensure!(unseen.is_empty(), "documented, but returned in no test: {unseen:#?}");
    Ok(())
}
