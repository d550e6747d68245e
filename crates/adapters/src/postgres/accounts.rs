//! Users, profiles, credentials, roles and pending registrations. Confirming an address is in `redeem`.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountStore, AddressOwner, EmailAddress, NewUser, NewUserError, OneTimeToken, PendingRegistration,
    PersonName, RedeemStep, RegistrationDraft, RegistrationStep, Role, RoleChange, Roles, SignInRecord,
    TokenInvalid, TokenSelector, User,
};
use forum_domain::audit::AuditEvent;
use forum_domain::shared::Fault;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::fault::{broke, fault, unknown};
use super::{audit, outbox, redeem};

/// [`AccountStore`] on PostgreSQL.
pub struct PgAccountStore {
    pool: PgPool,
}

impl PgAccountStore {
    /// On this pool.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// The words of `user_roles` as roles.
pub(super) fn parse_roles(words: &[String]) -> Result<Roles, Fault> {
    words.iter().map(|word| Role::parse(word).ok_or_else(|| unknown("role", word))).collect()
}

/// One person at a time per address: sign-ups and confirmations of it wait for each other. The lock ends with
/// the transaction.
pub(super) async fn lock_address(
    connection: &mut PgConnection,
    email: &EmailAddress,
) -> Result<(), sqlx::Error> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", email.key())
        .execute(connection)
        .await
        .map(|_| ())
}

/// Creates the user with profile, credentials, roles and audit entry.
pub(super) async fn insert_user(connection: &mut PgConnection, user: &NewUser) -> Result<(), sqlx::Error> {
    sqlx::query!("insert into users (id, created_at) values ($1, $2)", user.id, user.created_at)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "insert into profiles (user_id, first_name, last_name, email) values ($1, $2, $3, $4)",
        user.id,
        user.name.first,
        user.name.last,
        user.email.as_str(),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into credentials (user_id, password_hash, updated_at) values ($1, $2, $3)",
        user.id,
        user.password_hash,
        user.created_at,
    )
    .execute(&mut *connection)
    .await?;
    let change = RoleChange { grant: user.roles.clone(), revoke: Vec::new() };
    apply_roles(connection, user.id, &change, user.created_at).await?;
    audit::insert(connection, &user.audit).await
}

/// Takes and gives roles in the caller's transaction.
pub(super) async fn apply_roles(
    connection: &mut PgConnection,
    user_id: Uuid,
    change: &RoleChange,
    at: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    let words = |roles: &[Role]| roles.iter().map(|role| role.as_str().to_owned()).collect::<Vec<_>>();
    sqlx::query!(
        "delete from user_roles where user_id = $1 and role = any($2)",
        user_id,
        &words(&change.revoke)
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into user_roles (user_id, role, granted_at)
         select $1, role, $3 from unnest($2::text[]) as role on conflict do nothing",
        user_id,
        &words(&change.grant),
        at,
    )
    .execute(connection)
    .await
    .map(|_| ())
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

/// A user as the lists and the sign-in read it.
struct UserRow {
    id: Uuid,
    email: String,
    first_name: String,
    last_name: String,
    roles: Vec<String>,
    created_at: OffsetDateTime,
    disabled_at: Option<OffsetDateTime>,
}

impl TryFrom<UserRow> for User {
    type Error = Fault;

    fn try_from(row: UserRow) -> Result<Self, Fault> {
        Ok(Self {
            id: row.id,
            email: EmailAddress::stored(row.email),
            name: PersonName { first: row.first_name, last: row.last_name },
            roles: parse_roles(&row.roles)?,
            created_at: row.created_at,
            disabled_at: row.disabled_at,
        })
    }
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
    async fn redeem(
        &self,
        selector: TokenSelector,
        step: RedeemStep,
    ) -> Result<Result<Uuid, TokenInvalid>, Fault> {
        redeem::redeem(&self.pool, selector, step).await.map_err(fault)
    }

    #[tracing::instrument(name = "accounts.sign_in_record", skip_all)]
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault> {
        // One statement whatever the address, so that all cost alike.
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

    async fn change_roles(
        &self,
        user_id: Uuid,
        change: RoleChange,
        audit: AuditEvent,
    ) -> Result<bool, Fault> {
        let mut tx = self.pool.begin().await.map_err(fault)?;
        let known = sqlx::query_scalar!("select id from users where id = $1 for no key update", user_id)
            .fetch_optional(&mut *tx)
            .await
            .map_err(fault)?;
        if known.is_none() {
            return Ok(false);
        }
        apply_roles(&mut tx, user_id, &change, audit.at).await.map_err(fault)?;
        audit::insert(&mut tx, &audit).await.map_err(fault)?;
        tx.commit().await.map_err(fault)?;
        Ok(true)
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
