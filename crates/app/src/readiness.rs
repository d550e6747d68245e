//! Whether this process can do its work: the database answers, the schema is current, mail leaves.

use std::sync::Arc;

use async_trait::async_trait;
use forum_adapters::postgres::{MigrationState, PgPool, migration_state};
use forum_domain::mail::OutboxStore;
use forum_domain::shared::Clock;
use forum_http::{Readiness, ReadinessReport};

/// [`Readiness`] of the real adapters.
pub struct DatabaseReadiness {
    pool: PgPool,
    outbox: Arc<dyn OutboxStore>,
    clock: Arc<dyn Clock>,
}

impl DatabaseReadiness {
    /// On this pool.
    pub fn new(pool: PgPool, outbox: Arc<dyn OutboxStore>, clock: Arc<dyn Clock>) -> Self {
        Self { pool, outbox, clock }
    }
}

#[async_trait]
impl Readiness for DatabaseReadiness {
    async fn check(&self) -> ReadinessReport {
        let schema = migration_state(&self.pool).await;
        // A database that did not answer is not waited for twice: a request has only so much time.
        let oldest = match &schema {
            Ok(_) => self.outbox.oldest_due().await,
            Err(fault) => Err(fault.clone()),
        };
        let now = self.clock.now();
        ReadinessReport {
            database: schema.is_ok() && oldest.is_ok(),
            migrations: matches!(schema, Ok(MigrationState::Current)),
            outbox_oldest_due: oldest.ok().flatten().filter(|due| *due <= now),
        }
    }
}
