//! Every POST is idempotent under a key, or has a reason why it is not. The guide has the same lists.

use std::collections::BTreeSet;

use forum_tests::harness::Document;

/// The response holds a secret or a value that can be used once, which must not be stored.
const SECRET: [&str; 17] = [
    "challenge_factor",
    "challenge_passkey",
    "create_nonce",
    "create_recovery_codes",
    "create_session",
    "create_session_by_code",
    "create_session_by_factor",
    "create_session_by_id_token",
    "create_session_by_passkey",
    "create_session_by_pkce",
    "create_session_by_wallet",
    "create_wallet_nonce",
    "enrol_factor",
    "preview_email_template",
    "redeem_verification",
    "refresh_session",
    "verify_factor",
];

/// A repetition leads to the same state.
const HARMLESS: [&str; 4] = ["disable_user", "enable_user", "reauthenticate_session", "report_browser_error"];

#[test]
fn every_post_takes_a_key_or_has_a_reason_against_it() {
    let document = Document::published();
    let mut keyed = BTreeSet::new();
    let mut others = BTreeSet::new();
    for operation in document.operations().into_iter().filter(|operation| operation.method == "post") {
        let mut parameters = operation.value["parameters"].as_array().into_iter().flatten();
        let takes_key = parameters.any(|parameter| parameter["name"] == "Idempotency-Key");
        if takes_key { &mut keyed } else { &mut others }.insert(operation.id().to_owned());
    }
    let declined: BTreeSet<String> = SECRET.into_iter().chain(HARMLESS).map(str::to_owned).collect();
    assert_eq!(others, declined);
    let guide = document.value()["info"]["description"].as_str().expect("a guide");
    let (_, section) = guide.split_once("## Idempotency").expect("a section");
    let (section, _) = section.split_once("\n## ").expect("a next section");
    for operation in keyed.iter().chain(&declined) {
        assert!(section.contains(&format!("`{operation}`")), "the guide does not name {operation}");
    }
    let count = section.matches('`').count() / 2;
    assert!(count < keyed.len() + declined.len() + 8, "the guide names {count} things");
}
