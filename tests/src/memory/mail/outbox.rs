//! `OutboxStore` in memory.

use std::time::Duration;

use async_trait::async_trait;
use forum_domain::applications::RequestOutcome;
use forum_domain::audit::AuditEvent;
use forum_domain::mail::{
    AfterFailure, Backlog, HostStep, MailFilter, MailHost, MailRecord, MailSort, MailState, OutboxEntry,
    OutboxStore, RequestState, RetryError, Urgency, latest_due, latest_lease_end,
};
use forum_domain::shared::{Fault, Key, Listing, LogPage, PageRequest, Place, RequestRecord};
use time::OffsetDateTime;
use tokio::sync::{Mutex, watch};
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::{OutboxRow, State};

pub struct MemoryOutboxStore {
    database: MemoryDatabase,
    /// A receiver remembers what it has seen, so a commit between two waits is not missed.
    queued: Mutex<watch::Receiver<()>>,
}

impl MemoryOutboxStore {
    pub fn new(database: MemoryDatabase) -> Self {
        let queued = Mutex::new(database.subscribe());
        Self { database, queued }
    }

    /// Changes the row `id` if `lease` holds it; returns whether it does.
    fn held(&self, id: Uuid, lease: Uuid, change: impl FnOnce(&mut OutboxRow)) -> Result<bool, Fault> {
        self.database.write(|state| {
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
impl OutboxStore for MemoryOutboxStore {
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault> {
        self.database.write(|state| {
            let twice = state.has(SeededBug::LeaseGivenTwice);
            let free = |row: &OutboxRow| {
                let over = |ends| ends <= now || ends > latest_lease_end(now);
                twice || row.lease.is_none_or(|(_, ends)| over(ends))
            };
            let due = |row: &OutboxRow| {
                let latest = latest_due(row.mail.kind.urgency(), row.attempts, now);
                row.due_at.is_some_and(|due| due <= now || due > latest)
            };
            let unfair = state.has(SeededBug::NoPriority);
            let host = state.mail_host.clone();
            if !host.may_send(now) {
                return Ok(None);
            }
            let waiting =
                state.outbox.iter_mut().filter(|row| row.sent_at.is_none() && due(row) && free(row));
            let first = waiting
                .min_by_key(|row| (!unfair && row.mail.kind.urgency() != Urgency::Awaited, row.due_at));
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
        self.database.write(|state| {
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
        self.database.write(|state| Ok(held(state, id, lease).map(|at| state.outbox.remove(at)).is_some()))
    }

    async fn request_state(&self, mail_id: Uuid) -> Result<RequestState, Fault> {
        let id = |state: &State| state.reminders.get(&mail_id).copied().unwrap_or(mail_id);
        self.database.read(|state| match state.change_requests.get(&id(state)).map(|row| row.closed) {
            Some(None) => RequestState::Open,
            Some(Some((at, RequestOutcome::Decided))) => RequestState::Decided(at),
            Some(Some(_)) | None => RequestState::Ended,
        })
    }

    async fn mail_host(&self) -> Result<MailHost, Fault> {
        self.database.read(|state| state.mail_host.clone())
    }

    async fn change_mail_host(&self, step: HostStep) -> Result<(), Fault> {
        self.database.write(|state| {
            state.mail_host = step(state.mail_host.clone());
            Ok(())
        })
    }

    async fn wait_for_work(&self, timeout: Duration) {
        let mut queued = self.queued.lock().await;
        // A timeout and a wake-up mean the same to the caller: look again. The sender lives as long as the database.
        let _ = tokio::time::timeout(timeout, queued.changed()).await;
    }

    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, Fault> {
        self.database.read(|state| {
            let is_due = |row: &&OutboxRow| row.sent_at.is_none() && row.due_at.is_some_and(|due| due <= now);
            let due = || state.outbox.iter().filter(is_due);
            let failing = state
                .outbox
                .iter()
                .filter(|row| row.state() == MailState::Queued && row.last_error.is_some());
            let host = &state.mail_host;
            Backlog {
                oldest_due: due().filter_map(|row| row.due_at).min(),
                failing_since: failing.map(|row| row.mail.queued_at).min(),
                in_hand: due().any(|row| row.lease.is_some_and(|(_, ends)| ends > now)),
                paused_until: host.paused_until.filter(|_| host.is_paused()),
                refused_at: host.refused_at,
            }
        })
    }

    async fn list(
        &self,
        filter: MailFilter,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault> {
        self.database.read(|state| {
            let tied = state.has(SeededBug::TiesShareAPlace);
            let rows =
                state.outbox.iter().filter(|row| filter.state.is_none_or(|wanted| row.state() == wanted));
            let rows = rows.map(|row| {
                let id = if tied { Uuid::nil() } else { row.mail.id };
                (Place { keys: vec![Key::Instant(row.mail.queued_at)], id }, record(row))
            });
            Listing::of_all(&page, rows.collect()).into()
        })
    }

    async fn retry(
        &self,
        id: Uuid,
        audit: AuditEvent,
        record: Option<RequestRecord>,
    ) -> Result<(), RetryError> {
        self.database.write(|state| {
            state.hold_actor(audit.actor_id)?;
            let careless = state.has(SeededBug::RetriedInAnyState);
            let row = state.outbox.iter_mut().find(|row| row.mail.id == id).ok_or(RetryError::NotFound)?;
            match row.state() {
                _ if careless => requeue(row, audit.at),
                MailState::Failed => requeue(row, audit.at),
                other => return Err(RetryError::NotFailed(other)),
            }
            state.add_request(record)?;
            Ok(state.add_audit(audit)?)
        })
    }

    async fn discard_failed(&self, id: Uuid, audit: AuditEvent) -> Result<(), RetryError> {
        self.database.write(|state| {
            let row = state.outbox.iter().find(|row| row.mail.id == id).ok_or(RetryError::NotFound)?;
            match row.state() {
                MailState::Failed => state.outbox.retain(|row| row.mail.id != id),
                other => return Err(RetryError::NotFailed(other)),
            }
            Ok(state.add_audit(audit)?)
        })
    }
}

fn record(row: &OutboxRow) -> MailRecord {
    MailRecord {
        id: row.mail.id,
        kind: row.mail.kind.as_str().into(),
        to: row.mail.to.masked(),
        state: row.state(),
        attempts: row.attempts,
        queued_at: row.mail.queued_at,
        last_error: row.last_error.as_deref().map(|error| row.mail.to.masked_in(error)),
    }
}

fn requeue(row: &mut OutboxRow, at: OffsetDateTime) {
    row.due_at = Some(at);
    (row.attempts, row.last_error, row.died_at) = (0, None, None);
}

/// The index of the row `id` if `lease` holds it.
fn held(state: &State, id: Uuid, lease: Uuid) -> Option<usize> {
    let any = state.has(SeededBug::SettledWithoutLease);
    let holds = |row: &OutboxRow| any || row.lease.is_some_and(|(holder, _)| holder == lease);
    state.outbox.iter().position(|row| row.mail.id == id && holds(row))
}
