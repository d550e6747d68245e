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
