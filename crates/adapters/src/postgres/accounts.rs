//! Users, profiles, credentials, roles and pending registrations. `redeem` confirms addresses.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountStore, AddressOwner, NewUser, NewUserError, OneTimeToken, PendingRegistration, RedeemStep,
    RegistrationDraft, RegistrationStep, Role, SignInRecord, TokenSelector, User, VerifyError,
};
use forum_domain::shared::{EmailAddress, Fault, PersonName};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::fault::{broke, fault};
use super::user_rows::{UserRow, insert_user, lock_address};
use super::{outbox, redeem};

/// [`AccountStore`] on PostgreSQL.
pub struct PgAccountStore {
    pool: PgPool,
}

impl PgAccountStore {
    /// Uses this pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// Who owns the address: the confirmed user, else the newest pending registration.
async fn owner(connection: &mut PgConnection, email: &EmailAddress) -> Result<AddressOwner, sqlx::Error> {
    let row = sqlx::query!(
        r#"(select null::uuid as registration, first_name as "first_name!", last_name as "last_name!", 0 as rank,
                   null::timestamptz as created_at
            from profiles where lower(email) = $1)
           union all
           (select id, first_name, last_name, 1, created_at
            from pending_registrations where lower(email) = $1 order by created_at desc limit 1)
           order by rank limit 1"#,
        email.key(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(match row {
        None => AddressOwner::Nobody,
        Some(row) => {
            let name = PersonName { first: row.first_name, last: row.last_name };
            match row.registration {
                Some(id) => AddressOwner::Pending(id, name),
                None => AddressOwner::Confirmed(name),
            }
        }
    })
}

/// Stores the token and the mail of a draft.
async fn insert_draft(connection: &mut PgConnection, draft: &RegistrationDraft) -> Result<(), sqlx::Error> {
    let OneTimeToken { id, purpose, email, registration_id, created_at, expires_at, .. } = &draft.token;
    sqlx::query!(
        "insert into one_time_tokens (id, purpose, email, registration_id, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)",
        id,
        purpose.as_str(),
        email.as_str(),
        *registration_id,
        created_at,
        expires_at,
    )
    .execute(&mut *connection)
    .await?;
    outbox::queue(connection, &draft.mail).await
}

#[async_trait]
impl AccountStore for PgAccountStore {
    #[tracing::instrument(name = "accounts.register", skip_all)]
    async fn register(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        lock_address(&mut tx, &registration.email).await.map_err(fault)?;
        let draft = step(owner(&mut tx, &registration.email).await.map_err(fault)?);
        sqlx::query!(
            "insert into pending_registrations (id, email, first_name, last_name, password_hash, created_at)
             values ($1, $2, $3, $4, $5, $6)",
            registration.id,
            registration.email.as_str(),
            registration.name.first,
            registration.name.last,
            registration.password_hash,
            registration.created_at,
        )
        .execute(&mut *tx)
        .await
        .map_err(fault)?;
        insert_draft(&mut tx, &draft).await.map_err(fault)?;
        tx.commit().await.map_err(fault)
    }

    #[tracing::instrument(name = "accounts.resend", skip_all)]
    async fn resend(&self, email: EmailAddress, step: RegistrationStep) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        lock_address(&mut tx, &email).await.map_err(fault)?;
        let draft = step(owner(&mut tx, &email).await.map_err(fault)?);
        insert_draft(&mut tx, &draft).await.map_err(fault)?;
        tx.commit().await.map_err(fault)
    }

    #[tracing::instrument(name = "accounts.redeem", skip_all)]
    async fn redeem(&self, selector: TokenSelector, step: RedeemStep) -> Result<Uuid, VerifyError> {
        redeem::redeem(&self.pool, selector, step).await
    }

    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault> {
        let mut connection = self.pool.acquire().await.map_err(fault)?;
        let found = redeem::load(&mut connection, id).await.map_err(fault)?;
        Ok(found.map(|found| found.token))
    }

    #[tracing::instrument(name = "accounts.sign_in_record", skip_all)]
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault> {
        // A single statement for every address, so that all cost the same.
        let row = sqlx::query!(
            r#"select c.password_hash as "user_hash?", u.id as "id?", u.created_at as "created_at?", u.disabled_at,
                      p.email as "email?", p.first_name as "first_name?", p.last_name as "last_name?",
                      array(select role from user_roles r where r.user_id = u.id) as "roles!: Vec<String>",
                      (select password_hash from pending_registrations where lower(email) = $1
                       order by created_at desc limit 1) as pending_hash
               from (select 1) as one
               left join profiles p on lower(p.email) = $1
               left join users u on u.id = p.user_id
               left join credentials c on c.user_id = u.id"#,
            email.key(),
        )
        .fetch_one(&self.pool)
        .await
        .map_err(fault)?;
        match (row.id, row.email, row.first_name, row.last_name, row.created_at, row.user_hash) {
            (
                Some(id),
                Some(email),
                Some(first_name),
                Some(last_name),
                Some(created_at),
                Some(password_hash),
            ) => {
                let roles = row.roles;
                let disabled_at = row.disabled_at;
                let user = UserRow { id, email, first_name, last_name, roles, created_at, disabled_at };
                Ok(Some(SignInRecord::User { user: Box::new(user.try_into()?), password_hash }))
            }
            _ => Ok(row.pending_hash.map(|password_hash| SignInRecord::Unverified { password_hash })),
        }
    }

    async fn create_user(&self, user: NewUser) -> Result<(), NewUserError> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        lock_address(&mut tx, &user.email).await.map_err(fault)?;
        insert_user(&mut tx, &user).await.map_err(|error| {
            if broke(&error, "profiles_email_key") { NewUserError::AddressTaken } else { fault(error).into() }
        })?;
        sqlx::query!("delete from pending_registrations where lower(email) = $1", user.email.key())
            .execute(&mut *tx)
            .await
            .map_err(fault)?;
        Ok(tx.commit().await.map_err(fault)?)
    }

    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault> {
        sqlx::query_as!(
            UserRow,
            r#"select u.id, p.email, p.first_name, p.last_name, u.created_at, u.disabled_at,
                      array(select role from user_roles r where r.user_id = u.id) as "roles!: Vec<String>"
               from users u join profiles p on p.user_id = u.id where lower(p.email) = $1"#,
            email.key(),
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?
        .map(User::try_from)
        .transpose()
    }

    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault> {
        sqlx::query_as!(
            UserRow,
            r#"select u.id, p.email, p.first_name, p.last_name, u.created_at, u.disabled_at,
                      array(select role from user_roles r where r.user_id = u.id) as "roles!: Vec<String>"
               from users u join profiles p on p.user_id = u.id
               where exists (select from user_roles r where r.user_id = u.id and r.role = $1)
               order by u.created_at, u.id"#,
            role.as_str(),
        )
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?
        .into_iter()
        .map(User::try_from)
        .collect()
    }
}
