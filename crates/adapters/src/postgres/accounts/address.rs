//! The owner of an address, and its pending registrations.

use forum_domain::accounts::{Account, AddressOwner, PendingRegistration, SignInRecord};
use forum_domain::shared::{EmailAddress, PersonName};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::user::user_of;
use crate::postgres::connection::fault::StoreError;

pub(crate) struct RegistrationRow {
    pub(crate) id: Uuid,
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) password_hash: String,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) contested: bool,
}

impl From<RegistrationRow> for PendingRegistration {
    fn from(row: RegistrationRow) -> Self {
        Self {
            id: row.id,
            email: EmailAddress::stored(row.email),
            name: PersonName { first: row.first_name, last: row.last_name },
            password_hash: row.password_hash,
            created_at: row.created_at,
            contested: row.contested,
        }
    }
}

/// The confirmed user with the address, else the user it is reserved for, else the newest pending registration.
pub(crate) async fn owner(
    connection: &mut PgConnection,
    email: &EmailAddress,
    now: OffsetDateTime,
) -> Result<AddressOwner, StoreError> {
    let row = sqlx::query!(
        r#"(select user_id as "id!", first_name as "first_name!", last_name as "last_name!", 0 as "rank!",
                   null::timestamptz as created_at
            from profiles where lower(email) = $1)
           union all
           (select t.id, p.first_name, p.last_name, 1, t.created_at
            from one_time_tokens t join email_changes c on c.id = t.change_id join profiles p on p.user_id = c.user_id
            where lower(t.email) = $1 and t.purpose = 'restore_email' and t.used_at is null and t.expires_at > $2
            order by t.created_at desc limit 1)
           union all
           (select id, first_name, last_name, 2, created_at
            from pending_registrations where lower(email) = $1 order by created_at desc limit 1)
           order by "rank!" limit 1"#,
        email.key(),
        now,
    )
    .fetch_optional(connection)
    .await?;
    Ok(match row {
        None => AddressOwner::Unknown,
        Some(row) => {
            let name = PersonName { first: row.first_name, last: row.last_name };
            match row.rank {
                0 => AddressOwner::Confirmed(name),
                1 => AddressOwner::Reserved(row.id, name),
                _ => AddressOwner::Pending(row.id),
            }
        }
    })
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

/// The user or the registration for the address. Every lookup runs the same two statements, so that timing reveals nothing.
pub(crate) async fn record(
    connection: &mut PgConnection,
    email: &EmailAddress,
) -> Result<Option<SignInRecord>, StoreError> {
    let user = sqlx::query!(
        r#"select u.id, p.email, p.first_name, p.last_name, u.created_at, u.disabled_at,
                  array(select role from user_roles r where r.user_id = u.id) as "roles!: Vec<String>",
                  c.password_hash as "password_hash?"
           from profiles p
           join users u on u.id = p.user_id
           left join credentials c on c.user_id = u.id
           where lower(p.email) = $1"#,
        email.key(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    let registration = sqlx::query_as!(
        RegistrationRow,
        "select id, email, first_name, last_name, password_hash, created_at, contested
         from pending_registrations where lower(email) = $1 order by created_at desc limit 1",
        email.key(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(match (user, registration) {
        (Some(row), _) => {
            let password_hash = row.password_hash;
            Some(SignInRecord::User(Box::new(Account { user: user_of!(row), password_hash })))
        }
        (None, Some(row)) => Some(SignInRecord::Unverified(Box::new(row.into()))),
        (None, None) => None,
    })
}

pub(crate) async fn delete_registrations(
    connection: &mut PgConnection,
    email: &EmailAddress,
) -> Result<(), StoreError> {
    execute!(connection, "delete from pending_registrations where lower(email) = $1", email.key())
}
