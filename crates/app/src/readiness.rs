//! Whether this process can do its work: the database answers, the schema is current, photos can be kept, mail leaves.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::{MigrationState, PgPool, migration_state};
use forum_domain::mail::OutboxStore;
use forum_domain::shared::Clock;
use forum_http::{Readiness, ReadinessReport};
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long the last look at the file store counts: a look writes, reads and removes a file.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// [`Readiness`] of the real adapters.
pub struct PartsReadiness {
    pool: PgPool,
    files: Arc<OpendalFileStore>,
    looked: Mutex<Option<(Instant, bool)>>,
    outbox: Arc<dyn OutboxStore>,
    clock: Arc<dyn Clock>,
}

impl PartsReadiness {
    /// On these parts.
    pub fn new(
        pool: PgPool,
        files: Arc<OpendalFileStore>,
        outbox: Arc<dyn OutboxStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { pool, files, looked: Mutex::new(None), outbox, clock }
    }

    /// Whether files can be kept, as of the last [`LOOK_AGAIN`]; of several askers one looks.
    async fn store(&self) -> bool {
        let mut looked = self.looked.lock().await;
        match *looked {
            Some((at, works)) if at.elapsed() < LOOK_AGAIN => works,
            _ => {
                let checked = self.files.check().await;
                if let Err(fault) = &checked {
                    tracing::warn!(%fault, "the file store does not work");
                }
                *looked = Some((Instant::now(), checked.is_ok()));
                checked.is_ok()
            }
        }
    }
}

#[async_trait]
impl Readiness for PartsReadiness {
    async fn check(&self) -> ReadinessReport {
        let (schema, store) = tokio::join!(migration_state(&self.pool), self.store());
        // A database that did not answer is not waited for twice: a request has only so much time.
        let oldest = match &schema {
            Ok(_) => self.outbox.oldest_due().await,
            Err(fault) => Err(fault.clone()),
        };
        let now = self.clock.now();
        ReadinessReport {
            database: schema.is_ok() && oldest.is_ok(),
            migrations: matches!(schema, Ok(MigrationState::Current)),
            store,
            outbox_oldest_due: oldest.ok().flatten().filter(|due| *due <= now),
        }
    }
}
