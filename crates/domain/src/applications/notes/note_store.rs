//! Port for notes. Each method is one unit of work.

use async_trait::async_trait;
use uuid::Uuid;

use super::note::{AuthoredNote, NewNote, Note, NoteChange, NoteError};
use crate::audit::AuditEvent;

pub type NoteStep = Box<dyn FnOnce(&Note) -> Result<NoteChange, NoteError> + Send>;

/// Every method refuses an actor who is no longer an administrator.
#[async_trait]
pub trait NoteStore: Send + Sync {
    /// The notes on an application, oldest first; empty for an unknown one. Records `audit` first, as
    /// [`AuditLog::record_read`](crate::audit::AuditLog::record_read) does.
    async fn list(&self, application_id: Uuid, audit: AuditEvent) -> Result<Vec<AuthoredNote>, NoteError>;

    /// Stores the note, its audit event and its record. The applicant's account MUST NOT be deleted concurrently.
    ///
    /// # Errors
    /// `Former`; `NotFound` if the application does not exist or the applicant's account is deleted; `TooMany` if it has
    /// [`MAX_NOTES`](super::MAX_NOTES); faults.
    async fn add(&self, new: NewNote) -> Result<(), NoteError>;

    /// Reads the note under lock, runs `step`, and stores everything that it returns. Returns the note as stored, or
    /// `None` if it was deleted.
    ///
    /// # Errors
    /// `Former`; `NotFound` if the application has no such note; the errors of the step; faults.
    async fn change(
        &self,
        application_id: Uuid,
        note_id: Uuid,
        actor: Uuid,
        step: NoteStep,
    ) -> Result<Option<Note>, NoteError>;
}
