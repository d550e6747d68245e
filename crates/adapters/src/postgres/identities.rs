//! Identities: units of work under the lock of the user's row, or of the address of a new user.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountIdentities, Identity, IdentityChange, IdentityError, IdentityRefused, IdentityStep, IdentityStore,
    NewIdentityError, NewUser, User,
};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use uuid::Uuid;

use super::connections::ConnectionPool;
use super::fault::{broke, fault};
use super::mail_signal::MailSignal;
use super::user_rows::{find_user, insert_user, lock_address, lock_user};
use super::{address_rows, audit, email_change_rows, outbox};

/// No two rows have the same provider and subject.
const ONCE: &str = "identities_once";

/// [`IdentityStore`] on PostgreSQL.
pub struct PgIdentityStore {
    pool: ConnectionPool,
    mails: MailSignal,
}

impl PgIdentityStore {
    /// Uses this pool; commits of mails wake who waits on `mails`.
    pub fn new(pool: ConnectionPool, mails: MailSignal) -> Self {
        Self { pool, mails }
    }
}

/// The identities of a user, oldest first.
pub(super) async fn identities_of(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<Identity>, sqlx::Error> {
    sqlx::query_as!(
        Identity,
        "select id, user_id, provider, subject, email, linked_at
         from identities where user_id = $1 order by linked_at, id",
        user_id,
    )
    .fetch_all(connection)
    .await
}

async fn insert(connection: &mut PgConnection, identity: &Identity) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into identities (id, user_id, provider, subject, email, linked_at) values ($1, $2, $3, $4, $5, $6)",
        identity.id,
        identity.user_id,
        identity.provider,
        identity.subject,
        identity.email,
        identity.linked_at,
    )
    .execute(connection)
    .await
    .map(|_| ())
}

async fn account(connection: &mut PgConnection, user: User) -> Result<AccountIdentities, sqlx::Error> {
    let ways = sqlx::query!(
        r#"select exists (select from credentials where user_id = $1) as "has_password!",
                  exists (select from factors where user_id = $1 and kind = 'passkey' and verified_at is not null)
                      as "has_passkey!""#,
        user.id,
    )
    .fetch_one(&mut *connection)
    .await?;
    let identities = identities_of(connection, user.id).await?;
    let (has_password, has_passkey) = (ways.has_password, ways.has_passkey);
    Ok(AccountIdentities { user, identities, has_password, has_passkey })
}

async fn store(
    connection: &mut PgConnection,
    user_id: Uuid,
    change: IdentityChange,
) -> Result<(), sqlx::Error> {
    let IdentityChange { link, unlink, mail, audit } = change;
    if let Some(identity) = &link {
        insert(connection, identity).await?;
    }
    if let Some(id) = unlink {
        sqlx::query!("delete from identities where id = $1 and user_id = $2", id, user_id)
            .execute(&mut *connection)
            .await?;
    }
    if let Some(mail) = &mail {
        outbox::queue(connection, mail).await?;
    }
    if let Some(audit) = &audit {
        audit::insert(connection, audit).await?;
    }
    Ok(())
}

#[async_trait]
impl IdentityStore for PgIdentityStore {
    #[tracing::instrument(name = "identities.owner", skip_all)]
    async fn owner(&self, provider: &str, subject: &str) -> Result<Option<User>, Fault> {
        let mut connection = self.pool.acquire().await.map_err(fault)?;
        let id = sqlx::query_scalar!(
            "select user_id from identities where provider = $1 and subject = $2",
            provider,
            subject,
        )
        .fetch_optional(&mut *connection)
        .await
        .map_err(fault)?;
        match id {
            Some(id) => find_user(&mut connection, id).await,
            None => Ok(None),
        }
    }

    #[tracing::instrument(name = "identities.of_user", skip_all)]
    async fn of_user(&self, user_id: Uuid) -> Result<Vec<Identity>, Fault> {
        let mut connection = self.pool.acquire().await.map_err(fault)?;
        identities_of(&mut connection, user_id).await.map_err(fault)
    }

    #[tracing::instrument(name = "identities.create_user", skip_all)]
    async fn create_user(&self, user: NewUser, identity: Identity) -> Result<(), NewIdentityError> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        lock_address(&mut tx, &user.email).await.map_err(fault)?;
        let known = sqlx::query_scalar!(
            r#"select exists (select from identities where provider = $1 and subject = $2) as "known!""#,
            identity.provider,
            identity.subject,
        );
        if known.fetch_one(&mut *tx).await.map_err(fault)? {
            return Err(NewIdentityError::IdentityTaken);
        }
        let taken = email_change_rows::is_taken(&mut tx, &user.email, user.id, user.created_at).await;
        if taken.map_err(fault)? {
            return Err(NewIdentityError::AddressTaken);
        }
        insert_user(&mut tx, &user).await.map_err(fault)?;
        insert(&mut tx, &identity).await.map_err(|error| match broke(&error, ONCE) {
            true => NewIdentityError::IdentityTaken,
            false => fault(error).into(),
        })?;
        address_rows::delete_registrations(&mut tx, &user.email).await.map_err(fault)?;
        Ok(tx.commit().await.map_err(fault)?)
    }

    #[tracing::instrument(name = "identities.change", skip_all)]
    async fn change(&self, user_id: Uuid, step: IdentityStep) -> Result<(), IdentityError> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        let user = lock_user(&mut tx, user_id).await?.ok_or(IdentityRefused::NotFound)?;
        let change = step(&account(&mut tx, user).await.map_err(fault)?)?;
        store(&mut tx, user_id, change).await.map_err(|error| match broke(&error, ONCE) {
            true => IdentityError::from(IdentityRefused::Taken),
            false => fault(error).into(),
        })?;
        Ok(self.mails.commit(tx).await.map_err(fault)?)
    }
}
