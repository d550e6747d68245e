//! Users, profiles, credentials, roles and pending registrations.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountStore, NewUser, NewUserError, OneTimeToken, PendingRegistration, RecoverError, RedeemError,
    RedeemPlan, RedeemStep, RegistrationDraft, RegistrationStep, ResetStep, Role, SignInRecord,
    TokenSelector, User,
};
use forum_domain::shared::{EmailAddress, Fault};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::user_rows::{insert_user, lock_address, select_users, user_of};
use super::{address_rows, email_change_rows, redeem, token_rows};
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgAccountStore;

async fn insert_draft(connection: &mut PgConnection, draft: &RegistrationDraft) -> Result<(), StoreError> {
    token_rows::insert(connection, &draft.token).await?;
    outbox::queue(connection, &draft.mail).await?;
    idempotency::insert(connection, draft.record.as_ref()).await
}

#[async_trait]
impl AccountStore for PgAccountStore {
    #[tracing::instrument(name = "accounts.register", skip_all)]
    async fn register(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &registration.email).await?;
        let draft = step(address_rows::owner(&mut tx, &registration.email, registration.created_at).await?);
        execute!(
            &mut *tx,
            "insert into pending_registrations
                 (id, email, first_name, last_name, password_hash, created_at, contested)
             values ($1, $2, $3, $4, $5, $6,
                     exists (select from pending_registrations where lower(email) = $7))",
            registration.id,
            registration.email.as_str(),
            registration.name.first,
            registration.name.last,
            registration.password_hash,
            registration.created_at,
            registration.email.key()
        )?;
        insert_draft(&mut tx, &draft).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "accounts.issue", skip_all)]
    async fn issue(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: RegistrationStep,
    ) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &email).await?;
        let draft = step(address_rows::owner(&mut tx, &email, now).await?);
        insert_draft(&mut tx, &draft).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "accounts.redeem", skip_all)]
    async fn redeem(
        &self,
        selector: TokenSelector,
        now: OffsetDateTime,
        step: RedeemStep,
    ) -> Result<RedeemPlan, RedeemError> {
        redeem::redeem(&self.pool, &self.mails, selector, now, step).await
    }

    #[tracing::instrument(name = "accounts.set_recovery_password", skip_all)]
    async fn set_recovery_password(&self, grant_id: Uuid, step: ResetStep) -> Result<(), RecoverError> {
        redeem::set_recovery_password(&self.pool, &self.mails, grant_id, step).await
    }

    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(token_rows::find(&mut connection, id).await?)
    }

    #[tracing::instrument(name = "accounts.sign_in_record", skip_all)]
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(address_rows::record(&mut connection, email).await?)
    }

    async fn create_user(&self, user: NewUser) -> Result<(), NewUserError> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &user.email).await?;
        let taken = email_change_rows::is_taken(&mut tx, &user.email, user.id, user.created_at).await;
        if taken? {
            return Err(NewUserError::AddressTaken);
        }
        insert_user(&mut tx, &user).await?;
        address_rows::delete_registrations(&mut tx, &user.email).await?;
        Ok(tx.commit().await?)
    }

    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault> {
        let row = select_users!("lower(p.email) = $1", email.key()).fetch_optional(&self.pool).await;
        row.map_err(fault)?.map(|row| Ok(user_of!(row))).transpose()
    }

    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault> {
        let rows = select_users!(
            "exists (select from user_roles r where r.user_id = u.id and r.role = $1) order by u.created_at, u.id",
            role.as_str()
        );
        let rows = rows.fetch_all(&self.pool).await.map_err(fault)?;
        rows.into_iter().map(|row| Ok(user_of!(row))).collect()
    }
}
