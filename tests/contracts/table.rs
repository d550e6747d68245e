//! Every contract must be listed in `every_contract!`, or it would never run.

/// The store suites. Mail senders and file stores have separate tables.
const SUITES: [(&str, &str); 28] = [
    ("accounts", include_str!("../src/contract/account/accounts.rs")),
    ("audit", include_str!("../src/contract/operation/audit.rs")),
    ("decisions", include_str!("../src/contract/application/decisions.rs")),
    ("directory", include_str!("../src/contract/account/directory.rs")),
    ("drafts", include_str!("../src/contract/application/drafts.rs")),
    ("email_changes", include_str!("../src/contract/account/email_changes/redemption.rs")),
    ("email_changes", include_str!("../src/contract/account/email_changes/requests.rs")),
    ("events", include_str!("../src/contract/operation/events.rs")),
    ("account_security", include_str!("../src/contract/account/account_security.rs")),
    ("headshots", include_str!("../src/contract/application/headshots.rs")),
    ("housekeeping", include_str!("../src/contract/operation/housekeeping.rs")),
    ("identities", include_str!("../src/contract/account/identities.rs")),
    ("idempotency", include_str!("../src/contract/application/idempotency.rs")),
    ("limits", include_str!("../src/contract/operation/limits.rs")),
    ("mail_records", include_str!("../src/contract/mailing/mail_records.rs")),
    ("outbox", include_str!("../src/contract/mailing/outbox.rs")),
    ("recovery", include_str!("../src/contract/account/recovery.rs")),
    ("own_data", include_str!("../src/contract/operation/own_data.rs")),
    ("profiles", include_str!("../src/contract/account/profiles.rs")),
    ("registrations", include_str!("../src/contract/account/registrations.rs")),
    ("review", include_str!("../src/contract/application/review.rs")),
    ("review_reading", include_str!("../src/contract/application/review_reading.rs")),
    ("sessions", include_str!("../src/contract/account/sessions.rs")),
    ("sign_in_flows", include_str!("../src/contract/account/sign_in_flows.rs")),
    ("submissions", include_str!("../src/contract/application/submissions.rs")),
    ("templates", include_str!("../src/contract/mailing/templates.rs")),
    ("users", include_str!("../src/contract/account/users.rs")),
    ("waking", include_str!("../src/contract/mailing/waking.rs")),
];

const TABLE: &str = include_str!("../src/contract/mod.rs");

#[test]
fn every_contract_is_in_the_table_of_its_suite() {
    for (suite, source) in SUITES {
        let start = format!("$crate::contracts!($backend, {suite}: [");
        let rows = TABLE.split_once(&start).and_then(|(_, rest)| rest.split_once(']'));
        let rows: Vec<&str> = rows.expect("the suite has a table").0.split(',').map(str::trim).collect();
        let written = source.lines().filter_map(|line| line.strip_prefix("pub async fn "));
        let names: Vec<&str> =
            written.filter_map(|line| line.split_once('(')).map(|(name, _)| name).collect();
        assert!(!names.is_empty(), "{suite} holds contracts");
        for name in names {
            assert!(rows.contains(&name), "{suite}::{name} is never run");
        }
    }
}
