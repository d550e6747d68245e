//! The notes of administrators.

use async_trait::async_trait;
use forum_domain::audit::AuditEvent;
use forum_domain::notes::{AuthoredNote, NewNote, Notable, Note, NoteChange, NoteStore};
use forum_domain::shared::{Code, Refusal, Step};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::accounts::user::{lock_actor, lock_reader};
use crate::postgres::applications::application;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::idempotency;
use crate::postgres::stores::PgNoteStore;

#[async_trait]
impl NoteStore for PgNoteStore {
    #[tracing::instrument(name = "notes.list", skip_all)]
    async fn list(
        &self,
        application_id: Uuid,
        reader: Uuid,
        step: Step<Uuid, AuditEvent>,
    ) -> Result<Vec<AuthoredNote>, Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_reader(&mut tx, Some(reader)).await??;
        let applicant = sqlx::query_scalar!("select user_id from applications where id = $1", application_id)
            .fetch_optional(&mut *tx)
            .await
            .map_err(StoreError::from)?;
        audit_log::insert_read(&mut tx, &step(&applicant.ok_or(Code::NotFound)?)?).await?;
        let notes = read(&mut tx, application_id).await?;
        tx.commit().await?;
        Ok(notes)
    }

    #[tracing::instrument(name = "notes.add", skip_all)]
    async fn add(
        &self,
        application_id: Uuid,
        actor: Uuid,
        step: Step<Notable, NewNote>,
    ) -> Result<Note, Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, Some(actor)).await??;
        let applicant = lock(&mut tx, application_id).await?;
        let notes = count(&mut tx, application_id).await?;
        let NewNote { note, audit, record } = step(&Notable { applicant, notes })?;
        execute!(
            &mut *tx,
            "insert into application_notes
                 (id, application_id, author_id, text, created_at, updated_at, audited_at, version)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            note.id,
            note.application_id,
            note.author_id,
            note.text,
            note.created_at,
            note.updated_at,
            note.audited_at,
            note.version,
        )?;
        audit_log::insert(&mut tx, &audit).await?;
        idempotency::insert(&mut tx, record.as_ref()).await?;
        tx.commit().await?;
        Ok(note)
    }

    #[tracing::instrument(name = "notes.change", skip_all)]
    async fn change(
        &self,
        application_id: Uuid,
        note_id: Uuid,
        actor: Uuid,
        step: Step<Note, NoteChange>,
    ) -> Result<Option<Note>, Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_actor(&mut tx, Some(actor)).await??;
        lock(&mut tx, application_id).await?;
        let seen = sqlx::query_as!(
            Note,
            "select id, application_id, author_id, text, created_at, updated_at, audited_at, version
             from application_notes where id = $1 and application_id = $2 for update",
            note_id,
            application_id,
        );
        let seen = seen.fetch_optional(&mut *tx).await.map_err(StoreError::from)?;
        let NoteChange { note, audit } = step(&seen.ok_or(Code::NotFound)?)?;
        match &note {
            None => execute!(&mut *tx, "delete from application_notes where id = $1", note_id)?,
            Some(note) => execute!(
                &mut *tx,
                "update application_notes set text = $2, updated_at = $3, audited_at = $4, version = $5 where id = $1",
                note_id,
                note.text,
                note.updated_at,
                note.audited_at,
                note.version,
            )?,
        }
        if let Some(audit) = audit {
            audit_log::insert(&mut tx, &audit).await?;
        }
        tx.commit().await?;
        Ok(note)
    }
}

/// Locks the applicant's account against deletion, which would keep a note that is stored concurrently, and the application
/// against another note and a withdrawal: both write the list and the notes, so their order must be the same. The
/// locking clauses lock in the order in which they are written. Returns the applicant.
pub(super) async fn lock(connection: &mut PgConnection, application_id: Uuid) -> Result<Uuid, Refusal> {
    let applicant = sqlx::query_scalar!(
        "select u.id from applications a join users u on u.id = a.user_id
         where a.id = $1 and u.deleted_at is null for share of u for no key update of a",
        application_id,
    );
    let applicant = applicant.fetch_optional(connection).await.map_err(StoreError::from)?;
    Ok(applicant.ok_or(Code::NotFound)?)
}

async fn count(connection: &mut PgConnection, application_id: Uuid) -> Result<usize, StoreError> {
    let notes = sqlx::query_scalar!(
        r#"select count(*) as "count!" from application_notes where application_id = $1"#,
        application_id,
    );
    Ok(usize::try_from(notes.fetch_one(connection).await?).unwrap_or(usize::MAX))
}

async fn read(connection: &mut PgConnection, application_id: Uuid) -> Result<Vec<AuthoredNote>, StoreError> {
    let rows = sqlx::query!(
        r#"select n.id, n.application_id, n.author_id, n.text, n.created_at, n.updated_at, n.audited_at, n.version,
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
            version: row.version,
        },
        author: application::name(row.first_name, row.last_name),
    });
    Ok(note.collect())
}

/// The newest notes by a user, newest first.
pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    author_id: Uuid,
    limit: u32,
) -> Result<Vec<Note>, StoreError> {
    let rows = sqlx::query_as!(
        Note,
        "select id, application_id, author_id, text, created_at, updated_at, audited_at, version
         from application_notes where author_id = $1 order by created_at desc, id desc limit $2",
        author_id,
        i64::from(limit),
    );
    Ok(rows.fetch_all(connection).await?)
}
