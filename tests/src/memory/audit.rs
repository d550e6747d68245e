//! `AuditLog` in memory.

use async_trait::async_trait;
use forum_domain::audit::{ActError, AuditEntry, AuditEvent, AuditFilter, AuditLog, AuditSort, READ_COVERS};
use forum_domain::shared::{Fault, Key, Listing, LogPage, PageRequest, Place};
use uuid::Uuid;

use super::database::MemoryDatabase;
use super::state::State;
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl AuditLog for MemoryDatabase {
    async fn record(&self, event: AuditEvent) -> Result<(), ActError> {
        self.write(|state| {
            state.hold_actor(event.actor_id)?;
            Ok(state.add_audit(event)?)
        })
    }

    async fn record_read(&self, event: AuditEvent) -> Result<(), ActError> {
        self.write(|state| {
            state.hold_actor(event.actor_id)?;
            Ok(state.add_read(event)?)
        })
    }

    async fn list(
        &self,
        filter: AuditFilter,
        page: PageRequest<AuditSort>,
    ) -> Result<LogPage<AuditEntry>, Fault> {
        self.read(|state| {
            let tied = state.has(SeededBug::TiesShareAPlace);
            let rows = state.audit.iter().filter(|event| matches(event, &filter)).map(|event| {
                let id = if tied { Uuid::nil() } else { event.id };
                (Place { keys: vec![Key::Instant(event.at)], id }, entry(event))
            });
            Listing::of_all(&page, rows.collect()).into()
        })
    }
}

impl State {
    /// Adds an entry about a read, unless another read covers it.
    pub(crate) fn add_read(&mut self, read: AuditEvent) -> Result<(), Fault> {
        let covers = |row: &AuditEvent| {
            (row.actor_id, row.action, row.target_id) == (read.actor_id, read.action, read.target_id)
                && row.at > read.at - READ_COVERS
        };
        if self.audit.iter().any(covers) { Ok(()) } else { self.add_audit(read) }
    }
}

fn matches(event: &AuditEvent, filter: &AuditFilter) -> bool {
    filter.actor.is_none_or(|actor| event.actor_id == Some(actor))
        && filter.action.as_ref().is_none_or(|action| event.action == action)
        && filter.target.is_none_or(|target| event.target_id == target)
}

/// The event as it is read back.
pub(crate) fn entry(event: &AuditEvent) -> AuditEntry {
    let fact = |(name, value): &(&str, String)| ((*name).to_owned(), value.clone());
    AuditEntry {
        id: event.id,
        at: event.at,
        actor_id: event.actor_id,
        action: event.action.to_owned(),
        target_type: event.target_type.to_owned(),
        target_id: event.target_id,
        detail: event.detail.iter().map(fact).collect(),
    }
}
