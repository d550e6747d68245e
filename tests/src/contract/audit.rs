//! `AuditLog`.

use forum_domain::shared::Fault;

use super::Stores;
use crate::builders::{audit, id};

/// Entries are append-only.
pub async fn an_entry_is_appended_and_its_id_is_never_used_twice(stores: &Stores) {
    let entry = audit("application.read", id());
    stores.audit.record(entry.clone()).await.expect("it is appended");
    stores.audit.record(audit("role.granted", id())).await.expect("it is appended");
    let twice = stores.audit.record(entry).await;
    assert!(matches!(twice, Err(Fault::Bug(_))), "{twice:?}");
    assert_eq!(stores.readback.audit_actions().await, ["application.read", "role.granted"]);
}
