//! The audit log: rows are only ever inserted, in the transaction of the recorded action if it has one.

use async_trait::async_trait;
use forum_domain::audit::{AuditEvent, AuditLog};
use forum_domain::shared::Fault;
use serde_json::{Map, Value};
use sqlx::{PgConnection, PgPool};

use super::fault::fault;

/// [`AuditLog`] on PostgreSQL.
pub struct PgAuditLog {
    pool: PgPool,
}

impl PgAuditLog {
    /// Uses this pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl AuditLog for PgAuditLog {
    async fn record(&self, event: AuditEvent) -> Result<(), Fault> {
        let mut connection = self.pool.acquire().await.map_err(fault)?;
        insert(&mut connection, &event).await.map_err(fault)
    }
}

/// Writes one entry in the caller's transaction.
pub(super) async fn insert(connection: &mut PgConnection, event: &AuditEvent) -> Result<(), sqlx::Error> {
    let detail: Map<String, Value> =
        event.detail.iter().map(|(key, value)| ((*key).to_owned(), Value::from(value.as_str()))).collect();
    sqlx::query!(
        "insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
         values ($1, $2, $3, $4, $5, $6, $7)",
        event.id,
        event.at,
        event.actor_id,
        event.action,
        event.target_type,
        event.target_id,
        Value::Object(detail),
    )
    .execute(connection)
    .await
    .map(|_| ())
}
