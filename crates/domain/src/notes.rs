//! Notes of administrators about an application, which the applicant never sees.

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{Administrator, Reader};
use crate::act::{Act, Acts};
use crate::applications::check_not_own;
use crate::audit::AuditEvent;
use crate::idempotency::{KeyedRequest, RequestRecord};
use crate::shared::{Code, PersonName, Refusal, Step, TextRule};

/// Maximum number of notes on an application, which are listed together.
pub const MAX_NOTES: usize = 100;

/// Maximum number of characters.
pub const NOTE_LENGTH: usize = 5_000;

/// Edits of a note are audited at most once in this time, because authors save often.
const AUDITED_EVERY: Duration = Duration::MINUTE;

const OWN: &str = "You cannot see the notes on your own application.";

const TEXT: TextRule = TextRule { field: "/text", label: "Note", limit: NOTE_LENGTH, multiline: true };

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub id: Uuid,
    pub application_id: Uuid,
    pub author_id: Uuid,
    pub text: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub audited_at: OffsetDateTime,
    /// New with every edit.
    pub version: Uuid,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthoredNote {
    pub note: Note,
    /// The author's current name; `None` once the account is deleted.
    pub author: Option<PersonName>,
}

/// What an addition sees of its application.
#[derive(Debug, Clone, Copy)]
pub struct Notable {
    pub applicant: Uuid,
    pub notes: usize,
}

#[derive(Debug, Clone)]
pub struct NewNote {
    pub note: Note,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteChange {
    /// `None` deletes the note.
    pub note: Option<Note>,
    pub audit: Option<AuditEvent>,
}

/// Each method is one transaction, which stores what `step` returns. It is refused as `not_found` without the application
/// or the note, and as `forbidden` if `actor` is no longer an administrator.
#[async_trait]
pub trait NoteStore: Send + Sync {
    /// The notes, oldest first. `step` sees the applicant. Its entry is recorded as a read, before the notes are read.
    async fn list(
        &self,
        application_id: Uuid,
        actor: Uuid,
        step: Step<Uuid, AuditEvent>,
    ) -> Result<Vec<AuthoredNote>, Refusal>;

    /// Also `not_found` if the applicant's account is deleted.
    async fn add(
        &self,
        application_id: Uuid,
        actor: Uuid,
        step: Step<Notable, NewNote>,
    ) -> Result<Note, Refusal>;

    /// The note as stored, or `None` if it was deleted.
    async fn change(
        &self,
        application_id: Uuid,
        note_id: Uuid,
        actor: Uuid,
        step: Step<Note, NoteChange>,
    ) -> Result<Option<Note>, Refusal>;
}

pub struct Notes {
    pub store: Arc<dyn NoteStore>,
    pub acts: Acts,
}

impl Notes {
    /// The notes on an application, oldest first. Audited as a read of the application.
    ///
    /// # Errors
    /// `not_found`, `own_application`.
    pub async fn list(&self, reader: &Reader, id: Uuid) -> Result<Vec<AuthoredNote>, Refusal> {
        let (reader, act) = (reader.id(), self.acts.begin());
        let step = move |applicant: &Uuid| {
            check_not_own(*applicant, reader, OWN)?;
            Ok(act.audit(Some(reader), "application.reviewed", ("application", id)))
        };
        self.store.list(id, reader, Box::new(step)).await
    }

    /// # Errors
    /// `not_found`, `own_application`, `too_many_notes`, a field error, `forbidden` to a former administrator.
    pub async fn add(
        &self,
        admin: &Administrator,
        id: Uuid,
        text: &str,
        key: Option<KeyedRequest<AuthoredNote>>,
    ) -> Result<AuthoredNote, Refusal> {
        let (text, act) = (TEXT.parse_required(text)?, self.acts.begin());
        let (author_id, author) = (admin.caller().user.id, Some(admin.caller().user.name.clone()));
        let name = author.clone();
        let step = move |seen: &Notable| {
            let mut new = add(seen, id, author_id, text, &act)?;
            let added = AuthoredNote { note: new.note.clone(), author: name };
            new.record = key.map(|key| key.answered(&added, Some(id)));
            Ok(new)
        };
        let note = self.store.add(id, author_id, Box::new(step)).await?;
        Ok(AuthoredNote { note, author })
    }

