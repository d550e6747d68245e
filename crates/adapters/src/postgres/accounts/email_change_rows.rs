//! Rows of email address changes, in the caller's transaction.

use crate::postgres::connection::fault::StoreError;
use forum_domain::accounts::{EmailChange, Purpose};
use forum_domain::shared::EmailAddress;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Builds an email address change from a row with its columns.
macro_rules! email_change_of {
    ($row:ident) => {
        forum_domain::accounts::EmailChange {
            id: $row.id,
            user_id: $row.user_id,
            old_email: EmailAddress::stored($row.old_email),
            new_email: EmailAddress::stored($row.new_email),
            requested_at: $row.requested_at,
            suspect_since: $row.suspect_since,
            expires_at: $row.expires_at,
            old_confirmed_at: $row.old_confirmed_at,
            new_confirmed_at: $row.new_confirmed_at,
            changed_at: $row.changed_at,
            ended_at: $row.ended_at,
        }
    };
}
pub(crate) use email_change_of;

/// Reads the changes that match a condition.
macro_rules! read_changes {
    ($connection:expr, $condition:tt, $($argument:expr),+) => {{
        let rows = sqlx::query!(
            "select id, user_id, old_email, new_email, requested_at, suspect_since, expires_at, old_confirmed_at,
                    new_confirmed_at, changed_at, ended_at
             from email_changes "
                + $condition,
            $($argument),+
        );
        let rows = rows.fetch_all($connection).await?;
        rows.into_iter().map(|row| email_change_of!(row))
    }};
}

pub(crate) async fn find(connection: &mut PgConnection, id: Uuid) -> Result<Option<EmailChange>, StoreError> {
    Ok(read_changes!(connection, "where id = $1", id).next())
}

pub(crate) async fn newest_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: u32,
) -> Result<Vec<EmailChange>, StoreError> {
    Ok(read_changes!(
        connection,
        "where user_id = $1 order by requested_at desc, id desc limit $2",
        user_id,
        i64::from(limit)
    )
    .collect())
}

/// The changes of a user that have not ended: a pending change, and completed ones that can be undone.
pub(crate) async fn not_ended(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<EmailChange>, StoreError> {
    Ok(read_changes!(
        connection,
        "where user_id = $1 and ended_at is null order by requested_at desc, id desc",
        user_id
    )
    .collect())
}

/// Whether the address belongs to another user or is reserved for one.
pub(crate) async fn is_taken(
    connection: &mut PgConnection,
    email: &EmailAddress,
    user_id: Uuid,
    now: OffsetDateTime,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"select exists (select from profiles where lower(email) = $1 and user_id <> $2)
               or exists (select from one_time_tokens t join email_changes c on c.id = t.change_id
                          where lower(t.email) = $1 and t.purpose = 'restore_email' and t.used_at is null
                            and t.expires_at > $3 and c.user_id <> $2) as "taken!""#,
        email.key(),
        user_id,
        now,
    )
    .fetch_one(connection)
    .await?;
    Ok(found)
}

pub(crate) async fn insert(connection: &mut PgConnection, change: &EmailChange) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into email_changes (id, user_id, old_email, new_email, requested_at, suspect_since, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        change.id,
        change.user_id,
        change.old_email.as_str(),
        change.new_email.as_str(),
        change.requested_at,
        change.suspect_since,
        change.expires_at,
    )
}

pub(crate) async fn end_pending(
    connection: &mut PgConnection,
    user_id: Uuid,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let pending = sqlx::query_scalar!(
        "update email_changes set ended_at = $2
         where user_id = $1 and changed_at is null and ended_at is null returning id",
        user_id,
        at,
    )
    .fetch_all(&mut *connection)
    .await?;
    use_up(connection, &pending, &Purpose::ALL, at).await
}

pub(crate) async fn use_up(
    connection: &mut PgConnection,
    changes: &[Uuid],
    purposes: &[Purpose],
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let words: Vec<String> = purposes.iter().map(|purpose| purpose.as_str().to_owned()).collect();
    execute!(
        connection,
        "update one_time_tokens set used_at = $3
         where change_id = any($1) and purpose = any($2) and used_at is null",
        changes,
        &words,
        at
    )
}
