//! Users, profiles, credentials, roles and pending registrations.

use async_trait::async_trait;
use forum_domain::accounts::{
    Account, AccountStore, ChosenPassword, EmailChangeContext, EmailChangeOutcome, EmailChangeRequest,
    NewUser, OneTimeToken, PasswordChange, PasswordReset, PendingRegistration, PresentedChange, Purpose,
    RedeemPlan, RedeemStep, RegistrationDraft, RegistrationStep, Renaming, ResendChangeStep, ResetContext,
    Role, SignInRecord, TokenSelector, User,
};
use forum_domain::shared::{Code, EmailAddress, Fault, Refusal, Step};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::identities::identities_of;
use super::user::{
    find_user, insert_user, lock_actor, lock_address, lock_user, lock_user_and_addresses, password_hash,
    select_users, set_password, user_of,
};
use super::{account_security, address, change_email, redeem_verification, token};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgAccountStore;

async fn insert_draft(connection: &mut PgConnection, draft: &RegistrationDraft) -> Result<(), StoreError> {
    token::insert(connection, &draft.token).await?;
    outbox::queue(connection, &draft.mail).await?;
    idempotency::insert(connection, draft.record.as_ref()).await
}

async fn store_reset(
    connection: &mut PgConnection,
    email: &EmailAddress,
    reset: &PasswordReset,
) -> Result<(), StoreError> {
    let at = match reset {
        PasswordReset::Change(change) => change.at,
        PasswordReset::Create(user) => user.created_at,
    };
    token::use_up(connection, email, &Purpose::OF_PASSWORD, at).await?;
    match reset {
        PasswordReset::Change(change) => {
            let ChosenPassword { user_id, password_hash, mail, audit, .. } = &**change;
            set_password(connection, *user_id, password_hash, at).await?;
            execute!(
                &mut *connection,
                "update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null",
                user_id,
                at
            )?;
            account_security::drop_challenges(connection, *user_id).await?;
            execute!(
                &mut *connection,
                "delete from factors where user_id = $1 and verified_at is null",
                user_id
            )?;
            change_email::end_pending(connection, *user_id, at).await?;
            if let Some(mail) = mail {
                outbox::queue(connection, mail).await?;
            }
            audit_log::insert(connection, audit).await
        }
        PasswordReset::Create(user) => {
            insert_user(connection, user).await?;
            address::delete_registrations(connection, email).await
        }
    }
}

#[async_trait]
impl AccountStore for PgAccountStore {
    #[tracing::instrument(name = "accounts.sign_up", skip_all)]
    async fn sign_up(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &registration.email).await?;
        let draft = step(address::owner(&mut tx, &registration.email, registration.created_at).await?);
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
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &email).await?;
        let draft = step(address::owner(&mut tx, &email, now).await?);
        if let Some(audit) = &draft.audit {
            lock_actor(&mut tx, audit.actor_id).await??;
            audit_log::insert(&mut tx, audit).await?;
        }
        insert_draft(&mut tx, &draft).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "accounts.redeem_verification", skip_all)]
    async fn redeem_verification(
        &self,
        selector: TokenSelector,
        now: OffsetDateTime,
        step: RedeemStep,
    ) -> Result<RedeemPlan, Refusal> {
        redeem_verification::redeem_verification(self, selector, now, step).await
    }

    #[tracing::instrument(name = "accounts.set_recovery_password", skip_all)]
    async fn set_recovery_password(
        &self,
        grant_id: Uuid,
        step: Step<ResetContext, PasswordReset>,
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        let OneTimeToken { email, .. } =
            token::find(&mut tx, grant_id).await?.ok_or(Code::RecoveryExpired)?;
        lock_address(&mut tx, &email).await?;
        let grant = token::find(&mut tx, grant_id).await?.ok_or(Code::RecoveryExpired)?;
        let record = address::record(&mut tx, &email).await?;
        let identities = match &record {
            Some(SignInRecord::User(account)) => identities_of(&mut tx, account.user.id).await?,
            _ => Vec::new(),
        };
        let reset = step(&ResetContext { grant, record, identities })?;
        store_reset(&mut tx, &email, &reset).await?;
        Ok(self.mails.commit(tx).await?)
    }

    #[tracing::instrument(name = "accounts.change_email", skip_all)]
    async fn change_email(
        &self,
        user_id: Uuid,
        new_email: EmailAddress,
        now: OffsetDateTime,
        step: Step<EmailChangeContext, EmailChangeRequest>,
    ) -> Result<(), Refusal> {
        change_email::change_email(self, user_id, new_email, now, step).await
    }

    #[tracing::instrument(name = "accounts.resend_email_change", skip_all)]
    async fn resend_email_change(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: ResendChangeStep,
    ) -> Result<(), Fault> {
        Ok(change_email::resend_email_change(self, email, now, step).await?)
    }

    #[tracing::instrument(name = "accounts.redeem_email_change", skip_all)]
    async fn redeem_email_change(
        &self,
        token_id: Uuid,
        now: OffsetDateTime,
        step: Step<PresentedChange, EmailChangeOutcome>,
    ) -> Result<EmailChangeOutcome, Refusal> {
        change_email::redeem_email_change(self, token_id, now, step).await
    }

    #[tracing::instrument(name = "accounts.rename", skip_all)]
    async fn rename(&self, user_id: Uuid, step: Step<User, Option<Renaming>>) -> Result<User, Refusal> {
        let mut tx = self.pool.begin().await?;
        let mut user = lock_user(&mut tx, user_id).await?.ok_or(Code::SessionRevoked)?;
        let Some(Renaming { name, audit }) = step(&user)? else { return Ok(user) };
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
        Ok(user)
    }

    #[tracing::instrument(name = "accounts.change_password", skip_all)]
    async fn change_password(
        &self,
        user_id: Uuid,
        step: Step<Account, PasswordChange>,
    ) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        // Links and codes for the address are redeemed under its lock.
        let user = lock_user_and_addresses(&mut tx, user_id, &[]).await?.ok_or(Code::InvalidCredentials)?;
        let email = user.email.clone();
        let account = Account { password_hash: password_hash(&mut tx, user_id).await?, user };
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
        token::use_up(&mut tx, &email, &Purpose::OF_PASSWORD, at).await?;
        account_security::drop_challenges(&mut tx, user_id).await?;
        change_email::end_pending(&mut tx, user_id, at).await?;
        outbox::queue(&mut tx, &mail).await?;
        audit_log::insert(&mut tx, &audit).await?;
        Ok(self.mails.commit(tx).await?)
    }

    async fn account(&self, user_id: Uuid) -> Result<Option<Account>, Fault> {
        let mut connection = self.pool.acquire().await?;
        let Some(user) = find_user(&mut connection, user_id).await? else { return Ok(None) };
        let account = Account { password_hash: password_hash(&mut connection, user_id).await?, user };
        connection.release();
        Ok(Some(account))
    }

    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(token::find(&mut connection, id).await?)
    }

    #[tracing::instrument(name = "accounts.sign_in_record", skip_all)]
    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(address::record(&mut connection, email).await?)
    }

    async fn create_user(&self, user: NewUser) -> Result<(), Refusal> {
        let mut tx = self.pool.begin().await?;
        lock_address(&mut tx, &user.email).await?;
        if address::is_taken(&mut tx, &user.email, user.id, user.created_at).await? {
            return Err(Code::AccountExists.into());
        }
        insert_user(&mut tx, &user).await?;
        address::delete_registrations(&mut tx, &user.email).await?;
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
