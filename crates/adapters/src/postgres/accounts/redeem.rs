//! Redeeming links, codes and recovery grants: units of work under the lock on the address.

use forum_domain::accounts::{
    ChosenPassword, OneTimeToken, PasswordReset, Purpose, RecoverError, RedeemContext, RedeemError,
    RedeemOutcome, RedeemPlan, RedeemStep, ResetContext, ResetStep, SignInRecord, TokenSelector,
};
use forum_domain::shared::EmailAddress;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::address_rows::{self, RegistrationRow};
use super::identities::identities_of;
use super::user_rows::{insert_user, lock_address, set_password};
use super::{account_security, email_change_rows, token_rows};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::mail_signal::MailSignal;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::mail::outbox;

pub(crate) async fn redeem(
    pool: &ConnectionPool,
    mails: &MailSignal,
    selector: TokenSelector,
    now: OffsetDateTime,
    step: RedeemStep,
) -> Result<RedeemPlan, RedeemError> {
    let mut tx = pool.begin().await?;
    // Two tokens for one address may be presented concurrently, so the lock is on the address.
    let (token, email) = match selector {
        TokenSelector::Id(id) => {
            let token = token_rows::find(&mut tx, id).await?.ok_or(RedeemError::TokenInvalid)?;
            lock_address(&mut tx, &token.email).await?;
            (Some(id), token.email)
        }
        TokenSelector::NewestFor(email, purposes) => {
            lock_address(&mut tx, &email).await?;
            (token_rows::newest(&mut tx, &email, purposes).await?, email)
        }
    };
    let seen = load(&mut tx, token, email, now).await?;
    match step(&seen) {
        RedeemOutcome::Refuse => Err(RedeemError::TokenInvalid),
        RedeemOutcome::CountTry(wrong) => {
            token_rows::insert(&mut tx, &wrong).await?;
            tx.commit().await?;
            Err(RedeemError::TokenInvalid)
        }
        RedeemOutcome::Redeem(plan) => {
            store(&mut tx, &seen.email, &plan).await?;
            mails.commit(tx).await?;
            Ok(*plan)
        }
    }
}

/// Reads the input of the rule. The statements are the same for every address: without a token they use the nil id.
async fn load(
    connection: &mut PgConnection,
    token: Option<Uuid>,
    email: EmailAddress,
    now: OffsetDateTime,
) -> Result<RedeemContext, StoreError> {
    let token = token_rows::find(connection, token.unwrap_or_default()).await?;
    let registration = sqlx::query_as!(
        RegistrationRow,
        "select id, email, first_name, last_name, password_hash, created_at, contested
         from pending_registrations where id = $1",
        token.as_ref().and_then(|token| token.registration_id).unwrap_or_default(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    let counts = sqlx::query!(
        r#"select (select count(*) from pending_registrations where lower(email) = $1) as "registrations!",
                  (select count(*) from one_time_tokens
                   where lower(email) = $1 and purpose = 'wrong_code' and expires_at > $2) as "wrong_codes!""#,
        email.key(),
        now,
    )
    .fetch_one(&mut *connection)
    .await?;
    let record = address_rows::record(connection, &email).await?;
    Ok(RedeemContext {
        email,
        token,
        registration: registration.map(Into::into),
        registrations: u32::try_from(counts.registrations).unwrap_or(u32::MAX),
        wrong_codes: u32::try_from(counts.wrong_codes).unwrap_or(u32::MAX),
        record,
    })
}

async fn store(
    connection: &mut PgConnection,
    email: &EmailAddress,
    plan: &RedeemPlan,
) -> Result<(), StoreError> {
    let RedeemPlan { purpose, at, create, grant, mail } = plan;
    token_rows::use_up(connection, email, &[*purpose], *at).await?;
    if let Some(user) = create {
        insert_user(connection, user).await?;
        address_rows::delete_registrations(connection, email).await?;
    }
    if let Some(grant) = grant {
        token_rows::insert(connection, grant).await?;
    }
    match mail {
        Some(mail) => outbox::queue(connection, mail).await,
        None => Ok(()),
    }
}

pub(crate) async fn set_recovery_password(
    pool: &ConnectionPool,
    mails: &MailSignal,
    id: Uuid,
    step: ResetStep,
) -> Result<(), RecoverError> {
    let mut tx = pool.begin().await?;
    let OneTimeToken { email, .. } = token_rows::find(&mut tx, id).await?.ok_or(RecoverError::Expired)?;
    lock_address(&mut tx, &email).await?;
    let grant = token_rows::find(&mut tx, id).await?.ok_or(RecoverError::Expired)?;
    let record = address_rows::record(&mut tx, &email).await?;
    let identities = match &record {
        Some(SignInRecord::User { user, .. }) => identities_of(&mut tx, user.id).await?,
        _ => Vec::new(),
    };
    let reset = step(&ResetContext { grant, record, identities }).ok_or(RecoverError::Expired)?;
    store_reset(&mut tx, &email, &reset).await?;
    Ok(mails.commit(tx).await?)
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
    token_rows::use_up(connection, email, &Purpose::OF_PASSWORD, at).await?;
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
            email_change_rows::end_pending(connection, *user_id, at).await?;
            if let Some(mail) = mail {
                outbox::queue(connection, mail).await?;
            }
            audit_log::insert(connection, audit).await
        }
        PasswordReset::Create(user) => {
            insert_user(connection, user).await?;
            address_rows::delete_registrations(connection, email).await
        }
    }
}
