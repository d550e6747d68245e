//! What the contract suites read from a [`MemoryDatabase`] without going through the ports.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::accounts::Roles;
use forum_domain::audit::AuditEvent;
use forum_domain::headshots::HeadshotState;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::MemoryOutboxStore;
use super::database::MemoryDatabase;
use crate::contract::{AuditRow, Backend, Readback, StoredMail, Stores};

#[async_trait]
impl Readback for MemoryDatabase {
    async fn roles(&self, user_id: Uuid) -> Roles {
        let roles = self.read(|state| state.users.get(&user_id).map(|row| row.user.roles.clone()));
        roles.expect("a reachable database").unwrap_or_default()
    }

    async fn mails(&self) -> Vec<StoredMail> {
        let rows = self.read(|state| state.outbox.clone()).expect("a reachable database");
        rows.into_iter()
            .map(|row| StoredMail {
                state: row.state(),
                id: row.mail.id,
                kind: row.mail.kind,
                to: row.mail.to.as_str().into(),
                attempts: row.attempts,
                last_error: row.last_error,
                items: row.mail.items,
            })
            .collect()
    }

    async fn audit(&self) -> Vec<AuditRow> {
        let rows = self.read(|state| state.audit.clone()).expect("a reachable database");
        let entry = |row: AuditEvent| AuditRow {
            at: row.at,
            actor_id: row.actor_id,
            action: row.action.into(),
            target_type: row.target_type.into(),
            target_id: row.target_id,
            detail: row
                .detail
                .into_iter()
                .map(|(name, value)| (name.to_owned(), Value::from(value)))
                .collect(),
        };
        rows.into_iter().map(entry).collect()
    }

    async fn count(&self, table: &'static str) -> u64 {
        let rows = self.read(|state| match table {
            "pending_registrations" => state.registrations.len(),
            "one_time_tokens" => state.tokens.len(),
            "email_changes" => state.changes.len(),
            "application_notes" => state.notes.len(),
            "application_change_requests" => state.change_requests.len(),
            "application_versions" => state.versions.len(),
            "application_viewers" => state.viewers.len(),
            "application_drafts" => state.drafts.len(),
            "sessions" => state.sessions.len(),
            "factors" => state.factors.len(),
            "factor_challenges" => state.challenges.len(),
            "recovery_codes" => state.recovery_codes.len(),
            "applications" => state.applications.len(),
            "headshots" => state.headshots.len(),
            "idempotent_requests" => state.requests.len(),
            "identities" => state.identities.len(),
            "rate_limits" => state.buckets.len(),
            "known_networks" => state.known_networks.len(),
            "sign_in_flows" => state.sign_in_flows.len(),
            other => panic!("no table {other}"),
        });
        rows.expect("a reachable database") as u64
    }

    async fn headshots(&self) -> Vec<(Uuid, HeadshotState)> {
        let rows = self.read(|state| state.headshots.clone()).expect("a reachable database");
        rows.into_values().map(|row| (row.id, row.state)).collect()
    }

    async fn disable(&self, user_id: Uuid, at: OffsetDateTime) {
        let disabled: Result<(), forum_domain::shared::Fault> = self.write(|state| {
            if let Some(row) = state.users.get_mut(&user_id) {
                row.user.disabled_at = Some(at);
            }
            Ok(())
        });
        disabled.expect("a reachable database");
    }
}

#[async_trait]
impl Backend for MemoryDatabase {
    async fn fresh() -> Self {
        Self::new()
    }

    fn stores(&self) -> Stores {
        let database = || Arc::new(self.clone());
        Stores {
            accounts: database(),
            sessions: database(),
            security: database(),
            identities: database(),
            sign_in_flows: database(),
            applications: database(),
            drafts: database(),
            events: database(),
            queue: database(),
            notes: database(),
            change_requests: database(),
            viewers: database(),
            headshots: database(),
            email_changes: database(),
            profiles: database(),
            own_data: database(),
            outbox: Arc::new(MemoryOutboxStore::new(self.clone())),
            templates: database(),
            audit: database(),
            leftovers: database(),
            requests: database(),
            limiter: database(),
            networks: database(),
            directory: database(),
            users: database(),
            readback: database(),
        }
    }

    /// Nothing to do: the memory is freed with the last handle.
    async fn remove(self) {}
}
