//! Listing the outbox and retrying dead letters.

use std::sync::Arc;

use uuid::Uuid;

use super::outbox_store::{OutboxStore, RetryError};
use super::record::{MailRecord, MailState};
use crate::shared::{Clock, Fault, Listing, Page};

/// Administers the outbox. Only the command line may call this: callers are not authenticated.
pub struct MailAdministration {
    outbox: Arc<dyn OutboxStore>,
    clock: Arc<dyn Clock>,
}

impl MailAdministration {
    /// Creates the use cases from their ports.
    pub fn new(outbox: Arc<dyn OutboxStore>, clock: Arc<dyn Clock>) -> Self {
        Self { outbox, clock }
    }

    /// A page of the mails in one state, or in all states if `None`, newest first.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn list(&self, state: Option<MailState>, page: Page) -> Result<Listing<MailRecord>, Fault> {
        self.outbox.list(state, page).await
    }

    /// Queues a dead letter again, due immediately.
    ///
    /// # Errors
    /// See [`RetryError`].
    pub async fn retry(&self, id: Uuid) -> Result<(), RetryError> {
        self.outbox.retry(id, self.clock.now()).await
    }

    /// Queues every dead letter again, due immediately, and returns how many there were.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn retry_all_failed(&self) -> Result<u64, Fault> {
        self.outbox.retry_all_failed(self.clock.now()).await
    }
}
