//! Drafts of applications.

use async_trait::async_trait;
use forum_domain::applications::{
    Draft, DraftContent, DraftContext, DraftStore, DraftValue, DraftValues, Field, SaveDraftError,
    SaveDraftStep,
};
use forum_domain::shared::Fault;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::postgres::accounts::user_rows::lock_user;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::stores::PgDraftStore;

fn to_json(values: &DraftValues) -> Value {
    let member = |(name, value): (&&str, &DraftValue)| {
        let value = match value {
            DraftValue::Text(text) => Value::from(text.as_str()),
            DraftValue::List(items) => Value::from(items.clone()),
        };
        ((*name).to_owned(), value)
    };
    Value::Object(values.iter().map(member).collect::<Map<_, _>>())
}

/// Ignores unknown fields, which another release may have stored.
fn from_json(fields: &Value) -> DraftValues {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let member = |field: &Field| {
        let value = match fields.get(field.name())? {
            Value::Array(items) => DraftValue::List(items.iter().filter_map(text).collect()),
            value => DraftValue::Text(text(value)?),
        };
        Some((field.name(), value))
    };
    Field::ALL.iter().filter_map(member).collect()
}

pub(crate) async fn of_user(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Option<Draft>, StoreError> {
    let row = sqlx::query!(
        "select fields, step, updated_at,
                (select id from headshots where id = headshot_id and state = 'stored') as headshot_id
         from application_drafts where user_id = $1",
        user_id,
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let step =
        u8::try_from(row.step).map_err(|_| Fault::Bug("the step of a draft is negative".to_owned()))?;
    let content = DraftContent { values: from_json(&row.fields), headshot_id: row.headshot_id, step };
    Ok(Some(Draft { content, updated_at: row.updated_at }))
}

/// Replaces the draft of a user. The caller holds the user's lock.
pub(crate) async fn put(
    connection: &mut PgConnection,
    user_id: Uuid,
    draft: &Draft,
) -> Result<(), StoreError> {
    let DraftContent { values, headshot_id, step } = &draft.content;
    execute!(
        connection,
        "insert into application_drafts (user_id, fields, headshot_id, step, updated_at)
         values ($1, $2, $3, $4, $5)
         on conflict (user_id) do update
         set fields = excluded.fields, headshot_id = excluded.headshot_id, step = excluded.step,
             updated_at = excluded.updated_at",
        user_id,
        to_json(values),
        *headshot_id,
        i16::from(*step),
        draft.updated_at
    )
}

pub(crate) async fn clear(connection: &mut PgConnection, user_id: Uuid) -> Result<(), StoreError> {
    execute!(connection, "delete from application_drafts where user_id = $1", user_id)
}

#[async_trait]
impl DraftStore for PgDraftStore {
    #[tracing::instrument(name = "drafts.find", skip_all)]
    async fn find(&self, user_id: Uuid) -> Result<Option<Draft>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let draft = of_user(&mut connection, user_id).await?;
        connection.release();
        Ok(draft)
    }

    #[tracing::instrument(name = "drafts.save", skip_all)]
    async fn save(&self, user_id: Uuid, step: SaveDraftStep) -> Result<Draft, SaveDraftError> {
        let mut tx = self.pool.begin().await?;
        // The same lock as in `PgApplicationStore::submit`.
        let user = lock_user(&mut tx, user_id).await?.ok_or(SaveDraftError::UnknownUser)?;
        let seen = sqlx::query!(
            r#"select (select id from applications where user_id = $1 and status = 'pending') as pending,
                      array(select id from headshots where user_id = $1 and state = 'stored') as "photos!""#,
            user_id,
        )
        .fetch_one(&mut *tx)
        .await
        .map_err(fault)?;
        let context = DraftContext { roles: user.roles, pending: seen.pending, photos: seen.photos };
        let draft = step(&context)?;
        put(&mut tx, user_id, &draft).await?;
        tx.commit().await?;
        Ok(draft)
    }

    #[tracing::instrument(name = "drafts.delete", skip_all)]
    async fn delete(&self, user_id: Uuid) -> Result<(), Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(clear(&mut connection, user_id).await?)
    }
}
