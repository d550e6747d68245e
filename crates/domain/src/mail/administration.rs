//! Looking at the outbox and giving dead letters another chance.

use std::sync::Arc;

use uuid::Uuid;

use super::outbox_store::{OutboxStore, RetryError};
use super::record::{MailRecord, MailState};
use crate::shared::{Clock, Fault, Listing, Page};

/// The use cases. Only the command line may call them: nobody is asked who they are.
pub struct MailAdministration {
    outbox: Arc<dyn OutboxStore>,
    clock: Arc<dyn Clock>,
}

impl MailAdministration {
    /// Wires the use cases.
    pub fn new(outbox: Arc<dyn OutboxStore>, clock: Arc<dyn Clock>) -> Self {
        Self { outbox, clock }
    }

    /// A page of the mails in one state, or in any, those queued last first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn list(&self, state: Option<MailState>, page: Page) -> Result<Listing<MailRecord>, Fault> {
        self.outbox.list(state, page).await
    }

    /// Queues a dead letter again, due at once.
    ///
    /// # Errors
    /// See [`RetryError`].
    pub async fn retry(&self, id: Uuid) -> Result<(), RetryError> {
        self.outbox.retry(id, self.clock.now()).await
    }

    /// Queues every dead letter again, due at once, and tells how many there were.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn retry_all_failed(&self) -> Result<u64, Fault> {
        self.outbox.retry_all_failed(self.clock.now()).await
    }
}
