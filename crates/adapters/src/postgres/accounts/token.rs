//! Rows of one-time tokens.

use forum_domain::accounts::{OneTimeToken, Purpose};
use forum_domain::shared::EmailAddress;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::connection::fault::{StoreError, unknown};

pub(crate) async fn insert(connection: &mut PgConnection, token: &OneTimeToken) -> Result<(), StoreError> {
    let OneTimeToken { id, purpose, email, registration_id, change_id, created_at, expires_at, used_at } =
        token;
    execute!(
        connection,
        "insert into one_time_tokens (id, purpose, email, registration_id, change_id, created_at, expires_at,
                                      used_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        purpose.as_str(),
        email.as_str(),
        *registration_id,
        *change_id,
        created_at,
        expires_at,
        *used_at
    )
}

pub(crate) async fn find(
    connection: &mut PgConnection,
    id: Uuid,
) -> Result<Option<OneTimeToken>, StoreError> {
    let row = sqlx::query!(
        "select id, purpose, email, registration_id, change_id, created_at, expires_at, used_at
         from one_time_tokens where id = $1",
        id,
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        Ok(OneTimeToken {
            id: row.id,
            purpose: Purpose::parse(&row.purpose).ok_or_else(|| unknown("purpose", &row.purpose))?,
            email: EmailAddress::stored(row.email),
            registration_id: row.registration_id,
            change_id: row.change_id,
            created_at: row.created_at,
            expires_at: row.expires_at,
            used_at: row.used_at,
        })
    })
    .transpose()
}

pub(crate) async fn newest(
    connection: &mut PgConnection,
    email: &EmailAddress,
    purposes: &[Purpose],
) -> Result<Option<Uuid>, StoreError> {
    let words: Vec<String> = purposes.iter().map(|purpose| purpose.as_str().to_owned()).collect();
    let found = sqlx::query_scalar!(
        "select id from one_time_tokens
         where lower(email) = $1 and purpose = any($2)
           and (registration_id is not null or purpose <> 'verify_email')
         order by created_at desc, id limit 1",
        email.key(),
        &words,
    )
    .fetch_optional(connection)
    .await?;
    Ok(found)
}

pub(crate) async fn use_up(
    connection: &mut PgConnection,
    email: &EmailAddress,
    purposes: &[Purpose],
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let words: Vec<String> = purposes.iter().map(|purpose| purpose.as_str().to_owned()).collect();
    execute!(
        connection,
        "update one_time_tokens set used_at = $3
         where lower(email) = $1 and purpose = any($2) and used_at is null",
        email.key(),
        &words,
        at
    )
}
