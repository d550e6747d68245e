//! Records of idempotent requests. Stores of acts insert them in their transactions.

use async_trait::async_trait;
use forum_domain::idempotency::{RecordedResponse, RequestId, RequestRecord, RequestRecords};
use forum_domain::shared::Fault;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::stores::PgRequestRecords;

/// Inserts a record in the caller's transaction, if the act has one. Waits for a concurrent transaction with the same id.
///
/// # Errors
/// `Repeated` if that transaction was committed: the caller MUST roll back.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    record: Option<&RequestRecord>,
) -> Result<(), StoreError> {
    let Some(record) = record else { return Ok(()) };
    let created_at = record.expires_at - RecordedResponse::LIFETIME;
    let stored = affected!(
        connection,
        "insert into idempotent_requests as known
             (id, user_id, application_id, subject_id, fingerprint, response_status, response_body, expires_at)
         values ($1, $2, $3, (select user_id from applications where id = $3), $4, $5, $6, $7)
         on conflict (id) do update
         set user_id = excluded.user_id, application_id = excluded.application_id, subject_id = excluded.subject_id,
             fingerprint = excluded.fingerprint, response_status = excluded.response_status,
             response_body = excluded.response_body, expires_at = excluded.expires_at
         where known.expires_at <= $8",
        &record.id[..],
        record.user_id,
        record.application_id,
        &record.fingerprint[..],
        i32::from(record.response.status),
        record.response.body,
        record.expires_at,
        created_at,
    )?;
    if stored == 0 { Err(Fault::Repeated.into()) } else { Ok(()) }
}

fn bytes(stored: Vec<u8>) -> Result<[u8; 32], Fault> {
    stored.try_into().map_err(|_| Fault::Bug("a recorded request has a MAC of another length".to_owned()))
}

#[async_trait]
impl RequestRecords for PgRequestRecords {
    #[tracing::instrument(name = "idempotency.find", skip_all)]
    async fn find(&self, id: &RequestId, now: OffsetDateTime) -> Result<Option<RequestRecord>, Fault> {
        let row = sqlx::query!(
            "select user_id, application_id, fingerprint, response_status, response_body, expires_at
             from idempotent_requests where id = $1 and expires_at > $2",
            &id[..],
            now,
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        row.map(|row| {
            let status = u16::try_from(row.response_status)
                .map_err(|_| Fault::Bug("a recorded response has no HTTP status".to_owned()))?;
            Ok(RequestRecord {
                id: *id,
                user_id: row.user_id,
                application_id: row.application_id,
                fingerprint: bytes(row.fingerprint)?,
                response: RecordedResponse { status, body: row.response_body },
                expires_at: row.expires_at,
            })
        })
        .transpose()
    }

    #[tracing::instrument(name = "idempotency.store", skip_all)]
    async fn store(&self, record: &RequestRecord) -> Result<(), Fault> {
        let mut connection = self.pool.acquire().await?;
        Ok(insert(&mut connection, Some(record)).await?)
    }
}
