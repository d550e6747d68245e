//! The outbox for administrators: lists mails, and retries or discards failed ones.

use forum_domain::audit::AuditEvent;
use forum_domain::idempotency::RequestRecord;
use forum_domain::mail::{MailFilter, MailRecord, MailSort, MailState, RetryError};
use forum_domain::shared::{EmailAddress, Fault, LogPage, PageRequest};
use sqlx::{FromRow, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::audit::actors::lock_actor;
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::{fault, unknown};
use crate::postgres::connection::keyset;
use crate::postgres::connection::keyset::Columns;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::pooled_connection::Transaction;
use crate::postgres::idempotency;

#[derive(FromRow)]
struct RecordRow {
    id: Uuid,
    kind: String,
    to_email: String,
    state: String,
    attempts: i32,
    queued_at: OffsetDateTime,
    last_error: Option<String>,
}

impl TryFrom<RecordRow> for MailRecord {
    type Error = Fault;

    fn try_from(row: RecordRow) -> Result<Self, Fault> {
        let to = EmailAddress::stored(row.to_email);
        Ok(Self {
            id: row.id,
            kind: row.kind,
            to: to.masked(),
            state: known(&row.state)?,
            attempts: row.attempts.unsigned_abs(),
            queued_at: row.queued_at,
            last_error: row.last_error.map(|error| to.masked_in(&error)),
        })
    }
}

const SELECT: &str = "id, kind, to_email, state, attempts, queued_at, last_error";
const COLUMNS: Columns = Columns { keys: &["queued_at"], id: "id" };

pub(crate) async fn list(
    pool: &ConnectionPool,
    filter: MailFilter,
    page: PageRequest<MailSort>,
) -> Result<LogPage<MailRecord>, Fault> {
    // The state is not bound, so that each state has a plan: failed mails have an index.
    let from = |query: &mut QueryBuilder<Postgres>| {
        match filter.state {
            None => query.push("from outbox where true"),
            Some(state) => query.push(format_args!("from outbox where state = '{}'", state.as_str())),
        };
    };
    let mut connection = pool.acquire().await?;
    let rows: LogPage<RecordRow> = keyset::read_log(&mut connection, SELECT, from, &COLUMNS, &page).await?;
    let items = rows.items.into_iter().map(MailRecord::try_from).collect::<Result<_, Fault>>()?;
    Ok(LogPage { items, next_cursor: rows.next_cursor })
}

pub(crate) async fn retry(
    pool: &ConnectionPool,
    id: Uuid,
    audit: &AuditEvent,
    record: Option<&RequestRecord>,
) -> Result<(), RetryError> {
    let mut tx = pool.begin().await?;
    lock_actor(&mut tx, audit.actor_id).await??;
    let found = sqlx::query!(
        r#"with found as (select id, state from outbox where id = $1 for update),
                retried as (
             update outbox set state = 'queued', attempts = 0, due_at = $2, last_error = null
             from found where outbox.id = found.id and found.state = 'failed'
         )
         select state from found"#,
        id,
        audit.at,
    )
    .fetch_optional(&mut *tx)
    .await
    .map_err(fault)?;
    settle(tx, found.map(|row| row.state), audit, record).await
}

pub(crate) async fn discard(pool: &ConnectionPool, id: Uuid, audit: &AuditEvent) -> Result<(), RetryError> {
    let mut tx = pool.begin().await?;
    let found = sqlx::query!(
        r#"with found as (select id, state from outbox where id = $1 for update),
                discarded as (delete from outbox using found where outbox.id = found.id and found.state = 'failed')
         select state from found"#,
        id,
    )
    .fetch_optional(&mut *tx)
    .await
    .map_err(fault)?;
    settle(tx, found.map(|row| row.state), audit, None).await
}

/// Commits the change of a failed mail. A mail in another `state` was only locked.
async fn settle(
    mut tx: Transaction,
    state: Option<String>,
    audit: &AuditEvent,
    record: Option<&RequestRecord>,
) -> Result<(), RetryError> {
    match known(&state.ok_or(RetryError::NotFound)?)? {
        MailState::Failed => {}
        other => {
            // The pool would roll back only after the response, and the mail worker skips locked mails.
            tx.rollback().await?;
            return Err(RetryError::NotFailed(other));
        }
    }
    audit_log::insert(&mut tx, audit).await?;
    idempotency::insert(&mut tx, record).await?;
    Ok(tx.commit().await?)
}

fn known(state: &str) -> Result<MailState, Fault> {
    MailState::parse(state).ok_or_else(|| unknown("mail state", state))
}
