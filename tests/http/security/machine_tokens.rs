//! What is true of a machine's token besides the role matrix: when it is valid, and what the audit log has about it.

use forum_domain::accounts::{AdminFactor, TokenScope};
use forum_domain::shared::Code;
use forum_tests::harness::{Ports, TestApi};
use serde_json::{Value, json};
use time::Duration;

const LIST: &str = "/api/admin/applications";

#[tokio::test]
async fn a_token_is_valid_until_it_expires_or_is_revoked_and_needs_no_second_factor() {
    let ports = Ports::new().await.with(|program| program.admin_factor = AdminFactor::Required);
    let api = TestApi::with(ports);
    let tokens = api.machine_tokens();
    let [old, new] = [api.machine("old", TokenScope::Read).await, api.machine("new", TokenScope::Read).await];
    api.clock().advance(Duration::days(30) - Duration::SECOND);
    old.get(LIST).await.expect(200);
    tokens.revoke("old").await.expect("a token");
    old.get(LIST).await.problem(401, "invalid_token");
    new.get(LIST).await.expect(200);
    let taken = tokens.create("new", TokenScope::Read, 30).await.expect_err("a used name");
    assert_eq!(taken.code, Code::Conflict);
    api.clock().advance(Duration::SECOND);
    new.get(LIST).await.problem(401, "token_expired");
    // The names of revoked and expired tokens are free.
    for name in ["old", "new"] {
        api.machine(name, TokenScope::Export).await.get(LIST).await.problem(403, "forbidden");
    }
    old.get(LIST).await.problem(401, "invalid_token");
}

#[tokio::test]
async fn the_audit_log_has_the_name_of_the_token() {
    let (api, _, admin, application) = TestApi::with_desk().await;
    let machine = api.machine("nightly", TokenScope::Read).await;
    let path = format!("/api/applications/{application}");
    for _ in 0..2 {
        // A machine sees what an administrator sees.
        assert_eq!(machine.get(&path).await.expect(200).json["note"], Value::Null);
    }
    machine.get(&format!("{LIST}/{application}/notes")).await.expect(200);
    machine.get(&format!("{LIST}/export")).await.expect(200);
    admin.get(&path).await.expect(200);
    api.machine_tokens().revoke("nightly").await.expect("a token");
    let log = admin.get("/api/admin/audit-events").await.expect(200);
    let seen = |action: &str| -> Vec<(Value, Value)> {
        let entries = log.items().iter().filter(|entry| entry["action"] == action);
        entries.map(|entry| (entry["actor_name"].clone(), entry["detail"]["name"].clone())).collect()
    };
    let (nightly, none) = (json!("nightly"), Value::Null);
    let mut readers = seen("application.read");
    readers.sort_by_key(|(name, _)| name.to_string());
    assert_eq!(readers, [(json!("Ana Li"), none.clone()), (nightly.clone(), none.clone())]);
    assert_eq!(seen("applications.exported"), [(nightly.clone(), none.clone())]);
    for action in ["token.created", "token.revoked"] {
        assert_eq!(seen(action), [(none.clone(), nightly.clone())], "{action}");
    }
}
