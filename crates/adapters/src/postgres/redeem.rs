//! Confirming an address: the unit of work for a presented link or code.

use forum_domain::accounts::{
    Confirmation, OneTimeToken, PendingRegistration, Purpose, RedeemStep, Redemption, TRIES_COUNT_FOR,
    TokenSelector, VerifyError,
};
use forum_domain::shared::{EmailAddress, PersonName};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::fault::fault;
use super::user_rows::{insert_user, lock_address};

/// Reads the token under the lock of its address and does what `step` returns.
pub(super) async fn redeem(
    pool: &PgPool,
    selector: TokenSelector,
    step: RedeemStep,
) -> Result<Uuid, VerifyError> {
    let mut tx = pool.begin().await.map_err(fault)?;
    let (id, email) = locate(&mut tx, selector).await.map_err(fault)?.ok_or(VerifyError::TokenInvalid)?;
    // Two tokens of one address may be presented concurrently: only the address as a whole can be locked.
    lock_address(&mut tx, &email).await.map_err(fault)?;
    let seen = load(&mut tx, id).await.map_err(fault)?.ok_or(VerifyError::TokenInvalid)?;
    match step(&seen) {
        Redemption::Refuse => Err(VerifyError::TokenInvalid),
        Redemption::CountTry => {
            sqlx::query!("update one_time_tokens set code_tries = code_tries + 1 where id = $1", id)
                .execute(&mut *tx)
                .await
                .map_err(fault)?;
            tx.commit().await.map_err(fault)?;
            Err(VerifyError::TokenInvalid)
        }
        Redemption::Create(user) => {
            insert_user(&mut tx, &user).await.map_err(fault)?;
            sqlx::query!("update one_time_tokens set used_at = $2 where id = $1", id, user.created_at)
                .execute(&mut *tx)
                .await
                .map_err(fault)?;
            sqlx::query!("delete from pending_registrations where lower(email) = $1", email.key())
                .execute(&mut *tx)
                .await
                .map_err(fault)?;
            tx.commit().await.map_err(fault)?;
            Ok(user.id)
        }
    }
}

/// The token's id and address, before anything is locked.
async fn locate(
    connection: &mut PgConnection,
    selector: TokenSelector,
) -> Result<Option<(Uuid, EmailAddress)>, sqlx::Error> {
    match selector {
        TokenSelector::Id(id) => {
            let email = sqlx::query_scalar!("select email from one_time_tokens where id = $1", id)
                .fetch_optional(connection)
                .await?;
            Ok(email.map(|email| (id, EmailAddress::stored(email))))
        }
        TokenSelector::NewestFor(email, purpose) => {
            let id = sqlx::query_scalar!(
                "select id from one_time_tokens
                 where lower(email) = $1 and purpose = $2 and registration_id is not null
                 order by created_at desc, id limit 1",
                email.key(),
                purpose.as_str(),
            )
            .fetch_optional(connection)
            .await?;
            Ok(id.map(|id| (id, email)))
        }
    }
}

/// The token with its registration, locked until the transaction ends.
pub(super) async fn load(
    connection: &mut PgConnection,
    id: Uuid,
) -> Result<Option<Confirmation>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select t.id, t.email, t.registration_id, t.created_at, t.expires_at, t.used_at,
                  (select sum(code_tries)::integer from one_time_tokens o
                   where lower(o.email) = lower(t.email) and o.purpose = t.purpose
                     and o.created_at > t.created_at - make_interval(secs => $2)) as "code_tries!",
                  r.email as "registered_email?", r.first_name as "first_name?", r.last_name as "last_name?",
                  r.password_hash as "password_hash?", r.created_at as "registered_at?",
                  exists (select from profiles p where lower(p.email) = lower(t.email)) as "address_taken!"
           from one_time_tokens t left join pending_registrations r on r.id = t.registration_id
           where t.id = $1 and t.purpose = 'verify_email' for update of t"#,
        id,
        TRIES_COUNT_FOR.as_seconds_f64(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| {
        let registration = match (
            row.registration_id,
            row.registered_email,
            row.first_name,
            row.last_name,
            row.password_hash,
            row.registered_at,
        ) {
            (Some(id), Some(email), Some(first), Some(last), Some(password_hash), Some(created_at)) => {
                Some(PendingRegistration {
                    id,
                    email: EmailAddress::stored(email),
                    name: PersonName { first, last },
                    password_hash,
                    created_at,
                })
            }
            _ => None,
        };
        Confirmation {
            token: OneTimeToken {
                id: row.id,
                purpose: Purpose::VerifyEmail,
                email: EmailAddress::stored(row.email),
                registration_id: row.registration_id,
                created_at: row.created_at,
                expires_at: row.expires_at,
                code_tries: row.code_tries.unsigned_abs(),
                used_at: row.used_at,
            },
            registration,
            address_taken: row.address_taken,
        }
    }))
}
