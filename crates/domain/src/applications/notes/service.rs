use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::note::{AuthoredNote, NoteError, add_note, delete_note, update_note};
use super::note_store::NoteStore;
use crate::accounts::sessions::Administrator;
use crate::applications::application_store::ApplicationStore;
use crate::applications::field::FieldLimits;
use crate::mail::Acts;
use crate::shared::{KeyedRequest, TextRule};

const TEXT: TextRule =
    TextRule { field: "/text", label: "Note", limit: FieldLimits::NOTE_TEXT, multiline: true };

#[derive(Constructor)]
pub struct Notes {
    applications: Arc<dyn ApplicationStore>,
    notes: Arc<dyn NoteStore>,
    acts: Acts,
}

impl Notes {
    /// The notes on an application, oldest first. Audited as a read of the application.
    ///
    /// # Errors
    /// `NotFound`, `OwnApplication`, `Former`; faults.
    pub async fn list(&self, admin: &Administrator, id: Uuid) -> Result<Vec<AuthoredNote>, NoteError> {
        self.applicant(admin, id).await?;
        let reader = Some(admin.caller().user.id);
        self.notes.list(id, self.acts.begin().audit(reader, "application.read", ("application", id))).await
    }

    /// # Errors
    /// A field error at `/text`; `NotFound`, `OwnApplication`, `Former`, `TooMany`; faults.
    pub async fn add(
        &self,
        admin: &Administrator,
        id: Uuid,
        text: &str,
        request: Option<KeyedRequest<AuthoredNote>>,
    ) -> Result<AuthoredNote, NoteError> {
        let text = TEXT.parse_required(text)?;
        self.applicant(admin, id).await?;
        let author = &admin.caller().user;
        let mut new = add_note(id, author.id, text, &self.acts.begin());
        let added = AuthoredNote { note: new.note.clone(), author: Some(author.name.clone()) };
        new.record = request.map(|request| request.answered(&added, Some(id)));
        self.notes.add(new).await?;
        Ok(added)
    }

    /// Replaces the text of a note if it is one of the `edited` revisions, `None` being any.
    ///
    /// # Errors
    /// A field error at `/text`; `NotFound`, `NotAuthor`, `VersionConflict`, `Former`; faults.
    pub async fn update(
        &self,
        admin: &Administrator,
        id: Uuid,
        note_id: Uuid,
        edited: Option<Vec<Uuid>>,
        text: &str,
    ) -> Result<AuthoredNote, NoteError> {
        let text = TEXT.parse_required(text)?;
        let (editor, act) = (&admin.caller().user, self.acts.begin());
        let editor_id = editor.id;
        let step = Box::new(move |seen: &_| update_note(seen, editor_id, edited.as_deref(), text, &act));
        let note = self.notes.change(id, note_id, editor_id, step).await?.ok_or(NoteError::NotFound)?;
        Ok(AuthoredNote { note, author: Some(editor.name.clone()) })
    }

    /// Deletes a note if it is one of the `edited` revisions, `None` being any.
    ///
    /// # Errors
    /// `NotFound`, `NotAuthor`, `VersionConflict`, `Former`; faults.
    pub async fn delete(
        &self,
        admin: &Administrator,
        id: Uuid,
        note_id: Uuid,
        edited: Option<Vec<Uuid>>,
    ) -> Result<(), NoteError> {
        let (editor, act) = (admin.caller().user.id, self.acts.begin());
        let step = Box::new(move |seen: &_| delete_note(seen, editor, edited.as_deref(), &act));
        self.notes.change(id, note_id, editor, step).await.map(drop)
    }

    /// The applicant, who is not the administrator. This never changes, so it needs no lock.
    async fn applicant(&self, admin: &Administrator, id: Uuid) -> Result<Uuid, NoteError> {
        let applicant = self.applications.applicant(id).await?.ok_or(NoteError::NotFound)?;
        if applicant == admin.caller().user.id { Err(NoteError::OwnApplication) } else { Ok(applicant) }
    }
}
