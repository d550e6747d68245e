//! Reads and writes the rows of a submission, with one round trip each.

use forum_domain::applications::{Applicant, OwnPhoto, Status, Submission};
use forum_domain::headshots::HeadshotKey;
use forum_domain::shared::{EmailAddress, Fault, PersonName};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::audit::consequences::{audit_rows, mail_rows};
use crate::postgres::connection::fault::{StoreError, unknown};
use crate::postgres::idempotency;
use crate::postgres::roles::parse_roles;
use crate::trace_context;

/// Locks the applicant's user and reads the input of the rule. `None` for an unknown or deleted user.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Option<Applicant>, StoreError> {
    let row = sqlx::query!(
        r#"select first_name as "first_name!", last_name as "last_name!", email as "email!", roles as "roles!",
                  pending, photo_ids as "photo_ids!", photo_keys as "photo_keys!"
           from lock_applicant($1)"#,
        user_id,
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let photos = row.photo_ids.into_iter().zip(row.photo_keys).map(|(id, key)| {
        let parsed = HeadshotKey::parse(&key);
        let key = parsed.ok_or_else(|| unknown("key for the photo", &id.to_string()))?;
        Ok(OwnPhoto { id, key })
    });
    Ok(Some(Applicant {
        user_id,
        name: PersonName { first: row.first_name, last: row.last_name },
        email: EmailAddress::stored(row.email),
        roles: parse_roles(&row.roles)?,
        pending: row.pending,
        headshots: photos.collect::<Result<_, Fault>>()?,
    }))
}

/// Writes all rows of a submission. The caller holds the applicant's lock.
pub(crate) async fn insert(connection: &mut PgConnection, submission: &Submission) -> Result<(), StoreError> {
    let Submission { application, event, mails, audit, record } = submission;
    let fields = &application.fields;
    execute!(
        &mut *connection,
        "with application as (
             insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
                 teaching_position, school_district, subjects_taught, date_of_birth, address_line1, address_line2, city,
                 state, zip_code, phone, headshot_url, t_shirt_size, note, decided_by, headshot_id)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
         ), event as (
             insert into application_events (id, application_id, at, actor_id, from_status, to_status)
             values ($22, $23, $24, $25, $26, $27)
         ), draft as (
             delete from application_drafts where user_id = $2
         ), queued as (
             insert into outbox
                 (id, message_id, kind, to_email, first_name, last_name, token_id, queued_at, due_at, traceparent,
                  application_id)
             select id, message_id, kind, to_email, first_name, last_name, token_id, queued_at, queued_at, $30,
                    application_id
             from jsonb_to_recordset($28)
                 as mail (id uuid, message_id text, kind text, to_email text, first_name text, last_name text,
                          token_id uuid, queued_at timestamptz, application_id uuid)
         )
         insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
         select * from jsonb_to_recordset($29)
             as entry (id uuid, at timestamptz, actor_id uuid, action text, target_type text, target_id uuid,
                       detail jsonb)",
        application.id,
        application.user_id,
        application.status.as_str(),
        application.submitted_at,
        application.reviewed_at,
        fields.teaching_experience,
        fields.teaching_position,
        fields.school_district,
        &fields.subjects_taught,
        fields.date_of_birth,
        fields.address_line1,
        fields.address_line2,
        fields.city,
        fields.state,
        fields.zip_code,
        fields.phone,
        application.headshot_url,
        fields.t_shirt_size.as_str(),
        application.note,
        application.decided_by,
        fields.headshot_id,
        event.id,
        event.application_id,
        event.at,
        event.actor_id,
        event.from.map(Status::as_str),
        event.to.as_str(),
        mail_rows(mails),
        audit_rows(audit),
        trace_context::current(),
    )?;
    idempotency::insert(connection, record.as_ref()).await
}