    /// Replaces the text of a note if it is one of the `seen` versions, `None` being any.
    ///
    /// # Errors
    /// `not_found`, `forbidden`, `version_conflict`, a field error.
    pub async fn update(
        &self,
        admin: &Administrator,
        id: Uuid,
        note_id: Uuid,
        seen: Option<Vec<Uuid>>,
        text: &str,
    ) -> Result<AuthoredNote, Refusal> {
        let (text, act) = (TEXT.parse_required(text)?, self.acts.begin());
        let (editor, author) = (admin.caller().user.id, Some(admin.caller().user.name.clone()));
        let step = move |note: &Note| update(note, editor, seen.as_deref(), text, &act);
        let note = self.store.change(id, note_id, editor, Box::new(step)).await?;
        Ok(AuthoredNote { note: note.ok_or(Code::NotFound)?, author })
    }

    /// Deletes a note if it is one of the `seen` versions, `None` being any.
    ///
    /// # Errors
    /// `not_found`, `forbidden`, `version_conflict`.
    pub async fn delete(
        &self,
        admin: &Administrator,
        id: Uuid,
        note_id: Uuid,
        seen: Option<Vec<Uuid>>,
    ) -> Result<(), Refusal> {
        let (editor, act) = (admin.caller().user.id, self.acts.begin());
        let step = move |note: &Note| delete(note, editor, seen.as_deref(), &act);
        self.store.change(id, note_id, editor, Box::new(step)).await.map(drop)
    }
}

pub fn add(
    seen: &Notable,
    application_id: Uuid,
    author_id: Uuid,
    text: String,
    act: &Act,
) -> Result<NewNote, Refusal> {
    check_not_own(seen.applicant, author_id, OWN)?;
    if seen.notes >= MAX_NOTES {
        return Err(Code::TooManyNotes.into());
    }
    let now = act.now;
    let (id, version) = (act.ordered_id(), act.ordered_id());
    let note = Note {
        id,
        application_id,
        author_id,
        text,
        created_at: now,
        updated_at: now,
        audited_at: now,
        version,
    };
    Ok(NewNote { audit: audit(act, "note.added", &note), note, record: None })
}

/// A repeated edit, which has the stored text, changes nothing and is no conflict.
pub fn update(
    note: &Note,
    editor: Uuid,
    seen: Option<&[Uuid]>,
    text: String,
    act: &Act,
) -> Result<NoteChange, Refusal> {
    check_author(note, editor)?;
    if text == note.text {
        return Ok(NoteChange { note: Some(note.clone()), audit: None });
    }
    check_version(note, seen)?;
    let now = act.now;
    let due = now - note.audited_at >= AUDITED_EVERY;
    let audited_at = if due { now } else { note.audited_at };
    let note = Note { text, updated_at: now, audited_at, version: act.ordered_id(), ..note.clone() };
    Ok(NoteChange { audit: due.then(|| audit(act, "note.updated", &note)), note: Some(note) })
}

pub fn delete(note: &Note, editor: Uuid, seen: Option<&[Uuid]>, act: &Act) -> Result<NoteChange, Refusal> {
    check_author(note, editor)?;
    check_version(note, seen)?;
    Ok(NoteChange { note: None, audit: Some(audit(act, "note.deleted", note)) })
}

fn check_author(note: &Note, editor: Uuid) -> Result<(), Refusal> {
    if note.author_id == editor {
        return Ok(());
    }
    Err(Refusal::new(Code::Forbidden, "Only its author can change or delete a note."))
}

fn check_version(note: &Note, seen: Option<&[Uuid]>) -> Result<(), Refusal> {
    if seen.is_none_or(|seen| seen.contains(&note.version)) {
        return Ok(());
    }
    Err(Code::VersionConflict.into())
}

fn audit(act: &Act, action: &'static str, note: &Note) -> AuditEvent {
    act.audit(Some(note.author_id), action, ("application", note.application_id))
        .with("note_id", note.id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::testing::act;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const APPLICATION: Uuid = Uuid::from_u128(1);
    const ANA: Uuid = Uuid::from_u128(2);
    const BO: Uuid = Uuid::from_u128(3);

    fn added(applicant: Uuid, notes: usize) -> Result<NewNote, Code> {
        add(&Notable { applicant, notes }, APPLICATION, ANA, "Called.".to_owned(), &act(NOON))
            .map_err(|refusal| refusal.code)
    }

    fn note() -> Note {
        added(BO, 0).expect("a note").note
    }

    fn code<T>(result: Result<T, Refusal>) -> Result<T, Code> {
        result.map_err(|refusal| refusal.code)
    }

    #[test]
    fn a_new_note_is_audited_with_its_application_and_without_its_text() {
        let NewNote { note, audit, .. } = added(BO, 99).expect("a note");
        assert_eq!((audit.action, audit.target_id, audit.actor_id), ("note.added", APPLICATION, Some(ANA)));
        assert_eq!(audit.detail, [("note_id", note.id.to_string())]);
        assert_eq!((note.created_at, note.updated_at, note.text.as_str()), (NOON, NOON, "Called."));
    }

    #[test]
    fn a_note_is_refused_beyond_a_hundred_and_on_ones_own_application() {
        assert_eq!(added(BO, 100).err(), Some(Code::TooManyNotes));
        assert_eq!(added(ANA, 0).err(), Some(Code::OwnApplication));
    }

    #[test]
    fn edits_are_audited_at_most_once_a_minute() {
        let mut note = note();
        let mut act = act(NOON);
        let mut audited = Vec::new();
        for seconds in [1, 59, 60, 61, 119, 120, 400] {
            act.now = NOON + Duration::seconds(seconds);
            let change = update(&note, ANA, None, format!("Called {seconds}."), &act).expect("an edit");
            let next = change.note.expect("a kept note");
            assert_eq!(next.updated_at, act.now);
            assert_ne!(next.version, note.version, "every edit is announced");
            if change.audit.is_some() {
                audited.push(seconds);
            }
            note = next;
        }
        assert_eq!(audited, [60, 120, 400]);
    }

    #[test]
    fn an_edit_replaces_only_the_version_that_its_author_has_seen() {
        let (note, later) = (note(), act(NOON + Duration::HOUR));
        let update = |seen: Option<&[Uuid]>, text: &str| {
            code(update(&note, ANA, seen, text.to_owned(), &later)).map(|change| change.audit.is_some())
        };
        assert_eq!(update(Some(&[BO, note.version]), "Newer."), Ok(true));
        assert_eq!(update(None, "Newer."), Ok(true));
        assert_eq!(update(Some(&[BO]), "Newer."), Err(Code::VersionConflict));
        assert_eq!(update(Some(&[]), "Newer."), Err(Code::VersionConflict));
        assert_eq!(update(Some(&[BO]), "Called."), Ok(false), "a repeated edit");
        let repeated =
            super::update(&note, ANA, None, "Called.".to_owned(), &later).expect("a repeated edit");
        assert_eq!(repeated.note, Some(note), "it changes nothing");
    }

    #[test]
    fn only_the_author_can_edit_and_delete_the_version_that_they_have_seen() {
        let (note, later) = (note(), act(NOON + Duration::HOUR));
        assert_eq!(code(update(&note, BO, None, "Mine.".to_owned(), &later)), Err(Code::Forbidden));
        let seen = |seen: &[Uuid]| code(delete(&note, ANA, Some(seen), &later)).map(|change| change.note);
        assert_eq!(code(delete(&note, BO, None, &later)), Err(Code::Forbidden));
        assert_eq!((seen(&[BO]), seen(&[note.version])), (Err(Code::VersionConflict), Ok(None)));
        let NoteChange { note: left, audit } = delete(&note, ANA, None, &later).expect("a deletion");
        assert_eq!((left, audit.map(|entry| entry.action)), (None, Some("note.deleted")));
    }
}
