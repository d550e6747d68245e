//! `OutboxStore` in memory.

use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{
    AfterFailure, Backlog, FailedMailChange, HostStep, MailFilter, MailHost, MailRecord, MailSort, MailState,
    OutboxEntry, OutboxStore, RequestState, Urgency, latest_due, latest_lease_end,
};
use forum_domain::shared::{Fault, LogPage, PageRequest, Refusal, Step};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::database::{MemoryDatabase, only_on_postgresql};
use crate::memory::state::{OutboxRow, State};

impl MemoryDatabase {
    /// Changes the row `id` if `lease` holds it; returns whether it does.
    fn held(&self, id: Uuid, lease: Uuid, change: impl FnOnce(&mut OutboxRow)) -> Result<bool, Fault> {
        self.write(|state| {
            let row = held(state, id, lease).and_then(|at| state.outbox.get_mut(at));
            Ok(row.map(change).is_some())
        })
    }

    /// Like [`held`](Self::held), but also releases the row.
    fn settle(&self, id: Uuid, lease: Uuid, change: impl FnOnce(&mut OutboxRow)) -> Result<bool, Fault> {
        self.held(id, lease, |row| {
            change(row);
            row.lease = None;
        })
    }
}

#[async_trait]
impl OutboxStore for MemoryDatabase {
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault> {
        self.write(|state| {
            let free = |row: &OutboxRow| {
                let over = |ends| ends <= now || ends > latest_lease_end(now);
                row.lease.is_none_or(|(_, ends)| over(ends))
            };
            let due = |row: &OutboxRow| {
                let latest = latest_due(row.mail.kind.urgency(), row.attempts, now);
                row.due_at.is_some_and(|due| due <= now || due > latest)
            };
            let host = state.mail_host.clone();
            if !host.may_send(now) {
                return Ok(None);
            }
            let waiting =
                state.outbox.iter_mut().filter(|row| row.sent_at.is_none() && due(row) && free(row));
            let first = waiting.min_by_key(|row| (row.mail.kind.urgency() != Urgency::Awaited, row.due_at));
            let entry = first.map(|row| {
                row.attempts += 1;
                row.lease = Some((lease, until));
                let (mail, attempts, refusals) = (row.mail.clone(), row.attempts, host.refusals);
                OutboxEntry { mail, attempts, lease, refusals, cause: None }
            });
            if entry.is_some() && host.is_paused() {
                state.mail_host = host.probed(now);
            }
            Ok(entry)
        })
    }

    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault> {
        self.held(id, lease, |row| row.lease = Some((lease, until)))
    }

    async fn release(&self, id: Uuid, lease: Uuid, due_at: Option<OffsetDateTime>) -> Result<bool, Fault> {
        self.settle(id, lease, |row| {
            row.attempts -= 1;
            row.due_at = due_at.or(row.due_at);
        })
    }

    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault> {
        self.settle(id, lease, |row| row.sent_at = Some(at))
    }

    async fn mark_failed(
        &self,
        id: Uuid,
        lease: Uuid,
        next: AfterFailure,
        error: &str,
    ) -> Result<bool, Fault> {
        self.write(|state| {
            let Some(at) = held(state, id, lease) else { return Ok(false) };
            let row = &mut state.outbox[at];
            (row.lease, row.last_error) = (None, Some(error.to_owned()));
            match next {
                AfterFailure::Retry(due_at) => row.due_at = Some(due_at),
                AfterFailure::Hold(due_at) => {
                    row.due_at = Some(due_at);
                    row.attempts -= 1;
                }
                AfterFailure::Bury(entry) => {
                    (row.due_at, row.died_at) = (None, Some(entry.at));
                    state.add_audit(entry)?;
                }
            }
            Ok(true)
        })
    }

    async fn discard(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault> {
        self.write(|state| Ok(held(state, id, lease).map(|at| state.outbox.remove(at)).is_some()))
    }

    async fn request_state(&self, _: Uuid) -> Result<RequestState, Fault> {
        Err(only_on_postgresql())
    }

    async fn mail_host(&self) -> Result<MailHost, Fault> {
        self.read(|state| state.mail_host.clone())
    }

    async fn change_mail_host(&self, step: HostStep) -> Result<(), Fault> {
        self.write(|state| {
            state.mail_host = step(state.mail_host.clone());
            Ok(())
        })
    }

    async fn wait_for_work(&self, timeout: Duration) {
        tokio::time::sleep(timeout).await;
    }

    async fn backlog(&self, _: OffsetDateTime) -> Result<Backlog, Fault> {
        Err(only_on_postgresql())
    }

    async fn list(&self, _: MailFilter, _: PageRequest<MailSort>) -> Result<LogPage<MailRecord>, Fault> {
        Err(only_on_postgresql())
    }

    async fn change_failed(
        &self,
        _: Uuid,
        _: Option<Uuid>,
        _: Step<MailState, FailedMailChange>,
    ) -> Result<(), Refusal> {
        Err(only_on_postgresql().into())
    }
}

/// The index of the row `id` if `lease` holds it.
fn held(state: &State, id: Uuid, lease: Uuid) -> Option<usize> {
    let holds = |row: &OutboxRow| row.lease.is_some_and(|(holder, _)| holder == lease);
    state.outbox.iter().position(|row| row.mail.id == id && holds(row))
}
