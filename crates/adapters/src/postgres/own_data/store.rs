//! Everything that is stored of one person: a copy as of one moment, and its erasure. `own_data_rows.rs` reads the rows.

use async_trait::async_trait;
use forum_domain::accounts::{ReauthenticationRefused, SecurityQuery, User};
use forum_domain::applications::{ApplicationFields, FieldLimits, TShirtSize};
use forum_domain::audit::AuditEvent;
use forum_domain::headshots::Headshot;
use forum_domain::own_data::{
    DeleteAccountError, DeletionContext, DeletionPlan, DeletionStep, OwnData, OwnDataStore,
};
use forum_domain::shared::{EmailAddress, Fault};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::rows;
use crate::postgres::accounts::account_security;
use crate::postgres::accounts::user_rows::{find_user, lock_address, lock_administrators, lock_user};
use crate::postgres::applications::{drafts, headshots};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

/// [`OwnDataStore`] on PostgreSQL.
pub struct PgOwnDataStore {
    pool: ConnectionPool,
}

impl PgOwnDataStore {
    /// Uses this pool.
    pub fn new(pool: ConnectionPool) -> Self {
        Self { pool }
    }
}

/// How many administrators but this user can sign in; the caller holds the lock of the administrators.
async fn other_admins(connection: &mut PgConnection, user_id: Uuid) -> Result<u64, sqlx::Error> {
    let others = sqlx::query_scalar!(
        r#"select count(*) as "others!" from users u join user_roles r on r.user_id = u.id
           where r.role = 'admin' and u.id <> $1 and u.disabled_at is null"#,
        user_id,
    )
    .fetch_one(connection)
    .await?;
    Ok(others.unsigned_abs())
}

/// Deletes the pending application and takes everything personal out of the decided ones.
async fn erase_applications(connection: &mut PgConnection, user_id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from applications where user_id = $1 and status = 'pending'", user_id)
        .execute(&mut *connection)
        .await?;
    // The values of `ApplicationFields::erased`, which a contract compares.
    sqlx::query!(
        "update applications set teaching_experience = $2, teaching_position = $2, school_district = $2,
             subjects_taught = '{}', date_of_birth = $3, address_line1 = $2, address_line2 = null, city = $2, state = $2,
             zip_code = $2, phone = $2, t_shirt_size = $4, headshot_id = null, headshot_url = null, note = null
         where user_id = $1",
        user_id,
        ApplicationFields::ERASED,
        FieldLimits::EARLIEST_BIRTH,
        TShirtSize::M.as_str(),
    )
    .execute(connection)
    .await
    .map(|_| ())
}

/// Deletes what belongs to the user, and keeps the id as that of a deleted one.
async fn erase_user(
    connection: &mut PgConnection,
    user_id: Uuid,
    at: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from sessions where user_id = $1", user_id).execute(&mut *connection).await?;
    sqlx::query!("delete from factor_challenges where user_id = $1", user_id)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from factors where user_id = $1", user_id).execute(&mut *connection).await?;
    sqlx::query!("delete from recovery_codes where user_id = $1", user_id).execute(&mut *connection).await?;
    sqlx::query!("delete from identities where user_id = $1", user_id).execute(&mut *connection).await?;
    drafts::clear(connection, user_id).await?;
    sqlx::query!("delete from idempotency_records where user_id = $1", user_id)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from user_roles where user_id = $1", user_id).execute(&mut *connection).await?;
    sqlx::query!("delete from credentials where user_id = $1", user_id).execute(&mut *connection).await?;
    sqlx::query!("delete from profiles where user_id = $1", user_id).execute(&mut *connection).await?;
    sqlx::query!("update users set deleted_at = $2 where id = $1", user_id, at)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Deletes the changes of address with their links and mails, and the mails to addresses that the account had before and
/// nobody has now.
async fn erase_changes(connection: &mut PgConnection, user_id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from outbox o using email_changes c
         where c.user_id = $1
           and (o.token_id in (select id from one_time_tokens where change_id = c.id)
                or c.changed_at is not null and lower(o.to_email) = lower(c.old_email)
                   and not exists (select from profiles p where lower(p.email) = lower(c.old_email)))",
        user_id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from email_changes where user_id = $1", user_id)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Deletes what was sent to the address and what was begun with it.
async fn erase_address(connection: &mut PgConnection, email: &EmailAddress) -> Result<(), sqlx::Error> {
    let key = email.key();
    sqlx::query!("delete from outbox where lower(to_email) = $1", key).execute(&mut *connection).await?;
    sqlx::query!("delete from one_time_tokens where lower(email) = $1", key)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from pending_registrations where lower(email) = $1", key)
        .execute(connection)
        .await
        .map(|_| ())
}

#[async_trait]
impl OwnDataStore for PgOwnDataStore {
    #[tracing::instrument(name = "own_data.collect", skip_all)]
    async fn collect(&self, user_id: Uuid, audit: AuditEvent) -> Result<Option<OwnData>, Fault> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        // All statements see the same moment.
        sqlx::query!("set transaction isolation level repeatable read")
            .execute(&mut *tx)
            .await
            .map_err(fault)?;
        let Some(user) = find_user(&mut tx, user_id).await? else { return Ok(None) };
        audit_log::insert(&mut tx, &audit).await.map_err(fault)?;
        let data = rows::all_of(&mut tx, user).await?;
        tx.commit().await.map_err(fault)?;
        Ok(Some(data))
    }

    #[tracing::instrument(name = "own_data.delete_account", skip_all)]
    async fn delete_account(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        step: DeletionStep,
    ) -> Result<Vec<Headshot>, DeleteAccountError> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        let gone = DeleteAccountError::from(ReauthenticationRefused::SessionEnded);
        let Some(User { email, .. }) = find_user(&mut tx, user_id).await? else { return Err(gone) };
        // Sign-ups and links of the address wait until it is free. They lock the address before the user, and so do we.
        lock_address(&mut tx, &email).await.map_err(fault)?;
        lock_administrators(&mut tx).await.map_err(fault)?;
        let Some(user) = lock_user(&mut tx, user_id).await? else { return Err(gone) };
        if user.email.key() != email.key() {
            return Err(Fault::Unavailable("the address was changed meanwhile".to_owned()).into());
        }
        let other_admins = other_admins(&mut tx, user_id).await.map_err(fault)?;
        let pending = sqlx::query_scalar!(
            "select id from applications where user_id = $1 and status = 'pending'",
            user_id,
        )
        .fetch_optional(&mut *tx)
        .await
        .map_err(fault)?;
        let account = account_security::read(&mut tx, user, &SecurityQuery::at(now)).await?;
        let DeletionPlan { at, audit } = step(&DeletionContext { account, pending, other_admins })?;
        erase_applications(&mut tx, user_id).await.map_err(fault)?;
        let photos = headshots::remove_all(&mut tx, user_id, at).await?;
        erase_user(&mut tx, user_id, at).await.map_err(fault)?;
        erase_changes(&mut tx, user_id).await.map_err(fault)?;
        erase_address(&mut tx, &email).await.map_err(fault)?;
        for entry in &audit {
            audit_log::insert(&mut tx, entry).await.map_err(fault)?;
        }
        tx.commit().await.map_err(fault)?;
        Ok(photos)
    }
}
