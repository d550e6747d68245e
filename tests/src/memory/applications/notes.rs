//! `NoteStore` and `ViewerStore` in memory.

use async_trait::async_trait;
use forum_domain::applications::{VIEWER_LIFETIME, Viewer, ViewerStore};
use forum_domain::audit::AuditEvent;
use forum_domain::notes::{AuthoredNote, NewNote, Notable, Note, NoteChange, NoteStore};
use forum_domain::shared::{Code, Fault, Refusal, Step};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl NoteStore for MemoryDatabase {
    async fn list(
        &self,
        application_id: Uuid,
        actor: Uuid,
        step: Step<Uuid, AuditEvent>,
    ) -> Result<Vec<AuthoredNote>, Refusal> {
        self.write(|state| {
            state.hold_actor(Some(actor))?;
            let application = state.applications.get(&application_id).ok_or(Code::NotFound)?;
            state.add_read(step(&application.user_id)?)?;
            let of_application = state.notes.values().filter(|note| note.application_id == application_id);
            let mut notes: Vec<Note> = of_application.cloned().collect();
            notes.sort_by_key(|note| (note.created_at, note.id));
            let name = |id| state.users.get(&id).map(|row| row.user.name.clone());
            Ok(notes.into_iter().map(|note| AuthoredNote { author: name(note.author_id), note }).collect())
        })
    }

    async fn add(
        &self,
        application_id: Uuid,
        actor: Uuid,
        step: Step<Notable, NewNote>,
    ) -> Result<Note, Refusal> {
        self.write(|state| {
            state.hold_actor(Some(actor))?;
            let applicant = state.applications.get(&application_id).ok_or(Code::NotFound)?.user_id;
            if !state.users.contains_key(&applicant) {
                return Err(Code::NotFound.into());
            }
            let notes = state.notes.values().filter(|note| note.application_id == application_id).count();
            let NewNote { note, audit, record } = step(&Notable { applicant, notes })?;
            state.notes.insert(note.id, note.clone());
            state.add_audit(audit)?;
            state.add_request(record)?;
            Ok(note)
        })
    }

    async fn change(
        &self,
        application_id: Uuid,
        note_id: Uuid,
        actor: Uuid,
        step: Step<Note, NoteChange>,
    ) -> Result<Option<Note>, Refusal> {
        self.write(|state| {
            state.hold_actor(Some(actor))?;
            let seen = state.notes.get(&note_id).filter(|note| note.application_id == application_id);
            let NoteChange { note, audit } = step(seen.ok_or(Code::NotFound)?)?;
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
