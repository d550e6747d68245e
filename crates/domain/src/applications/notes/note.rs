//! The rules for notes. Pure.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::audit::{AuditEvent, FormerAdministrator};
use crate::mail::Act;
use crate::shared::{Fault, Invalid, PersonName, RequestRecord};

/// Edits of a note are audited at most once in this time, because every pause in typing is an edit.
const AUDITED_EVERY: Duration = Duration::MINUTE;

/// Maximum number of notes on an application, which are listed together.
pub const MAX_NOTES: usize = 100;

/// A row of `application_notes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub id: Uuid,
    pub application_id: Uuid,
    pub author_id: Uuid,
    pub text: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    /// Time of the last audit entry.
    pub audited_at: OffsetDateTime,
    /// New with every edit.
    pub revision: Uuid,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthoredNote {
    pub note: Note,
    /// The author's current name; `None` once the account is deleted.
    pub author: Option<PersonName>,
}

/// Everything that a new note stores, in one transaction.
#[must_use]
#[derive(Debug, Clone)]
pub struct NewNote {
    pub note: Note,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

/// Everything that an edit or a deletion stores, in one transaction.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteChange {
    /// `None` deletes the note.
    pub note: Option<Note>,
    pub audit: Option<AuditEvent>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The note or the application does not exist, or the applicant's account is deleted.
    #[error("no such note or application")]
    NotFound,
    #[error("only the author can change a note")]
    NotAuthor,
    /// Another edit was stored in between.
    #[error("the note has changed")]
    VersionConflict,
    #[error("the application has the maximum number of notes")]
    TooMany,
    #[error("administrators cannot see the notes on their own application")]
    OwnApplication,
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}

pub fn add_note(application_id: Uuid, author_id: Uuid, text: String, act: &Act) -> NewNote {
    let (id, now) = (act.ordered_id(), act.now);
    let note = Note {
        id,
        application_id,
        author_id,
        text,
        created_at: now,
        updated_at: now,
        audited_at: now,
        revision: act.ordered_id(),
    };
    NewNote { audit: audit(act, "note.added", &note), note, record: None }
}

/// Changes the text of the note if it is one of the `edited` revisions, `None` being any.
///
/// # Errors
/// `NotAuthor`, `VersionConflict`. A repeated edit, which has the stored text, changes nothing and is no conflict.
pub fn update_note(
    seen: &Note,
    editor: Uuid,
    edited: Option<&[Uuid]>,
    text: String,
    act: &Act,
) -> Result<NoteChange, NoteError> {
    check_author(seen, editor)?;
    if text == seen.text {
        return Ok(NoteChange { note: Some(seen.clone()), audit: None });
    }
    check_revision(seen, edited)?;
    let now = act.now;
    let due = now - seen.audited_at >= AUDITED_EVERY;
    let audited_at = if due { now } else { seen.audited_at };
    let note = Note { text, updated_at: now, audited_at, revision: act.ordered_id(), ..seen.clone() };
    Ok(NoteChange { audit: due.then(|| audit(act, "note.updated", &note)), note: Some(note) })
}

/// Deletes the note if it is one of the `edited` revisions, `None` being any.
///
/// # Errors
/// `NotAuthor`, `VersionConflict`.
pub fn delete_note(
    seen: &Note,
    editor: Uuid,
    edited: Option<&[Uuid]>,
    act: &Act,
) -> Result<NoteChange, NoteError> {
    check_author(seen, editor)?;
    check_revision(seen, edited)?;
    Ok(NoteChange { note: None, audit: Some(audit(act, "note.deleted", seen)) })
}

fn check_author(note: &Note, editor: Uuid) -> Result<(), NoteError> {
    if note.author_id == editor { Ok(()) } else { Err(NoteError::NotAuthor) }
}

