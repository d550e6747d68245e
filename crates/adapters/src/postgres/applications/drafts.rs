//! Drafts of applications.

use forum_domain::applications::{ApplicationFields, Draft};
use forum_domain::shared::Fault;
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::fields;
use crate::postgres::connection::fault::StoreError;

pub(crate) async fn of_user(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Option<Draft>, StoreError> {
    let row = sqlx::query!(
        "select fields, step, updated_at, version,
                (select id from headshots where id = headshot_id and state = 'stored') as headshot_id
         from application_drafts where user_id = $1",
        user_id,
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let step =
        u8::try_from(row.step).map_err(|_| Fault::Bug("the step of a draft is negative".to_owned()))?;
    let fields = ApplicationFields { values: fields::from_json(&row.fields), headshot_id: row.headshot_id };
    Ok(Some(Draft { fields, step, updated_at: row.updated_at, version: row.version }))
}

/// Replaces the draft of a user. The caller holds the user's lock.
pub(crate) async fn put(
    connection: &mut PgConnection,
    user_id: Uuid,
    draft: &Draft,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into application_drafts (user_id, fields, headshot_id, step, updated_at, version)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id) do update
         set fields = excluded.fields, headshot_id = excluded.headshot_id, step = excluded.step,
             updated_at = excluded.updated_at, version = excluded.version",
        user_id,
        Value::Object(fields::to_json(&draft.fields.values)),
        draft.fields.headshot_id,
        i16::from(draft.step),
        draft.updated_at,
        draft.version
    )
}

pub(crate) async fn clear(connection: &mut PgConnection, user_id: Uuid) -> Result<(), StoreError> {
    execute!(connection, "delete from application_drafts where user_id = $1", user_id)
}
