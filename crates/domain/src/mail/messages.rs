//! The outbox for administrators: they list emails, and retry or discard those that failed.

use std::sync::Arc;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::act::Acts;
use crate::audit::AuditEvent;
use crate::idempotency::{KeyedRequest, RequestRecord};
use crate::mail::{MailHost, OutboxStore};
use crate::shared::{Code, Fault, LogPage, Order, Page, PageRequest, Refusal, Sorting, Step, words};
use crate::users::{Actor, MayRead};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum MailState {
        Queued = "queued",
        Sent = "sent",
        /// A dead letter: kept, and retried only on request.
        Failed = "failed",
    }
}

/// A mail in the outbox with its address masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    pub id: Uuid,
    /// The name of its kind, which may be unknown to this version.
    pub kind: String,
    /// The masked address (see [`EmailAddress::masked`](crate::shared::EmailAddress::masked)).
    pub to: String,
    pub state: MailState,
    pub attempts: u32,
    pub queued_at: OffsetDateTime,
    /// The error of the last failed attempt, with the address masked.
    pub last_error: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailSort;

impl Sorting for MailSort {
    const LIST: &'static str = "outbox";

    fn name(self) -> &'static str {
        "queued_at"
    }
}

impl MailSort {
    pub fn page(state: Option<MailState>, page: Page) -> PageRequest<Self> {
        PageRequest::new(page, Self, Order::Desc, &[state.map_or("", MailState::as_str)])
    }
}

/// What becomes of a dead letter.
#[derive(Debug, Clone)]
pub struct FailedMailChange {
    /// When it is due again; `None` deletes it.
    pub due_at: Option<OffsetDateTime>,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

pub struct EmailMessages {
    pub outbox: Arc<dyn OutboxStore>,
    pub acts: Acts,
}

impl EmailMessages {
    pub async fn list(
        &self,
        _: impl MayRead,
        state: Option<MailState>,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault> {
        self.outbox.list(state, page).await
    }

    /// Queues a dead letter again, due immediately.
    ///
    /// # Errors
    /// `not_found`, `forbidden`, `conflict` unless the mail has failed.
    pub async fn retry(
        &self,
        actor: Actor<'_>,
        id: Uuid,
        key: Option<KeyedRequest<()>>,
    ) -> Result<(), Refusal> {
        let act = self.acts.begin();
        let audit = act.audit(actor.id(), "email_message.retried", ("email_message", id));
        let step: Step<MailState, _> = Box::new(move |state| {
            check_failed(*state, "retried")?;
            let record = key.map(|key| key.answered(&(), None));
            Ok(FailedMailChange { due_at: Some(act.now), audit, record })
        });
        self.outbox.change_failed(id, actor.id(), step).await
    }

    /// Deletes a dead letter, with its address.
    ///
    /// # Errors
    /// `not_found`, `conflict` unless the mail has failed.
    pub async fn discard(&self, actor: Actor<'_>, id: Uuid) -> Result<(), Refusal> {
        let audit = self.acts.begin().audit(actor.id(), "email_message.discarded", ("email_message", id));
        let step: Step<MailState, _> = Box::new(move |state| {
            check_failed(*state, "discarded")?;
            Ok(FailedMailChange { due_at: None, audit, record: None })
        });
        self.outbox.change_failed(id, actor.id(), step).await
    }

    pub async fn pause(&self, _: Actor<'_>) -> Result<Option<MailHost>, Fault> {
        Ok(Some(self.outbox.mail_host().await?).filter(MailHost::is_paused))
    }

    /// Retries all current dead letters like [`retry`](Self::retry), for use after an outage that outlasted all
    /// attempts. Returns the number of queued mails. Mails that were queued before an error stay queued.
    pub async fn retry_all_failed(&self, actor: Actor<'_>) -> Result<u64, Refusal> {
        // All ids are read first, so that a mail that fails again during the loop is not retried twice.
        let mut retried = 0;
        for id in self.failed().await? {
            match self.retry(actor, id, None).await {
                Ok(()) => retried += 1,
                // A concurrent call has changed it.
                Err(Refusal { code: Code::NotFound | Code::Conflict, .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(retried)
    }

    async fn failed(&self) -> Result<Vec<Uuid>, Fault> {
        let failed = Some(MailState::Failed);
        let first = || MailSort::page(failed, Page { limit: Page::MAX_LIMIT, offset: 0 });
        let (mut ids, mut page) = (Vec::new(), first());
        loop {
            let LogPage { items, next_cursor } = self.outbox.list(failed, page).await?;
            ids.extend(items.into_iter().map(|mail| mail.id));
            let Some(cursor) = next_cursor else { return Ok(ids) };
            page = first().at(&cursor).map_err(|_| Fault::Bug("a list refused its own cursor".into()))?;
        }
    }
}

fn check_failed(state: MailState, wanted: &str) -> Result<(), Refusal> {
    if state == MailState::Failed {
        return Ok(());
    }
    let state = state.as_str();
    Err(Refusal::new(Code::Conflict, format!("Only failed emails can be {wanted}; this one is {state}.")))
}
