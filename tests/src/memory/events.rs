//! `EventLog` in memory.

use async_trait::async_trait;
use forum_domain::applications::Status;
use forum_domain::audit::AuditEvent;
use forum_domain::events::{EventLog, LogPosition, LoggedAction};
use forum_domain::notes::Note;
use forum_domain::shared::Fault;

use super::database::MemoryDatabase;
use super::state::State;
use crate::memory::seeded_bugs::SeededBug;

fn act(state: &State, entry: &AuditEvent) -> LoggedAction {
    let fact = |name: &str| entry.detail.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
    let applicant = state.applications.get(&entry.target_id).map(|row| row.user_id);
    let user = state.users.get(&applicant.unwrap_or(entry.target_id));
    LoggedAction {
        position: LogPosition { at: entry.at, id: entry.id },
        action: entry.action.to_owned(),
        target_id: entry.target_id,
        status: fact("status").and_then(|word| Status::parse(word)),
        note_id: fact("note_id").and_then(|id| id.parse().ok()),
        person: user.map(|row| (row.user.id, row.user.roles.clone())),
    }
}

/// The last edit of a note.
fn edit(state: &State, note: &Note) -> LoggedAction {
    let applicant =
        state.applications.get(&note.application_id).and_then(|row| state.users.get(&row.user_id));
    LoggedAction {
        position: LogPosition { at: note.updated_at, id: note.version },
        action: LoggedAction::EDIT.to_owned(),
        target_id: note.application_id,
        status: None,
        note_id: Some(note.id),
        person: applicant.map(|row| (row.user.id, row.user.roles.clone())),
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
            let edited = |note: &&Note| {
                let audited = note.audited_at == note.updated_at;
                note.updated_at > note.created_at && (audited || !state.has(SeededBug::EditsUnannounced))
            };
            let edits = state.notes.values().filter(edited).map(|note| edit(state, note));
            let mut acts: Vec<LoggedAction> =
                announced.map(|entry| act(state, entry)).chain(edits).filter(later).collect();
            acts.sort_by_key(|act| act.position);
            acts.truncate(limit as usize);
            acts
        })
    }
}
