//! Recorded responses of idempotent requests, in the transaction of the act. Expired records are ignored until housekeeping
//! deletes them.

use forum_domain::shared::{Fault, IdempotencyRecord, RecordedResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::connection::fault::StoreError;

pub(crate) enum Replay {
    New,
    Same(RecordedResponse),
    Other,
}

pub(crate) struct Known {
    pub(crate) fingerprint: Vec<u8>,
    pub(crate) response_status: i32,
    pub(crate) response_body: String,
}

impl Known {
    pub(crate) fn replay(self, fingerprint: &[u8; 32]) -> Result<Replay, Fault> {
        if self.fingerprint != fingerprint {
            return Ok(Replay::Other);
        }
        let status = u16::try_from(self.response_status)
            .map_err(|_| Fault::Bug("a recorded response has no HTTP status".to_owned()))?;
        Ok(Replay::Same(RecordedResponse { status, body: self.response_body }))
    }
}

pub(crate) async fn replay(
    connection: &mut PgConnection,
    user_id: Uuid,
    operation: &str,
    key: &str,
    fingerprint: &[u8; 32],
    now: OffsetDateTime,
) -> Result<Replay, StoreError> {
    let known = sqlx::query_as!(
        Known,
        "select fingerprint, response_status, response_body from idempotency_records
         where user_id = $1 and operation = $2 and key = $3 and expires_at > $4",
        user_id,
        operation,
        key,
        now,
    )
    .fetch_optional(connection)
    .await?;
    known.map_or(Ok(Replay::New), |known| Ok(known.replay(fingerprint)?))
}

/// Records a response. The caller holds the user's lock and found no valid record, so an existing record has expired.
pub(crate) async fn store(
    connection: &mut PgConnection,
    user_id: Uuid,
    operation: &str,
    record: &IdempotencyRecord,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into idempotency_records
             (user_id, operation, key, fingerprint, response_status, response_body, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (user_id, operation, key) do update
         set fingerprint = excluded.fingerprint, response_status = excluded.response_status,
             response_body = excluded.response_body, expires_at = excluded.expires_at",
        user_id,
        operation,
        record.key,
        &record.fingerprint[..],
        i32::from(record.response.status),
        record.response.body,
        record.expires_at
    )
}
