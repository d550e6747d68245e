//! What decides who may sign in to an account: password, factors, recovery codes, identities and sessions, read and
//! changed under the lock on the user's row.

use forum_domain::accounts::{
    AccountSecurity, Authenticator, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, DEVICE_REMEMBERED,
    EarlierSignIns, Factor, FactorKind, Method, PasskeyRecord, RECOVERY_CODES, RecoveryCodes, SecurityChange,
    SecurityQuery, User,
};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::identities::{identities_of, insert_identity};
use super::sessions;
use super::user::password_hash;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, unknown};
use crate::postgres::idempotency;
use crate::postgres::mail::outbox;

pub(crate) async fn read(
    connection: &mut PgConnection,
    user: User,
    query: &SecurityQuery,
) -> Result<AccountSecurity, Fault> {
    let SecurityQuery { now, challenge_id, opens } = query;
    let challenge = match challenge_id {
        Some(id) => challenge_of(connection, user.id, *id).await?,
        None => None,
    };
    let earlier = match opens {
        Some(device) => sessions::earlier(connection, user.id, device, *now - DEVICE_REMEMBERED).await?,
        None => EarlierSignIns::default(),
    };
    Ok(AccountSecurity {
        password_hash: password_hash(connection, user.id).await?,
        factors: factors_of(connection, user.id).await?,
        recovery: recovery_of(connection, user.id).await?,
        identities: identities_of(connection, user.id).await?,
        sessions: sessions::alive(connection, user.id, *now).await?,
        challenge,
        earlier,
        user,
    })
}

pub(crate) async fn store(
    connection: &mut PgConnection,
    user_id: Uuid,
    now: OffsetDateTime,
    change: &SecurityChange,
) -> Result<(), StoreError> {
    let SecurityChange {
        put,
        remove,
        recovery,
        link,
        unlink,
        challenge,
        answered,
        proofs,
        end,
        open,
        mails,
        audit,
        record,
        refused: _,
    } = change;
    if !remove.is_empty() {
        execute!(
            &mut *connection,
            "delete from factors where user_id = $1 and id = any($2)",
            user_id,
            remove
        )?;
    }
    for factor in put {
        put_factor(connection, factor).await?;
    }
    if let Some(codes) = recovery {
        put_recovery(connection, user_id, codes.as_ref()).await?;
    }
    if let Some(identity) = link {
        insert_identity(connection, identity).await?;
    }
    if !unlink.is_empty() {
        execute!(
            &mut *connection,
            "delete from identities where user_id = $1 and id = any($2)",
            user_id,
            unlink
        )?;
    }
    if let Some(challenge) = challenge {
        put_challenge(connection, challenge).await?;
    }
    if let Some(id) = answered {
        execute!(&mut *connection, "delete from factor_challenges where id = $1", id)?;
    }
    if let Some((session_id, proofs)) = proofs {
        sessions::set_proofs(connection, *session_id, proofs).await?;
    }
    if !end.is_empty() {
        sessions::end_these(connection, user_id, end, now).await?;
    }
    if let Some(session) = open {
        sessions::insert(connection, session).await?;
    }
    for mail in mails {
        outbox::queue(connection, mail).await?;
    }
    if let Some(audit) = audit {
        audit_log::insert(connection, audit).await?;
    }
    idempotency::insert(connection, record.as_ref()).await
}

pub(crate) async fn factors_of(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<Factor>, StoreError> {
    let rows = sqlx::query!(
        "select id, user_id, kind, friendly_name, created_at, verified_at, last_used_at, last_step, credential_id,
             passkey
         from factors where user_id = $1 order by created_at, id",
        user_id,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let authenticator = match FactorKind::parse(&row.kind)
                .ok_or_else(|| unknown("kind of factor", &row.kind))?
            {
                FactorKind::Totp => Authenticator::Totp { last_step: row.last_step.map(i64::unsigned_abs) },
                FactorKind::Passkey => {
                    let record = row.credential_id.zip(row.passkey);
                    let record =
                        record.map(|(credential_id, record)| PasskeyRecord { credential_id, record });
                    Authenticator::Passkey(record)
                }
            };
            Ok(Factor {
                id: row.id,
                user_id: row.user_id,
                friendly_name: row.friendly_name,
                authenticator,
                created_at: row.created_at,
                verified_at: row.verified_at,
                last_used_at: row.last_used_at,
            })
        })
        .collect()
}

