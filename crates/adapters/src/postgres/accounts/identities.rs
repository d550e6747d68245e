//! Identities, and users that sign up with one: units of work under the lock on the address.

use async_trait::async_trait;
use forum_domain::accounts::{Identity, IdentityStore, NewIdentityError, NewUser, User};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use uuid::Uuid;

use super::user_rows::{find_user, insert_user, lock_address};
use super::{address_rows, email_change_rows};
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::stores::PgIdentityStore;

/// The unique index on provider and subject.
pub(crate) const UNIQUE_IDENTITY: &str = "identities_once";

pub(crate) async fn identities_of(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<Identity>, StoreError> {
    let found = sqlx::query_as!(
        Identity,
        "select id, user_id, provider, subject, email, linked_at
         from identities where user_id = $1 order by linked_at, id",
        user_id,
    )
    .fetch_all(connection)
    .await?;
    Ok(found)
}

pub(crate) async fn insert(connection: &mut PgConnection, identity: &Identity) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into identities (id, user_id, provider, subject, email, linked_at) values ($1, $2, $3, $4, $5, $6)",
        identity.id,
        identity.user_id,
        identity.provider,
        identity.subject,
        identity.email,
        identity.linked_at,
    )
}

#[async_trait]
impl IdentityStore for PgIdentityStore {
    #[tracing::instrument(name = "identities.owner", skip_all)]
    async fn owner(&self, provider: &str, subject: &str) -> Result<Option<User>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let id = sqlx::query_scalar!(
            "select user_id from identities where provider = $1 and subject = $2",
            provider,
            subject,
        )
        .fetch_optional(&mut *connection)
        .await
        .map_err(fault)?;
        match id {
            Some(id) => Ok(find_user(&mut connection, id).await?),
            None => Ok(None),
        }
    }

    #[tracing::instrument(name = "identities.of_user", skip_all)]
    async fn of_user(&self, user_id: Uuid) -> Result<Vec<Identity>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(identities_of(&mut connection, user_id).await?)
    }

    #[tracing::instrument(name = "identities.create_user", skip_all)]
    async fn create_user(&self, user: NewUser, identity: Identity) -> Result<(), NewIdentityError> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &user.email).await?;
        let known = sqlx::query_scalar!(
            r#"select exists (select from identities where provider = $1 and subject = $2) as "known!""#,
            identity.provider,
            identity.subject,
        );
        if known.fetch_one(&mut *tx).await.map_err(fault)? {
            return Err(NewIdentityError::IdentityTaken);
        }
        let taken = email_change_rows::is_taken(&mut tx, &user.email, user.id, user.created_at).await;
        if taken? {
            return Err(NewIdentityError::AddressTaken);
        }
        insert_user(&mut tx, &user).await?;
        insert(&mut tx, &identity).await.map_err(|error| match error.violates(UNIQUE_IDENTITY) {
            true => NewIdentityError::IdentityTaken,
            false => error.into(),
        })?;
        address_rows::delete_registrations(&mut tx, &user.email).await?;
        Ok(tx.commit().await?)
    }
}
