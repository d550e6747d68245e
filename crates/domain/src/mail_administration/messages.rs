use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use crate::act::Acts;
use crate::audit::AuditEvent;
use crate::idempotency::RequestRecord;
use crate::mail::{MailFilter, MailHost, MailRecord, MailSort, MailState, OutboxStore, RetryError};
use crate::shared::{Fault, LogPage, Page, PageRequest};
use crate::users::Actor;

#[derive(Constructor)]
pub struct EmailMessages {
    outbox: Arc<dyn OutboxStore>,
    acts: Acts,
}

impl EmailMessages {
    /// A page of the mails that match the filter, newest first, with masked addresses.
    pub async fn list(
        &self,
        _: Actor<'_>,
        filter: MailFilter,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault> {
        self.outbox.list(filter, page).await
    }

    /// Queues a dead letter again, due immediately, and records it in the audit log.
    pub async fn retry(
        &self,
        actor: Actor<'_>,
        id: Uuid,
        record: Option<RequestRecord>,
    ) -> Result<(), RetryError> {
        self.outbox.retry(id, self.audit(actor, "email_message.retried", id), record).await
    }

    pub async fn discard(&self, actor: Actor<'_>, id: Uuid) -> Result<(), RetryError> {
        self.outbox.discard_failed(id, self.audit(actor, "email_message.discarded", id)).await
    }

    /// The state of the mail host, if sending is paused.
    pub async fn pause(&self, _: Actor<'_>) -> Result<Option<MailHost>, Fault> {
        Ok(Some(self.outbox.mail_host().await?).filter(MailHost::is_paused))
    }

    fn audit(&self, actor: Actor<'_>, action: &'static str, target_id: Uuid) -> AuditEvent {
        self.acts.begin().audit(actor.id(), action, ("email_message", target_id))
    }

    /// Retries all current dead letters like [`retry`](Self::retry), for use after an outage that outlasted all
    /// attempts. Returns the number of queued mails.
    ///
    /// # Errors
    /// `Former`; faults. Mails that were queued before the error stay queued.
    pub async fn retry_all_failed(&self, actor: Actor<'_>) -> Result<u64, RetryError> {
        // All ids are read first, so that a mail that fails again during the loop is not retried twice.
        let mut retried = 0;
        for id in self.failed().await? {
            match self.retry(actor, id, None).await {
                Ok(()) => retried += 1,
                // A concurrent call has changed it.
                Err(RetryError::NotFound | RetryError::NotFailed(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(retried)
    }

    async fn failed(&self) -> Result<Vec<Uuid>, Fault> {
        let filter = MailFilter { state: Some(MailState::Failed) };
        let first = || filter.page(Page { limit: Page::MAX_LIMIT, offset: 0 });
        let (mut ids, mut page) = (Vec::new(), first());
        loop {
            let LogPage { items, next_cursor } = self.outbox.list(filter, page).await?;
            ids.extend(items.into_iter().map(|mail| mail.id));
            let Some(cursor) = next_cursor else { return Ok(ids) };
            page = first().at(&cursor).map_err(|_| Fault::Bug("a list refused its own cursor".into()))?;
        }
    }
}
