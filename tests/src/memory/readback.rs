//! The stores of a [`MemoryDatabase`], and what tests read from it without going through the ports.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use forum_adapters::postgres::ConnectionPool;
use forum_domain::accounts::Roles;
use forum_domain::audit::AuditEvent;
use forum_domain::headshots::HeadshotState;
use forum_domain::shared::Fault;
use serde_json::Value;
use sqlx::postgres::PgConnectOptions;
use time::OffsetDateTime;
use uuid::Uuid;

use super::database::MemoryDatabase;
use crate::postgres;
use crate::stores::{AuditRow, Readback, StoredMail, Stores};

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
            "sessions" => state.sessions.len(),
            "factors" => state.factors.len(),
            "factor_challenges" => state.challenges.len(),
            "recovery_codes" => state.recovery_codes.len(),
            "idempotent_requests" => state.requests.len(),
            "identities" => state.identities.len(),
            other => panic!("no table {other}"),
        });
        rows.expect("a reachable database") as u64
    }

    async fn headshots(&self) -> Vec<(Uuid, HeadshotState)> {
        panic!("photos are stored in PostgreSQL")
    }

    async fn disable(&self, user_id: Uuid, at: OffsetDateTime) {
        let disabled: Result<(), Fault> = self.write(|state| {
            if let Some(row) = state.users.get_mut(&user_id) {
                row.user.disabled_at = Some(at);
            }
            Ok(())
        });
        disabled.expect("a reachable database");
    }
}

impl MemoryDatabase {
    /// The stores on this database. Every other store is on a PostgreSQL database that nobody can reach.
    pub fn stores(&self) -> Stores {
        let nowhere = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(1);
        let database = || Arc::new(self.clone());
        Stores {
            accounts: database(),
            sessions: database(),
            email_changes: database(),
            profiles: database(),
            outbox: database(),
            readback: database(),
            ..postgres::stores(&ConnectionPool::new(nowhere, 1, Duration::from_millis(1)))
        }
    }
}
