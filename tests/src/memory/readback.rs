//! What the contract suites read from a [`MemoryDatabase`] without going through the ports.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::accounts::Roles;
use forum_domain::audit::AuditEvent;
use forum_domain::headshots::HeadshotState;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::database::MemoryDatabase;
use super::state::State;
use super::{
    MemoryAccountSecurityStore, MemoryAccountStore, MemoryApplicationStore, MemoryAuditLog, MemoryDraftStore,
    MemoryEmailChangeStore, MemoryEventLog, MemoryHeadshotStore, MemoryHousekeepingStore,
    MemoryIdentityStore, MemoryKnownNetworks, MemoryOutboxStore, MemoryOwnDataStore, MemoryProfileStore,
    MemoryRateLimiter, MemoryReviewQueue, MemorySessionStore, MemorySignInFlows, MemoryTemplateStore,
    MemoryUserStore,
};
use crate::contract::{AuditRow, Backend, OutboxState, Readback, StoredMail, Stores};

pub struct MemoryReadback(pub MemoryDatabase);

#[async_trait]
impl Readback for MemoryReadback {
    async fn roles(&self, user_id: Uuid) -> Roles {
        let roles = self.0.read(|state| state.users.get(&user_id).map(|row| row.user.roles.clone()));
        roles.expect("the database is up").unwrap_or_default()
    }

    async fn mails(&self) -> Vec<StoredMail> {
        let rows = self.0.read(|state| state.outbox.clone()).expect("the database is up");
        rows.into_iter()
            .map(|row| StoredMail {
                id: row.mail.id,
                kind: row.mail.kind,
                to: row.mail.to.as_str().into(),
                attempts: row.attempts,
                last_error: row.last_error,
                items: row.mail.items,
                state: match (row.sent_at, row.due_at) {
                    (Some(_), _) => OutboxState::Sent,
                    (None, Some(_)) => OutboxState::Waiting,
                    (None, None) => OutboxState::Dead,
                },
            })
            .collect()
    }

    async fn audit(&self) -> Vec<AuditRow> {
        let rows = self.0.read(|state| state.audit.clone()).expect("the database is up");
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

    async fn registrations(&self) -> u64 {
        self.0.read(|state| state.registrations.len() as u64).expect("the database is up")
    }

    async fn tokens(&self) -> u64 {
        self.0.read(|state| state.tokens.len() as u64).expect("the database is up")
    }

    async fn email_changes(&self) -> u64 {
        self.0.read(|state| state.changes.len() as u64).expect("the database is up")
    }

    async fn sessions(&self) -> u64 {
        self.0.read(|state| state.sessions.len() as u64).expect("the database is up")
    }

    async fn factor_rows(&self) -> u64 {
        let rows = |state: &State| state.factors.len() + state.challenges.len() + state.recovery_codes.len();
        self.0.read(|state| rows(state) as u64).expect("the database is up")
    }

    async fn idempotency_records(&self) -> u64 {
        self.0.read(|state| state.idempotency.len() as u64).expect("the database is up")
    }

    async fn headshots(&self) -> Vec<(Uuid, HeadshotState)> {
        let rows = self.0.read(|state| state.headshots.clone()).expect("the database is up");
        rows.into_values().map(|row| (row.id, row.state)).collect()
    }

    async fn buckets(&self) -> u64 {
        self.0.read(|state| state.buckets.len() as u64).expect("the database is up")
    }

    async fn drafts(&self) -> u64 {
        self.0.read(|state| state.drafts.len() as u64).expect("the database is up")
    }

    async fn known_networks(&self) -> u64 {
        self.0.read(|state| state.known_networks.len() as u64).expect("the database is up")
    }

    async fn sign_in_flows(&self) -> u64 {
        self.0.read(|state| state.sign_in_flows.len() as u64).expect("the database is up")
    }

    async fn disable(&self, user_id: Uuid, at: OffsetDateTime) {
        let disabled: Result<(), forum_domain::shared::Fault> = self.0.write(|state| {
            if let Some(row) = state.users.get_mut(&user_id) {
                row.user.disabled_at = Some(at);
            }
            Ok(())
        });
        disabled.expect("the database is up");
    }
}

#[async_trait]
impl Backend for MemoryDatabase {
    async fn fresh() -> Self {
        Self::new()
    }

    fn stores(&self) -> Stores {
        Stores {
            accounts: Arc::new(MemoryAccountStore(self.clone())),
            sessions: Arc::new(MemorySessionStore(self.clone())),
            security: Arc::new(MemoryAccountSecurityStore(self.clone())),
            identities: Arc::new(MemoryIdentityStore(self.clone())),
            sign_in_flows: Arc::new(MemorySignInFlows(self.clone())),
            applications: Arc::new(MemoryApplicationStore(self.clone())),
            drafts: Arc::new(MemoryDraftStore(self.clone())),
            events: Arc::new(MemoryEventLog(self.clone())),
            queue: Arc::new(MemoryReviewQueue(self.clone())),
            headshots: Arc::new(MemoryHeadshotStore(self.clone())),
            email_changes: Arc::new(MemoryEmailChangeStore(self.clone())),
            profiles: Arc::new(MemoryProfileStore(self.clone())),
            own_data: Arc::new(MemoryOwnDataStore(self.clone())),
            outbox: Arc::new(MemoryOutboxStore::new(self.clone())),
            templates: Arc::new(MemoryTemplateStore(self.clone())),
            audit: Arc::new(MemoryAuditLog(self.clone())),
            leftovers: Arc::new(MemoryHousekeepingStore(self.clone())),
            limiter: Arc::new(MemoryRateLimiter(self.clone())),
            networks: Arc::new(MemoryKnownNetworks(self.clone())),
            directory: Arc::new(MemoryUserStore(self.clone())),
            users: Arc::new(MemoryUserStore(self.clone())),
            readback: Arc::new(MemoryReadback(self.clone())),
        }
    }

    /// Nothing to do: the memory is freed with the last handle.
    async fn remove(self) {}
}
