//! The outbox for operators: listing mails, and queuing dead letters again.

use forum_domain::mail::{MailRecord, MailState, RetryError};
use forum_domain::shared::{EmailAddress, Fault, Listing, Page};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::fault::{fault, unknown};

/// A page of the mails in one state, or in all states if `None`, newest first.
pub(super) async fn list(
    pool: &PgPool,
    state: Option<MailState>,
    page: Page,
) -> Result<Listing<MailRecord>, Fault> {
    let state = state.map(MailState::as_str);
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from outbox where $1::text is null or state = $1"#,
        state,
    )
    .fetch_one(pool)
    .await
    .map_err(fault)?;
    let rows = sqlx::query!(
        "select id, kind, to_email, state, attempts, queued_at, last_error from outbox
         where $1::text is null or state = $1
         order by queued_at desc, id desc limit $2 offset $3",
        state,
        i64::from(page.limit),
        i64::from(page.offset),
    )
    .fetch_all(pool)
    .await
    .map_err(fault)?;
    let items = rows.into_iter().map(|row| {
        let to = EmailAddress::stored(row.to_email);
        Ok(MailRecord {
            id: row.id,
            kind: row.kind,
            to: to.masked(),
            state: known(&row.state)?,
            attempts: row.attempts.unsigned_abs(),
            queued_at: row.queued_at,
            last_error: row.last_error.map(|error| to.masked_in(&error)),
        })
    });
    Ok(Listing::by_offset(items.collect::<Result<_, Fault>>()?, total.unsigned_abs(), page))
}

/// Queues one dead letter again.
pub(super) async fn retry(pool: &PgPool, id: Uuid, at: OffsetDateTime) -> Result<(), RetryError> {
    let found = sqlx::query!(
        r#"with found as (select id, state from outbox where id = $1 for update),
                retried as (
             update outbox set state = 'queued', attempts = 0, due_at = $2
             from found where outbox.id = found.id and found.state = 'failed'
         )
         select state from found"#,
        id,
        at,
    )
    .fetch_optional(pool)
    .await
    .map_err(fault)?;
    match known(&found.ok_or(RetryError::NotFound)?.state)? {
        MailState::Failed => Ok(()),
        other => Err(RetryError::NotFailed(other)),
    }
}

/// Queues every dead letter again.
pub(super) async fn retry_all_failed(pool: &PgPool, at: OffsetDateTime) -> Result<u64, Fault> {
    sqlx::query!("update outbox set state = 'queued', attempts = 0, due_at = $1 where state = 'failed'", at)
        .execute(pool)
        .await
        .map(|done| done.rows_affected())
        .map_err(fault)
}

fn known(state: &str) -> Result<MailState, Fault> {
    MailState::parse(state).ok_or_else(|| unknown("state of a mail", state))
}
