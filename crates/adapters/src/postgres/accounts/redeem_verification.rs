//! Redeeming links and codes under the lock on the address.

use forum_domain::accounts::{RedeemContext, RedeemOutcome, RedeemPlan, RedeemStep, TokenSelector};
use forum_domain::shared::{Code, EmailAddress, Refusal};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::address::{self, RegistrationRow};
use super::token;
use super::user::{insert_user, lock_address};
use crate::postgres::connection::fault::StoreError;
use crate::postgres::mail::outbox;
use crate::postgres::stores::PgAccountStore;

pub(super) async fn redeem_verification(
    store: &PgAccountStore,
    selector: TokenSelector,
    now: OffsetDateTime,
    step: RedeemStep,
) -> Result<RedeemPlan, Refusal> {
    let mut tx = store.pool.begin().await?;
    // Two tokens for one address may be presented concurrently, so the lock is on the address.
    let (token, email) = match selector {
        TokenSelector::Id(id) => {
            let token = token::find(&mut tx, id).await?.ok_or(Code::TokenInvalid)?;
            lock_address(&mut tx, &token.email).await?;
            (Some(id), token.email)
        }
        TokenSelector::NewestFor(email, purposes) => {
            lock_address(&mut tx, &email).await?;
            (token::newest(&mut tx, &email, purposes).await?, email)
        }
    };
    let seen = load(&mut tx, token, email, now).await?;
    match step(&seen) {
        RedeemOutcome::Refuse => Err(Code::TokenInvalid.into()),
        RedeemOutcome::CountTry(wrong) => {
            token::insert(&mut tx, &wrong).await?;
            tx.commit().await?;
            Err(Code::TokenInvalid.into())
        }
        RedeemOutcome::Redeem(plan) => {
            store_plan(&mut tx, &seen.email, &plan).await?;
            store.mails.commit(tx).await?;
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
    let token = token::find(connection, token.unwrap_or_default()).await?;
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
    let record = address::record(connection, &email).await?;
    Ok(RedeemContext {
        email,
        token,
        registration: registration.map(Into::into),
        registrations: u32::try_from(counts.registrations).unwrap_or(u32::MAX),
        wrong_codes: u32::try_from(counts.wrong_codes).unwrap_or(u32::MAX),
        record,
    })
}

async fn store_plan(
    connection: &mut PgConnection,
    email: &EmailAddress,
    plan: &RedeemPlan,
) -> Result<(), StoreError> {
    let RedeemPlan { purpose, at, create, grant, mail } = plan;
    token::use_up(connection, email, &[*purpose], *at).await?;
    if let Some(user) = create {
        insert_user(connection, user).await?;
        address::delete_registrations(connection, email).await?;
    }
    if let Some(grant) = grant {
        token::insert(connection, grant).await?;
    }
    match mail {
        Some(mail) => outbox::queue(connection, mail).await,
        None => Ok(()),
    }
}
