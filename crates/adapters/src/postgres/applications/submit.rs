//! Submission of an application, with four round trips: begin, lock and read, write, commit. Triggers copy the application
//! into the review's list and counts (`0004_review_list.sql`).

use std::slice;

use forum_domain::applications::{Applicant, Application, Status, Submission};
use forum_domain::headshots::HeadshotKey;
use forum_domain::shared::{Code, EmailAddress, Fault, PersonName, Refusal, Step};
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::fields;
use crate::postgres::accounts::user::parse_roles;
use crate::postgres::audit_log::audit_rows;
use crate::postgres::connection::fault::{StoreError, unknown};
use crate::postgres::idempotency;
use crate::postgres::mail::outbox::mail_rows;
use crate::postgres::stores::PgApplicationStore;
use crate::trace_context;

pub(super) async fn submit(
    store: &PgApplicationStore,
    user_id: Uuid,
    step: Step<Applicant, Submission>,
) -> Result<Application, Refusal> {
    let mut tx = store.pool.begin().await?;
    // Without an applicant, the account was deleted after the token was checked.
    let applicant = lock(&mut tx, user_id).await?.ok_or(Code::SessionRevoked)?;
    let submission = step(&applicant)?;
    insert(&mut tx, &submission).await.map_err(|error| {
        // This program holds the lock and never violates the index, which protects against other writers.
        if error.violates("applications_one_pending") {
            Code::ApplicationPendingExists.into()
        } else {
            Refusal::from(error)
        }
    })?;
    store.mails.commit(tx).await?;
    Ok(submission.application)
}

/// Locks the applicant's user and reads the input of the rule. `None` for an unknown or deleted user.
async fn lock(connection: &mut PgConnection, user_id: Uuid) -> Result<Option<Applicant>, StoreError> {
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
        Ok((id, key))
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
async fn insert(connection: &mut PgConnection, submission: &Submission) -> Result<(), StoreError> {
    let Submission { application, event, mail, audit, record } = submission;
    let columns = fields::column_list();
    let statement = format!(
        "with application as (
             insert into applications (id, user_id, status, submitted_at, headshot_id, headshot_url, {columns})
             select $1, $2, $3, $4, $5, $6, {columns} from jsonb_populate_record(null::applications, $7)
         ), event as (
             insert into application_events (id, application_id, at, actor_id, from_status, to_status)
             values ($8, $1, $9, $10, $11, $12)
         ), draft as (
             delete from application_drafts where user_id = $2
         ), queued as (
             insert into outbox
                 (id, message_id, kind, to_email, first_name, last_name, token_id, queued_at, due_at, traceparent,
                  application_id)
             select id, message_id, kind, to_email, first_name, last_name, token_id, queued_at, queued_at, $13,
                    application_id
             from jsonb_to_recordset($14)
                 as mail (id uuid, message_id text, kind text, to_email text, first_name text, last_name text,
                          token_id uuid, queued_at timestamptz, application_id uuid)
         )
         insert into audit_events (id, at, actor_id, action, target_type, target_id, detail)
         select * from jsonb_to_recordset($15)
             as entry (id uuid, at timestamptz, actor_id uuid, action text, target_type text, target_id uuid,
                       detail jsonb)"
    );
    sqlx::query(AssertSqlSafe(statement))
        .bind(application.id)
        .bind(application.user_id)
        .bind(application.status.as_str())
        .bind(application.submitted_at)
        .bind(application.fields.headshot_id)
        .bind(&application.headshot_url)
        .bind(Value::Object(fields::to_json(&application.fields.values)))
        .bind(event.id)
        .bind(event.at)
        .bind(event.actor_id)
        .bind(event.from.map(Status::as_str))
        .bind(event.to.as_str())
        .bind(trace_context::current())
        .bind(mail_rows(slice::from_ref(mail)))
        .bind(audit_rows(slice::from_ref(audit)))
        .execute(&mut *connection)
        .await?;
    idempotency::insert(connection, record.as_ref()).await
}
