//! `/admin/applications/{id}/notes`: notes of administrators.

use std::sync::Arc;

use forum_domain::notes::{AuthoredNote, NOTE_LENGTH, Notes};
use poem_openapi::param::{Header, Path};
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::Json;
use crate::request::list::CompleteList;
use crate::request::versions::{IfMatch, Tags, Versioned, named_versions};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Filled, Nullable};

/// A note of an administrator on an application. The applicant never sees it.
#[derive(Object)]
pub(crate) struct ApplicationNote {
    /// Identifies the note.
    id: Uuid,
    /// The administrator who wrote it.
    author_id: Uuid,
    /// The author's first and last name. Null after account deletion.
    author_name: Nullable<String>,
    /// What the author wrote, without surrounding white space.
    text: String,
    /// When it was first saved.
    created_at: OffsetDateTime,
    /// When its text last changed.
    updated_at: OffsetDateTime,
    /// Another after every change, for `If-Match`.
    version: Uuid,
}

impl From<AuthoredNote> for ApplicationNote {
    fn from(AuthoredNote { note, author }: AuthoredNote) -> Self {
        Self {
            id: note.id,
            author_id: note.author_id,
            author_name: Nullable(author.map(|name| format!("{} {}", name.first, name.last))),
            text: note.text,
            created_at: note.created_at,
            updated_at: note.updated_at,
            version: note.version,
        }
    }
}

/// The notes on an application, oldest first.
#[derive(Object)]
pub(crate) struct ApplicationNotes {
    #[oai(flatten)]
    list: CompleteList<ApplicationNote>,
}

/// The text of a note.
#[derive(Object)]
pub(crate) struct NoteRequest {
    /// Replaces the earlier text.
    text: Filled<NOTE_LENGTH>,
}

error_codes!(ListCodes: [NotFound, OwnApplication], SIGNED_IN, ADMIN);
error_codes!(AddCodes: [NotFound, OwnApplication, TooManyNotes], SIGNED_IN, ADMIN, BODY, TEXT, REPEATABLE);
error_codes!(
    UpdateCodes: [NotFound, VersionConflict, PreconditionRequired],
    SIGNED_IN, ADMIN, BODY, TEXT,
);
error_codes!(DeleteCodes: [NotFound, VersionConflict], SIGNED_IN, ADMIN);

pub(crate) struct NotesApi {
    pub(crate) notes: Arc<Notes>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl NotesApi {
    /// List the notes on an application
    ///
    /// The oldest first. Administrators cannot see the notes on their own application. The access is logged at most every 15
    /// minutes.
    #[oai(path = "/:id/notes", method = "get", operation_id = "list_notes")]
    async fn list_notes(
        &self,
        Reading(reader): Reading,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Success<ApplicationNotes>, ApiError<ListCodes>> {
        let notes = self.notes.list(&reader, id.0).await?;
        Ok(JsonResponse(ApplicationNotes { list: notes.into_iter().map(ApplicationNote::from).collect() }))
    }

    /// Add a note to an application
    ///
    /// Other administrators get the event `note.added`. An application can have 100 notes.
    #[oai(path = "/:id/notes", method = "post", operation_id = "add_note")]
    async fn add_note(
        &self,
        Admin(admin): Admin,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        /// The id of the application.
        id: Path<Uuid>,
        json: Json<NoteRequest>,
    ) -> Result<Recorded<Created<ApplicationNote>>, ApiError<AddCodes>> {
        let act = |keyed| self.notes.add(&admin, id.0, &json.body.text.0, keyed);
        let created = |note: &AuthoredNote| JsonResponse(note.clone().into());
        Ok(key.once(admin.caller().user.id, &json.raw, created, act).await?)
    }

    /// Change a note
    ///
    /// Only its author can change it. Other administrators get the event `application.changed`. An edit within a minute of
    /// the last logged one is not logged.
    #[oai(path = "/:id/notes/:note_id", method = "patch", operation_id = "update_note")]
    async fn update_note(
        &self,
        Admin(admin): Admin,
        /// The id of the application.
        id: Path<Uuid>,
        /// A note on this application.
        note_id: Path<Uuid>,
        /// The version that was edited, in double quotes. Required. Weak tags, lists and `*` are accepted.
        #[oai(name = "If-Match")]
        if_match: IfMatch,
        json: Json<NoteRequest>,
    ) -> Result<Versioned<ApplicationNote>, ApiError<UpdateCodes>> {
        let (seen, text) = (named_versions(if_match)?, &json.body.text.0);
        let body = ApplicationNote::from(self.notes.update(&admin, id.0, note_id.0, seen, text).await?);
        Ok(Versioned::new(body.version, body))
    }

    /// Delete a note
    ///
    /// Only its author can delete it. Other administrators get the event `application.changed`.
    #[oai(path = "/:id/notes/:note_id", method = "delete", operation_id = "delete_note")]
    async fn delete_note(
        &self,
        Admin(admin): Admin,
        /// The id of the application.
        id: Path<Uuid>,
        /// A note on this application.
        note_id: Path<Uuid>,
        /// The version to delete, in double quotes. Without it, any version is deleted.
        #[oai(name = "If-Match")]
        if_match: Header<Option<Tags>>,
    ) -> Result<NoContent, ApiError<DeleteCodes>> {
        let seen = if_match.0.map(|tags| named_versions(Header(tags))).transpose()?.flatten();
        self.notes.delete(&admin, id.0, note_id.0, seen).await?;
        Ok(NoContent)
    }
}
