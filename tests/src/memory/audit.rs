//! `AuditLog` in memory.

use async_trait::async_trait;
use forum_domain::audit::{ActError, AuditEntry, AuditEvent, AuditFilter, AuditLog, AuditSort};
use forum_domain::shared::{Fault, Key, Listing, LogPage, PageRequest, Place};
use uuid::Uuid;

use super::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl AuditLog for MemoryDatabase {
    async fn record(&self, event: AuditEvent) -> Result<(), ActError> {
        self.write(|state| {
            state.hold_actor(event.actor_id)?;
            Ok(state.add_audit(event)?)
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