fn check_revision(note: &Note, edited: Option<&[Uuid]>) -> Result<(), NoteError> {
    if edited.is_none_or(|edited| edited.contains(&note.revision)) {
        Ok(())
    } else {
        Err(NoteError::VersionConflict)
    }
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

    fn note() -> Note {
        add_note(APPLICATION, ANA, "Called.".to_owned(), &act(NOON)).note
    }

    fn edit(seen: &Note, text: &str, seconds: i64) -> NoteChange {
        let at = NOON + Duration::seconds(seconds);
        update_note(seen, ANA, None, text.to_owned(), &act(at)).expect("an edit by the author")
    }

    #[test]
    fn a_new_note_is_audited_with_its_application_and_without_its_text() {
        let NewNote { note, audit, .. } = add_note(APPLICATION, ANA, "Called.".to_owned(), &act(NOON));
        assert_eq!((audit.action, audit.target_id, audit.actor_id), ("note.added", APPLICATION, Some(ANA)));
        assert_eq!(audit.detail, [("note_id", note.id.to_string())]);
        assert_eq!((note.created_at, note.updated_at, note.text.as_str()), (NOON, NOON, "Called."));
    }

    #[test]
    fn edits_are_audited_at_most_once_a_minute() {
        let mut note = note();
        let mut act = act(NOON);
        let mut audited = Vec::new();
        for seconds in [1, 59, 60, 61, 119, 120, 400] {
            act.now = NOON + Duration::seconds(seconds);
            let change = update_note(&note, ANA, None, format!("Called {seconds}."), &act)
                .expect("an edit by the author");
            let next = change.note.expect("a kept note");
            assert_eq!(next.updated_at, act.now);
            assert_ne!(next.revision, note.revision, "every edit is announced");
            if change.audit.is_some() {
                audited.push(seconds);
            }
            note = next;
        }
        assert_eq!(audited, [60, 120, 400]);
    }

    #[test]
    fn an_edit_without_a_difference_changes_nothing() {
        let note = note();
        let change = NoteChange { note: Some(note.clone()), audit: None };
        assert_eq!(edit(&note, "Called.", 90), change);
    }

    #[test]
    fn an_edit_replaces_only_the_revision_that_its_author_has_seen() {
        let (note, later) = (note(), act(NOON + Duration::HOUR));
        let other = Uuid::from_u128(9);
        let update = |edited: Option<&[Uuid]>, text: &str| {
            update_note(&note, ANA, edited, text.to_owned(), &later).map(|change| change.note.is_some())
        };
        assert_eq!(update(Some(&[note.revision]), "Newer."), Ok(true));
        assert_eq!(update(Some(&[other, note.revision]), "Newer."), Ok(true));
        assert_eq!(update(None, "Newer."), Ok(true));
        assert_eq!(update(Some(&[other]), "Newer."), Err(NoteError::VersionConflict));
        assert_eq!(update(Some(&[]), "Newer."), Err(NoteError::VersionConflict));
        assert_eq!(update(Some(&[other]), "Called."), Ok(true), "a repeated edit");
    }

    #[test]
    fn a_deletion_removes_only_the_revision_that_its_author_has_seen() {
        let note = note();
        let delete =
            |edited: Option<&[Uuid]>| delete_note(&note, ANA, edited, &act(NOON)).map(|change| change.note);
        assert_eq!(delete(Some(&[note.revision])), Ok(None));
        assert_eq!(delete(None), Ok(None));
        assert_eq!(delete(Some(&[Uuid::from_u128(9)])), Err(NoteError::VersionConflict));
    }

    #[test]
    fn only_the_author_can_edit_and_delete() {
        let (note, later) = (note(), act(NOON + Duration::HOUR));
        let bo = Uuid::from_u128(3);
        assert_eq!(update_note(&note, bo, None, "Mine.".to_owned(), &later), Err(NoteError::NotAuthor));
        assert_eq!(delete_note(&note, bo, None, &later), Err(NoteError::NotAuthor));
        let NoteChange { note: left, audit } = delete_note(&note, ANA, None, &later).expect("a deletion");
        assert_eq!((left, audit.map(|entry| entry.action)), (None, Some("note.deleted")));
    }
}
