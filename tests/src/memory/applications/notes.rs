//! `NoteStore` and `ViewerStore` in memory.

use async_trait::async_trait;
use forum_domain::applications::{
    AuthoredNote, MAX_NOTES, NewNote, Note, NoteChange, NoteError, NoteStep, NoteStore, VIEWER_LIFETIME,
    Viewer, ViewerStore,
};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::Fault;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::unique;

#[async_trait]
impl NoteStore for MemoryDatabase {
    async fn list(&self, application_id: Uuid, audit: AuditEvent) -> Result<Vec<AuthoredNote>, NoteError> {
        self.write(|state| {
            state.hold_actor(audit.actor_id)?;
            state.add_read(audit)?;
            let of_application = state.notes.values().filter(|note| note.application_id == application_id);
            let mut notes: Vec<Note> = of_application.cloned().collect();
            notes.sort_by_key(|note| (note.created_at, note.id));
            let name = |id| state.users.get(&id).map(|row| row.user.name.clone());
            Ok(notes.into_iter().map(|note| AuthoredNote { author: name(note.author_id), note }).collect())
        })
    }

    async fn add(&self, new: NewNote) -> Result<(), NoteError> {
        self.write(|state| {
            let NewNote { note, audit, record } = new;
            state.hold_actor(audit.actor_id)?;
            let application = state.applications.get(&note.application_id).ok_or(NoteError::NotFound)?;
            if !state.users.contains_key(&application.user_id) {
                return Err(NoteError::NotFound);
            }
            let of_application = |stored: &&Note| stored.application_id == note.application_id;
            let is_full = state.notes.values().filter(of_application).count() >= MAX_NOTES;
            if is_full && !state.has(SeededBug::NotesUnbounded) {
                return Err(NoteError::TooMany);
            }
            unique("application_notes", !state.notes.contains_key(&note.id))?;
            state.notes.insert(note.id, note);
            state.add_audit(audit)?;
            Ok(state.add_request(record)?)
        })
    }

    async fn change(
        &self,
        application_id: Uuid,
        note_id: Uuid,
        actor: Uuid,
        step: NoteStep,
    ) -> Result<Option<Note>, NoteError> {
        self.write(|state| {
            state.hold_actor(Some(actor))?;
            let seen = state.notes.get(&note_id).filter(|note| note.application_id == application_id);
            let NoteChange { note, audit } = step(seen.ok_or(NoteError::NotFound)?)?;
            match &note {
                Some(note) => drop(state.notes.insert(note_id, note.clone())),
                None => drop(state.notes.remove(&note_id)),
            }
            if let Some(audit) = audit {
                state.add_audit(audit)?;
            }
            Ok(note)
        })
    }
}

/// When a viewer opened the application, and was last announced.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewing {
    pub(crate) since: OffsetDateTime,
    pub(crate) seen_at: OffsetDateTime,
}

#[async_trait]
impl ViewerStore for MemoryDatabase {
    async fn announce(
        &self,
        application_id: Uuid,
        user_id: Uuid,
        now: OffsetDateTime,
    ) -> Result<Option<Vec<Viewer>>, Fault> {
        self.write(|state| {
            if !state.applications.contains_key(&application_id) {
                return Ok(None);
            }
            let forever = state.has(SeededBug::ViewersStay);
            let is_current = |viewing: &Viewing| forever || viewing.seen_at > now - VIEWER_LIFETIME;
            let key = (application_id, user_id);
            let since = state.viewers.get(&key).filter(|own| is_current(own)).map_or(now, |own| own.since);
            state.viewers.insert(key, Viewing { since, seen_at: now });
            let others = state.viewers.iter().filter(|((id, user), viewing)| {
                *id == application_id && *user != user_id && is_current(viewing)
            });
            let mut others: Vec<Viewer> = others
                .filter_map(|((_, user_id), viewing)| {
                    let name = state.users.get(user_id)?.user.name.clone();
                    Some(Viewer { user_id: *user_id, name, since: viewing.since })
                })
                .collect();
            others.sort_by_key(|viewer| (viewer.since, viewer.user_id));
            Ok(Some(others))
        })
    }

    async fn end(&self, application_id: Uuid, user_id: Uuid) -> Result<(), Fault> {
        self.write(|state| {
            state.viewers.remove(&(application_id, user_id));
            Ok(())
        })
    }
}