async fn recovery_of(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Option<RecoveryCodes>, StoreError> {
    let row = sqlx::query!("select id, created_at, used from recovery_codes where user_id = $1", user_id)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let used: [bool; RECOVERY_CODES] = row
        .used
        .try_into()
        .map_err(|_| Fault::Bug("a set of recovery codes has the wrong size".to_owned()))?;
    Ok(Some(RecoveryCodes { id: row.id, created_at: row.created_at, used }))
}

async fn challenge_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    id: Uuid,
) -> Result<Option<Challenge>, StoreError> {
    let row = sqlx::query!(
        "select id, user_id, purpose, method, factor_id, created_at, tries, ceremony
         from factor_challenges where id = $1 and user_id = $2",
        id,
        user_id,
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let purpose = match (row.purpose.as_str(), row.method, row.factor_id) {
        ("sign_in", Some(word), None) => {
            let method = Method::parse(&word).ok_or_else(|| unknown("method", &word))?;
            ChallengePurpose::SignIn { method }
        }
        ("verify", None, Some(factor_id)) => ChallengePurpose::Verify { factor_id },
        _ => return Err(unknown("challenge purpose", &row.purpose).into()),
    };
    Ok(Some(Challenge {
        id: row.id,
        user_id: row.user_id,
        purpose,
        created_at: row.created_at,
        tries: row.tries.unsigned_abs(),
        ceremony: row.ceremony,
    }))
}

pub(crate) async fn drop_challenges(connection: &mut PgConnection, user_id: Uuid) -> Result<(), StoreError> {
    execute!(connection, "delete from factor_challenges where user_id = $1", user_id)
}

async fn put_factor(connection: &mut PgConnection, factor: &Factor) -> Result<(), StoreError> {
    let (last_step, passkey) = match &factor.authenticator {
        Authenticator::Totp { last_step } => (*last_step, None),
        Authenticator::Passkey(passkey) => (None, passkey.as_ref()),
    };
    execute!(
        connection,
        "insert into factors (id, user_id, kind, friendly_name, created_at, verified_at, last_used_at, last_step,
             credential_id, passkey)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (id) do update set friendly_name = $4, verified_at = $6, last_used_at = $7, last_step = $8,
             credential_id = $9, passkey = $10",
        factor.id,
        factor.user_id,
        factor.kind().as_str(),
        factor.friendly_name,
        factor.created_at,
        factor.verified_at,
        factor.last_used_at,
        last_step.map(|step| i64::try_from(step).unwrap_or(i64::MAX)),
        passkey.map(|passkey| passkey.credential_id.as_slice()),
        passkey.map(|passkey| passkey.record.as_str()),
    )
}

async fn put_recovery(
    connection: &mut PgConnection,
    user_id: Uuid,
    codes: Option<&RecoveryCodes>,
) -> Result<(), StoreError> {
    let Some(RecoveryCodes { id, created_at, used }) = codes else {
        execute!(connection, "delete from recovery_codes where user_id = $1", user_id)?;
        return Ok(());
    };
    execute!(
        connection,
        "insert into recovery_codes (user_id, id, created_at, used) values ($1, $2, $3, $4)
         on conflict (user_id) do update set id = $2, created_at = $3, used = $4",
        user_id,
        id,
        created_at,
        used.as_slice()
    )
}

/// Inserts a challenge or updates its number of wrong answers. Deletes the user's expired challenges.
async fn put_challenge(connection: &mut PgConnection, challenge: &Challenge) -> Result<(), StoreError> {
    execute!(
        &mut *connection,
        "delete from factor_challenges where user_id = $1 and created_at <= $2",
        challenge.user_id,
        challenge.created_at - CHALLENGE_LIFETIME
    )?;
    let (purpose, method, factor_id) = match challenge.purpose {
        ChallengePurpose::SignIn { method } => ("sign_in", Some(method.as_str()), None),
        ChallengePurpose::Verify { factor_id } => ("verify", None, Some(factor_id)),
    };
    execute!(
        connection,
        "insert into factor_challenges (id, user_id, purpose, method, factor_id, created_at, tries, ceremony)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (id) do update set tries = $7",
        challenge.id,
        challenge.user_id,
        purpose,
        method,
        factor_id,
        challenge.created_at,
        i32::try_from(challenge.tries).unwrap_or(i32::MAX),
        challenge.ceremony.as_deref()
    )
}
