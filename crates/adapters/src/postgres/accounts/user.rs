//! Rows and locks of users and addresses, shared by several stores.

use forum_domain::accounts::{NewUser, Role, RoleChange, Roles, User};
use forum_domain::shared::{Code, EmailAddress, Fault};
use forum_domain::users::check_actor;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, unknown};

/// Builds a user from a row with its columns.
macro_rules! user_of {
    ($row:ident) => {
        forum_domain::accounts::User {
            id: $row.id,
            email: forum_domain::shared::EmailAddress::stored($row.email),
            name: forum_domain::shared::PersonName { first: $row.first_name, last: $row.last_name },
            roles: crate::postgres::accounts::user::parse_roles(&$row.roles)?,
            created_at: $row.created_at,
            disabled_at: $row.disabled_at,
        }
    };
}
pub(crate) use user_of;

/// Prepares a query for the users that match a condition.
macro_rules! select_users {
    ($condition:tt, $($argument:expr),+) => {
        sqlx::query!(
            r#"select u.id, p.email, p.first_name, p.last_name, u.created_at, u.disabled_at,
                      array(select role from user_roles r where r.user_id = u.id) as "roles!: Vec<String>"
               from users u join profiles p on p.user_id = u.id where "#
                + $condition,
            $($argument),+
        )
    };
}
pub(crate) use select_users;

/// The user with the current roles. `None` for an unknown or deleted user.
pub(crate) async fn find_user(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Option<User>, StoreError> {
    let row = select_users!("u.id = $1", user_id).fetch_optional(connection).await?;
    row.map(|row| Ok(user_of!(row))).transpose()
}

/// Locks a user until the transaction ends. It serialises one user's acts and precedes locks of other rows. Inserting
/// rows that refer to the user (`decided_by`, sessions) does not conflict with it, so that two administrators who decide on
/// each other cannot deadlock. `None` for an unknown or deleted user.
pub(crate) async fn lock_user(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Option<User>, StoreError> {
    sqlx::query_scalar!("select id from users where id = $1 for no key update", user_id)
        .fetch_optional(&mut *connection)
        .await?;
    // A separate statement sees what was committed during the wait for the lock.
    find_user(connection, user_id).await
}

/// Locks the user's address and the `others`, then the user. Fails with a transient fault if the address changed before it
/// was locked.
pub(crate) async fn lock_user_and_addresses(
    connection: &mut PgConnection,
    user_id: Uuid,
    others: &[&EmailAddress],
) -> Result<Option<User>, StoreError> {
    let Some(seen) = find_user(connection, user_id).await? else { return Ok(None) };
    lock_addresses(connection, others.iter().copied().chain([&seen.email])).await?;
    match lock_user(connection, user_id).await? {
        Some(user) if user.email.key() != seen.email.key() => {
            Err(Fault::Unavailable("the address was changed concurrently".to_owned()).into())
        }
        user => Ok(user),
    }
}

pub(crate) async fn password_hash(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar!("select password_hash from credentials where user_id = $1", user_id)
        .fetch_optional(connection)
        .await?)
}

/// Locks the set of administrators until the transaction ends, before any row is locked. Every act that may remove an
/// administrator takes this lock, so that the rule about the last administrator sees all of them.
pub(crate) async fn lock_administrators(connection: &mut PgConnection) -> Result<(), StoreError> {
    execute!(connection, "select pg_advisory_xact_lock(hashtextextended('administrators', 1))")
}

/// Locks an address until the transaction ends. It serialises the sign-ups and confirmations for the address.
pub(crate) async fn lock_address(
    connection: &mut PgConnection,
    email: &EmailAddress,
) -> Result<(), StoreError> {
    execute!(connection, "select pg_advisory_xact_lock(hashtextextended($1, 0))", email.key())
}

/// Locks several addresses in a fixed order, so that transactions cannot deadlock.
async fn lock_addresses<'a>(
    connection: &mut PgConnection,
    emails: impl IntoIterator<Item = &'a EmailAddress>,
) -> Result<(), StoreError> {
    let mut emails: Vec<&EmailAddress> = emails.into_iter().collect();
    emails.sort_by_key(|email| email.key());
    for email in emails {
        lock_address(connection, email).await?;
    }
    Ok(())
}

