//! Rows of factors, recovery codes and challenges.

use forum_domain::accounts::{
    Authenticator, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, Factor, FactorKind, Method,
    PasskeyRecord, RECOVERY_CODES, RecoveryCodes,
};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::connection::fault::{StoreError, unknown};

struct FactorRow {
    id: Uuid,
    user_id: Uuid,
    kind: String,
    friendly_name: String,
    created_at: OffsetDateTime,
    verified_at: Option<OffsetDateTime>,
    last_used_at: Option<OffsetDateTime>,
    last_step: Option<i64>,
    credential_id: Option<Vec<u8>>,
    passkey: Option<String>,
}

impl TryFrom<FactorRow> for Factor {
    type Error = Fault;

    fn try_from(row: FactorRow) -> Result<Self, Fault> {
        let authenticator = match FactorKind::parse(&row.kind) {
            Some(FactorKind::Totp) => Authenticator::Totp { last_step: row.last_step.map(i64::unsigned_abs) },
            Some(FactorKind::Passkey) => {
                let record = row.credential_id.zip(row.passkey);
                Authenticator::Passkey(
                    record.map(|(credential_id, record)| PasskeyRecord { credential_id, record }),
                )
            }
            None => return Err(unknown("kind of factor", &row.kind)),
        };
        Ok(Self {
            id: row.id,
            user_id: row.user_id,
            friendly_name: row.friendly_name,
            authenticator,
            created_at: row.created_at,
            verified_at: row.verified_at,
            last_used_at: row.last_used_at,
        })
    }
}

struct ChallengeRow {
    id: Uuid,
    user_id: Uuid,
    purpose: String,
    method: Option<String>,
    factor_id: Option<Uuid>,
    created_at: OffsetDateTime,
    tries: i32,
    ceremony: Option<String>,
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = Fault;

    fn try_from(row: ChallengeRow) -> Result<Self, Fault> {
        let purpose = match (row.purpose.as_str(), row.method, row.factor_id) {
            ("sign_in", Some(word), None) => {
                let method = Method::parse(&word).ok_or_else(|| unknown("method", &word))?;
                ChallengePurpose::SignIn { method }
            }
            ("verify", None, Some(factor_id)) => ChallengePurpose::Verify { factor_id },
            _ => return Err(unknown("challenge purpose", &row.purpose)),
        };
        Ok(Self {
            id: row.id,
            user_id: row.user_id,
            purpose,
            created_at: row.created_at,
            tries: row.tries.unsigned_abs(),
            ceremony: row.ceremony,
        })
    }
}

pub(crate) async fn factors_of(
    connection: &mut PgConnection,
    user_id: Uuid,
) -> Result<Vec<Factor>, StoreError> {
    let rows = sqlx::query_as!(
        FactorRow,
        "select id, user_id, kind, friendly_name, created_at, verified_at, last_used_at, last_step, credential_id,
             passkey
         from factors where user_id = $1 order by created_at, id",
        user_id,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Factor::try_from).collect::<Result<_, _>>()?)
}

pub(crate) async fn recovery_of(
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

pub(crate) async fn challenge_of(
    connection: &mut PgConnection,
    user_id: Uuid,
    id: Uuid,
) -> Result<Option<Challenge>, StoreError> {
    let row = sqlx::query_as!(
        ChallengeRow,
        "select id, user_id, purpose, method, factor_id, created_at, tries, ceremony
         from factor_challenges where id = $1 and user_id = $2",
        id,
        user_id,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Challenge::try_from).transpose()?)
}

pub(crate) async fn drop_challenges(connection: &mut PgConnection, user_id: Uuid) -> Result<(), StoreError> {
    execute!(connection, "delete from factor_challenges where user_id = $1", user_id)
}

pub(crate) async fn put_factor(connection: &mut PgConnection, factor: &Factor) -> Result<(), StoreError> {
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

pub(crate) async fn put_recovery(
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
pub(crate) async fn put_challenge(
    connection: &mut PgConnection,
    challenge: &Challenge,
) -> Result<(), StoreError> {
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
