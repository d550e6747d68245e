//! The outbox for administrators: lists mails, and retries or discards failed ones.

use forum_domain::mail::{FailedMailChange, MailRecord, MailSort, MailState};
use forum_domain::shared::{Code, EmailAddress, Fault, LogPage, PageRequest, Refusal, Step};
use sqlx::{FromRow, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::postgres::accounts::user::lock_actor;
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, unknown};
use crate::postgres::connection::keyset;
use crate::postgres::connection::keyset::Columns;
use crate::postgres::connection::pool::ConnectionPool;
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
            state: parse_state(&row.state)?,
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
    state: Option<MailState>,
    page: PageRequest<MailSort>,
) -> Result<LogPage<MailRecord>, Fault> {
    // The state is not bound, so that each state has a plan: failed mails have an index.
    let from = |query: &mut QueryBuilder<Postgres>| {
        match state {
            None => query.push("from outbox where true"),
            Some(state) => query.push(format_args!("from outbox where state = '{}'", state.as_str())),
        };
    };
    let mut connection = pool.acquire().await?;
    let rows: LogPage<RecordRow> = keyset::read_log(&mut connection, SELECT, from, &COLUMNS, &page).await?;
    let items = rows.items.into_iter().map(MailRecord::try_from).collect::<Result<_, Fault>>()?;
    Ok(LogPage { items, next_cursor: rows.next_cursor })
}

pub(crate) async fn change_failed(
    pool: &ConnectionPool,
    id: Uuid,
    actor: Option<Uuid>,
    step: Step<MailState, FailedMailChange>,
) -> Result<(), Refusal> {
    let mut tx = pool.begin().await?;
    lock_actor(&mut tx, actor).await??;
    let state = sqlx::query_scalar!("select state from outbox where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await
        .map_err(StoreError::from)?;
    let FailedMailChange { due_at, audit, record } = match step(&parse_state(&state.ok_or(Code::NotFound)?)?)
    {
        Ok(change) => change,
        Err(refusal) => {
            // The pool would roll back only after the response, and the mail worker skips locked mails.
            tx.rollback().await?;
            return Err(refusal);
        }
    };
    match due_at {
        Some(due_at) => execute!(
            &mut *tx,
            "update outbox set state = 'queued', attempts = 0, due_at = $2, last_error = null where id = $1",
            id,
            due_at
        )?,
        None => execute!(&mut *tx, "delete from outbox where id = $1", id)?,
    }
    audit_log::insert(&mut tx, &audit).await?;
    idempotency::insert(&mut tx, record.as_ref()).await?;
    Ok(tx.commit().await?)
}

pub(crate) fn parse_state(state: &str) -> Result<MailState, Fault> {
    MailState::parse(state).ok_or_else(|| unknown("mail state", state))
}
