//! Recorded responses of idempotent requests. Stores call this in the transaction of the action.

use forum_domain::shared::{Fault, RecordedResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::fault::fault;

/// What is recorded under a key.
pub(super) enum Replay {
    /// Nothing, or an expired record.
    New,
    /// The response to the same request.
    Same(RecordedResponse),
    /// The response to a different request.
    Other,
}

/// Looks up the response recorded under a key.
pub(super) async fn replay(
    connection: &mut PgConnection,
    user_id: Uuid,
    operation: &str,
    key: &str,
    fingerprint: &[u8; 32],
    now: OffsetDateTime,
) -> Result<Replay, Fault> {
    sqlx::query!("delete from idempotency_records where user_id = $1 and expires_at <= $2", user_id, now)
        .execute(&mut *connection)
        .await
        .map_err(fault)?;
    let row = sqlx::query!(
        "select fingerprint, response_status, response_body from idempotency_records
         where user_id = $1 and operation = $2 and key = $3",
        user_id,
        operation,
        key,
    )
    .fetch_optional(connection)
    .await
    .map_err(fault)?;
    let Some(row) = row else { return Ok(Replay::New) };
    if row.fingerprint != fingerprint {
        return Ok(Replay::Other);
    }
    let status = u16::try_from(row.response_status)
        .map_err(|_| Fault::Bug("a recorded response has no HTTP status".to_owned()))?;
    Ok(Replay::Same(RecordedResponse { status, body: row.response_body }))
}

/// The row of a response to an idempotent request.
pub(super) struct StoredResponse {
    pub(super) operation: &'static str,
    pub(super) key: String,
    pub(super) fingerprint: [u8; 32],
    pub(super) expires_at: OffsetDateTime,
    pub(super) response: RecordedResponse,
}

/// Records a response in the transaction of its action.
pub(super) async fn store(
    connection: &mut PgConnection,
    user_id: Uuid,
    stored: StoredResponse,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into idempotency_records
             (user_id, operation, key, fingerprint, response_status, response_body, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        user_id,
        stored.operation,
        stored.key,
        &stored.fingerprint[..],
        i32::from(stored.response.status),
        stored.response.body,
        stored.expires_at,
    )
    .execute(connection)
    .await
    .map(|_| ())
}
