//! The notes of administrators.

use async_trait::async_trait;
use forum_domain::applications::{
    AuthoredNote, MAX_NOTES, NewNote, Note, NoteChange, NoteError, NoteStep, NoteStore,
};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::PersonName;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::audit::actors::lock_actor;
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::idempotency;
use crate::postgres::stores::PgNoteStore;

async fn read(connection: &mut PgConnection, application_id: Uuid) -> Result<Vec<AuthoredNote>, StoreError> {
    let rows = sqlx::query!(
        r#"select n.id, n.application_id, n.author_id, n.text, n.created_at, n.updated_at, n.audited_at, n.revision,
                  p.first_name as "first_name?", p.last_name as "last_name?"
           from application_notes n left join profiles p on p.user_id = n.author_id
           where n.application_id = $1 order by n.created_at, n.id"#,
        application_id,
    )
    .fetch_all(connection)
    .await?;
    let note = rows.into_iter().map(|row| AuthoredNote {
        note: Note {
            id: row.id,
            application_id: row.application_id,
            author_id: row.author_id,
            text: row.text,
            created_at: row.created_at,
            updated_at: row.updated_at,
            audited_at: row.audited_at,
            revision: row.revision,
        },
        author: row.first_name.zip(row.last_name).map(|(first, last)| PersonName { first, last }),
    });
    Ok(note.collect())
}

/// Locks the applicant's account against deletion, which would keep a note that is stored concurrently, and the application
/// against another note and a withdrawal: both write the list and the notes, so their order must be the same. Refuses an
/// application that is deleted, or whose applicant is.
async fn lock(connection: &mut PgConnection, application_id: Uuid) -> Result<(), NoteError> {
    let locked = sqlx::query_scalar!(
        "select a.id from applications a join users u on u.id = a.user_id
         where a.id = $1 and u.deleted_at is null for share of u for no key update of a",
        application_id,
    );
    let locked = locked.fetch_optional(connection).await.map_err(StoreError::from)?;
    locked.map(drop).ok_or(NoteError::NotFound)
}

async fn count(connection: &mut PgConnection, application_id: Uuid) -> Result<usize, StoreError> {
    let notes = sqlx::query_scalar!(
        r#"select count(*) as "count!" from application_notes where application_id = $1"#,
        application_id,
    )
    .fetch_one(connection)
    .await?;
    Ok(usize::try_from(notes).unwrap_or(usize::MAX))
}

/// The newest notes by a user, newest first.
pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    author_id: Uuid,
    limit: u32,
) -> Result<Vec<Note>, StoreError> {
    let rows = sqlx::query_as!(
        Note,
        "select id, application_id, author_id, text, created_at, updated_at, audited_at, revision
         from application_notes where author_id = $1 order by created_at desc, id desc limit $2",
        author_id,
        i64::from(limit),
    );
    Ok(rows.fetch_all(connection).await?)
}

#[async_trait]
impl NoteStore for PgNoteStore {
    #[tracing::instrument(name = "notes.list", skip_all)]
    async fn list(&self, application_id: Uuid, audit: AuditEvent) -> Result<Vec<AuthoredNote>, NoteError> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, audit.actor_id).await??;
        audit_log::insert_read(&mut tx, &audit).await?;
        let notes = read(&mut tx, application_id).await?;
        tx.commit().await?;
        Ok(notes)
    }

    #[tracing::instrument(name = "notes.add", skip_all)]
    async fn add(&self, new: NewNote) -> Result<(), NoteError> {
        let NewNote { note, audit, record } = new;
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, audit.actor_id).await??;
        lock(&mut tx, note.application_id).await?;
        if count(&mut tx, note.application_id).await? >= MAX_NOTES {
            return Err(NoteError::TooMany);
        }
        execute!(
            &mut *tx,
            "insert into application_notes
                 (id, application_id, author_id, text, created_at, updated_at, audited_at, revision)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            note.id,
            note.application_id,
            note.author_id,
            note.text,
            note.created_at,
            note.updated_at,
            note.audited_at,
            note.revision,
        )?;
        audit_log::insert(&mut tx, &audit).await?;
        idempotency::insert(&mut tx, record.as_ref()).await?;
        Ok(tx.commit().await?)
    }

    #[tracing::instrument(name = "notes.change", skip_all)]
    async fn change(
        &self,
        application_id: Uuid,
        note_id: Uuid,
        actor: Uuid,
        step: NoteStep,
    ) -> Result<Option<Note>, NoteError> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, Some(actor)).await??;
        lock(&mut tx, application_id).await?;
        let seen = sqlx::query_as!(
            Note,
            "select id, application_id, author_id, text, created_at, updated_at, audited_at, revision
             from application_notes where id = $1 and application_id = $2 for update",
            note_id,
            application_id,
        );
        let seen = seen.fetch_optional(&mut *tx).await.map_err(StoreError::from)?;
        let NoteChange { note, audit } = step(&seen.ok_or(NoteError::NotFound)?)?;
        match &note {
            None => execute!(&mut *tx, "delete from application_notes where id = $1", note_id)?,
            Some(note) => execute!(
                &mut *tx,
                "update application_notes set text = $2, updated_at = $3, audited_at = $4, revision = $5 where id = $1",
                note_id,
                note.text,
                note.updated_at,
                note.audited_at,
                note.revision,
            )?,
        }
        if let Some(audit) = audit {
            audit_log::insert(&mut tx, &audit).await?;
        }
        tx.commit().await?;
        Ok(note)
    }
}
