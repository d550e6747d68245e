//! `EventLog` in memory.

use async_trait::async_trait;
use forum_domain::applications::Status;
use forum_domain::audit::AuditEvent;
use forum_domain::events::{EventLog, LogPosition, LoggedAction};
use forum_domain::shared::Fault;

use super::database::MemoryDatabase;
use super::state::State;
use crate::memory::seeded_bugs::SeededBug;

fn act(state: &State, entry: &AuditEvent) -> LoggedAction {
    let status = entry.detail.iter().find(|(name, _)| *name == "status");
    let applicant = state.applications.get(&entry.target_id).map(|row| row.user_id);
    let user = state.users.get(&applicant.unwrap_or(entry.target_id));
    LoggedAction {
        position: LogPosition { at: entry.at, id: entry.id },
        action: entry.action.to_owned(),
        target_id: entry.target_id,
        status: status.and_then(|(_, word)| Status::parse(word)),
        person: user.map(|row| (row.user.id, row.user.roles.clone())),
    }
}

#[async_trait]
impl EventLog for MemoryDatabase {
    async fn after(&self, position: LogPosition, limit: u32) -> Result<Vec<LoggedAction>, Fault> {
        self.read(|state| {
            let tied = state.has(SeededBug::TiesShareAPlace);
            let later = |act: &LoggedAction| match tied {
                true => act.position.at > position.at,
                false => act.position > position,
            };
            let announced = state.audit.iter().filter(|entry| LoggedAction::ACTIONS.contains(&entry.action));
            let mut acts: Vec<LoggedAction> =
                announced.map(|entry| act(state, entry)).filter(later).collect();
            acts.sort_by_key(|act| act.position);
            acts.truncate(limit as usize);
            acts
        })
    }
}
