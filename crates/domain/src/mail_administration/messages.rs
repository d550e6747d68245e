//! Listing mails, and retrying those that failed.

use std::sync::Arc;

use uuid::Uuid;

use crate::audit::AuditEvent;
use crate::mail::{MailFilter, MailRecord, MailSort, OutboxStore, RetryError};
use crate::shared::{Clock, Fault, IdSource, LogPage, PageRequest};
use crate::users::Actor;

/// The outbox for administrators.
pub struct EmailMessages {
    outbox: Arc<dyn OutboxStore>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
}

impl EmailMessages {
    /// Creates the use cases from their ports.
    pub fn new(outbox: Arc<dyn OutboxStore>, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>) -> Self {
        Self { outbox, clock, ids }
    }

    /// A page of the mails that match the filter, newest first, with masked addresses.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn list(
        &self,
        _: Actor<'_>,
        filter: MailFilter,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault> {
        self.outbox.list(filter, page).await
    }

    /// Queues a dead letter again, due immediately, and records it in the audit log.
    ///
    /// # Errors
    /// See [`RetryError`].
    pub async fn retry(&self, actor: Actor<'_>, id: Uuid) -> Result<(), RetryError> {
        let audit = AuditEvent {
            id: self.ids.new_id(),
            at: self.clock.now(),
            actor_id: actor.id(),
            action: "email_message.retried",
            target_type: "email_message",
            target_id: id,
            detail: Vec::new(),
        };
        self.outbox.retry(id, audit).await
    }

    /// Queues every dead letter again, due immediately, and returns how many there were. Only the command line does
    /// this, after an outage; it leaves no audit entries.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn retry_all_failed(&self) -> Result<u64, Fault> {
        self.outbox.retry_all_failed(self.clock.now()).await
    }
}
