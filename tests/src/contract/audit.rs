//! `AuditLog`.

use forum_domain::audit::AuditEvent;
use forum_domain::shared::Fault;
use serde_json::json;

use super::Stores;
use crate::builders::{NOON, audit, id};

/// Entries are append-only.
pub async fn an_entry_is_appended_and_its_id_is_never_used_twice(stores: &Stores) {
    let entry = audit("application.read", id());
    stores.audit.record(entry.clone()).await.expect("it is appended");
    stores.audit.record(audit("role.granted", id())).await.expect("it is appended");
    let twice = stores.audit.record(entry).await;
    assert!(matches!(twice, Err(Fault::Bug(_))), "{twice:?}");
    assert_eq!(stores.readback.audit_actions().await, ["application.read", "role.granted"]);
}

/// Every member is stored; the missing actor of a command-line action stays missing.
pub async fn an_entry_is_read_back_with_its_actor_time_target_and_detail(stores: &Stores) {
    let (actor, target) = (id(), id());
    let by_actor = AuditEvent { actor_id: Some(actor), ..audit("application.read", target) };
    stores.audit.record(by_actor).await.expect("it is appended");
    stores.audit.record(audit("role.granted", target)).await.expect("it is appended");
    let entries = stores.readback.audit().await;
    assert_eq!(entries.iter().map(|entry| entry.actor_id).collect::<Vec<_>>(), [Some(actor), None]);
    for entry in entries {
        assert_eq!((entry.at, entry.target_type.as_str(), entry.target_id), (NOON, "user", target));
        assert_eq!(entry.detail, json!({"role": "admin"}));
    }
}
