//! Users' changes to their own accounts: units of work under the lock on the user's row.

use async_trait::async_trait;
use forum_domain::accounts::{
    Account, ChangePasswordError, PasswordChange, PasswordStep, ProfileStore, Purpose, RenameStep, Renaming,
    User,
};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use uuid::Uuid;

use super::user_rows::{find_user, lock_user, lock_user_and_addresses, password_hash};
use super::{account_security, email_change_rows, token_rows};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgProfileStore;

async fn account(connection: &mut PgConnection, user_id: Uuid) -> Result<Option<Account>, StoreError> {
    let Some(user) = find_user(connection, user_id).await? else { return Ok(None) };
    let password_hash = password_hash(connection, user_id).await?;
    Ok(Some(Account { user, password_hash }))
}

#[async_trait]
impl ProfileStore for PgProfileStore {
    async fn account(&self, user_id: Uuid) -> Result<Option<Account>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let account = account(&mut connection, user_id).await?;
        connection.release();
        Ok(account)
    }

    #[tracing::instrument(name = "accounts.rename", skip_all)]
    async fn rename(&self, user_id: Uuid, step: RenameStep) -> Result<Option<User>, Fault> {
        let mut tx = self.pool.begin().await?;
        let Some(mut user) = lock_user(&mut tx, user_id).await? else { return Ok(None) };
        let Some(Renaming { name, audit }) = step(&user) else { return Ok(Some(user)) };
        execute!(
            &mut *tx,
            "update profiles set first_name = $2, last_name = $3 where user_id = $1",
            user_id,
            name.first,
            name.last
        )?;
        audit_log::insert(&mut tx, &audit).await?;
        tx.commit().await?;
        user.name = name;
        Ok(Some(user))
    }

    #[tracing::instrument(name = "accounts.change_password", skip_all)]
    async fn change_password(&self, user_id: Uuid, step: PasswordStep) -> Result<(), ChangePasswordError> {
        let mut tx = self.pool.begin().await?;
        let gone = || ChangePasswordError::InvalidCredentials;
        // Links and codes for the address are redeemed under its lock.
        let email = lock_user_and_addresses(&mut tx, user_id, &[]).await?.ok_or_else(gone)?.email;
        let account = account(&mut tx, user_id).await?.ok_or_else(gone)?;
        let PasswordChange { password_hash, at, keep, mail, audit } = step(&account)?;
        execute!(
            &mut *tx,
            "update credentials set password_hash = $2, updated_at = $3 where user_id = $1",
            user_id,
            password_hash,
            at
        )?;
        execute!(
            &mut *tx,
            "update sessions set revoked_at = $3 where user_id = $1 and id <> $2 and revoked_at is null",
            user_id,
            keep,
            at
        )?;
        token_rows::use_up(&mut tx, &email, &Purpose::OF_PASSWORD, at).await?;
        account_security::drop_challenges(&mut tx, user_id).await?;
        email_change_rows::end_pending(&mut tx, user_id, at).await?;
        outbox::queue(&mut tx, &mail).await?;
        audit_log::insert(&mut tx, &audit).await?;
        Ok(self.mails.commit(tx).await?)
    }
}