pub(crate) async fn insert_user(connection: &mut PgConnection, user: &NewUser) -> Result<(), StoreError> {
    execute!(
        &mut *connection,
        "insert into users (id, created_at) values ($1, $2)",
        user.id,
        user.created_at
    )?;
    execute!(
        &mut *connection,
        "insert into profiles (user_id, first_name, last_name, email) values ($1, $2, $3, $4)",
        user.id,
        user.name.first,
        user.name.last,
        user.email.as_str()
    )?;
    if let Some(password_hash) = &user.password_hash {
        set_password(connection, user.id, password_hash, user.created_at).await?;
    }
    let change = RoleChange { grant: user.roles.clone(), revoke: Vec::new() };
    apply_roles(connection, user.id, &change, user.created_at).await?;
    audit_log::insert(connection, &user.audit).await
}

/// Sets or replaces the password. Locks the row of the user first, so that no session opens until the transaction ends.
pub(crate) async fn set_password(
    connection: &mut PgConnection,
    user_id: Uuid,
    password_hash: &str,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    sqlx::query!("select id from users where id = $1 for update", user_id)
        .fetch_optional(&mut *connection)
        .await?;
    execute!(
        connection,
        "insert into credentials (user_id, password_hash, updated_at) values ($1, $2, $3)
         on conflict (user_id) do update set password_hash = $2, updated_at = $3",
        user_id,
        password_hash,
        at
    )
}

pub(crate) async fn apply_roles(
    connection: &mut PgConnection,
    user_id: Uuid,
    change: &RoleChange,
    at: OffsetDateTime,
) -> Result<(), StoreError> {
    let words = |roles: &[Role]| roles.iter().map(|role| role.as_str().to_owned()).collect::<Vec<_>>();
    execute!(
        &mut *connection,
        "delete from user_roles where user_id = $1 and role = any($2)",
        user_id,
        &words(&change.revoke)
    )?;
    execute!(
        connection,
        "insert into user_roles (user_id, role, granted_at)
         select $1, role, $3 from unnest($2::text[]) as role on conflict do nothing",
        user_id,
        &words(&change.grant),
        at
    )
}

pub(crate) fn parse_roles(words: &[String]) -> Result<Roles, Fault> {
    words.iter().map(|word| Role::parse(word).ok_or_else(|| unknown("role", word))).collect()
}

/// Checks that an administrator still has the role and an enabled account, and locks both until the transaction ends. `None`
/// is the command line. The actor is locked before the rows that the act changes; an act on an application locks both at
/// once (`lock_application`). Two acts by one administrator share the lock.
pub(crate) async fn lock_actor(
    connection: &mut PgConnection,
    actor: Option<Uuid>,
) -> Result<Result<(), Code>, StoreError> {
    let Some(id) = actor else { return Ok(Ok(())) };
    let row = sqlx::query!(r#"select roles as "roles!", disabled_at from lock_actor($1)"#, id)
        .fetch_one(connection)
        .await?;
    Ok(check_actor(&parse_roles(&row.roles)?, row.disabled_at))
}

/// Like [`lock_actor`], for acts that only read. They may also be those of a machine.
pub(crate) async fn lock_reader(
    connection: &mut PgConnection,
    reader: Option<Uuid>,
) -> Result<Result<(), Code>, StoreError> {
    let Some(id) = reader else { return Ok(Ok(())) };
    let row = sqlx::query!(
        r#"select roles as "roles!", disabled_at, is_machine as "is_machine!" from lock_reader($1)"#,
        id
    )
    .fetch_one(connection)
    .await?;
    if row.is_machine { Ok(Ok(())) } else { Ok(check_actor(&parse_roles(&row.roles)?, row.disabled_at)) }
}
