//! The outbox: other stores insert rows in their transactions, the mail worker leases and settles them.

use std::time::Duration;

use async_trait::async_trait;
use forum_domain::audit::AuditEvent;
use forum_domain::mail::{
    AfterFailure, Backlog, MAX_ATTEMPTS, MailFilter, MailKind, MailRecord, MailSort, OutboxEntry,
    OutboxStore, OutgoingMail, RetryError, latest_due, latest_lease_end,
};
use forum_domain::shared::{EmailAddress, Fault, LogPage, PageRequest, PersonName};
use sqlx::PgConnection;
use sqlx::postgres::PgQueryResult;
use time::OffsetDateTime;
use uuid::Uuid;

use super::connections::ConnectionPool;
use super::fault::fault;
use super::mail_signal::MailSignal;
use super::{audit, mail_records};
use crate::trace_context;

/// Maximum length of an error stored with a row.
const ERROR_MAX: usize = 500;

/// [`OutboxStore`] on PostgreSQL.
pub struct PgOutboxStore {
    pool: ConnectionPool,
    signal: MailSignal,
}

impl PgOutboxStore {
    /// Uses this pool; waiting for work waits on `signal`, which the stores that queue mails share.
    pub fn new(pool: ConnectionPool, signal: MailSignal) -> Self {
        Self { pool, signal }
    }

    /// Makes a leased row a dead letter because only another version of the program knows its kind. If that fails, its
    /// lease expires and the row is leased again; mails after it must not wait for that.
    async fn bury_unknown(&self, id: Uuid, lease: Uuid, kind: &str, now: OffsetDateTime) {
        let why = format!(
            "this version of the program does not know mails of kind {kind}; update it, then retry this mail"
        );
        tracing::error!(%id, kind, "a mail of an unknown kind became a dead letter");
        if let Err(error) = self.mark_failed(id, lease, AfterFailure::bury(id, lease, now), &why).await {
            tracing::warn!(%id, %error, "cannot make it a dead letter; it stays queued");
        }
    }
}

/// Whether a statement found its row with the lease it named.
fn held(done: Result<PgQueryResult, sqlx::Error>) -> Result<bool, Fault> {
    done.map(|done| done.rows_affected() == 1).map_err(fault)
}

/// Writes one mail in the caller's transaction.
pub(super) async fn queue(connection: &mut PgConnection, mail: &OutgoingMail) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into outbox
             (id, message_id, kind, to_email, first_name, last_name, token_id, items, queued_at, due_at, traceparent)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)",
        mail.id,
        mail.message_id,
        mail.kind.as_str(),
        mail.to.as_str(),
        mail.name.first,
        mail.name.last,
        mail.token_id,
        &mail.items,
        mail.queued_at,
        trace_context::current(),
    )
    .execute(connection)
    .await
    .map(|_| ())
}

#[async_trait]
impl OutboxStore for PgOutboxStore {
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault> {
        // Indexed by the number of attempts.
        let latest_due: Vec<OffsetDateTime> =
            (0..=MAX_ATTEMPTS).map(|attempts| latest_due(attempts, now)).collect();
        loop {
            // `skip locked`: two concurrent workers lease different rows.
            let row = sqlx::query!(
                "with due as (
                     select id from outbox
                     where state = 'queued'
                         and (due_at <= $1
                             or due_at > ($4::timestamptz[])[least(attempts + 1, cardinality($4::timestamptz[]))])
                         and (leased_until is null or leased_until <= $1 or leased_until > $5)
                     order by due_at, id limit 1 for update skip locked
                 )
                 update outbox set attempts = attempts + 1, lease = $3, leased_until = $2
                 from due where outbox.id = due.id
                 returning outbox.id, message_id, kind, to_email, first_name, last_name, token_id, items, queued_at,
                     attempts, traceparent",
                now,
                until,
                lease,
                &latest_due,
                latest_lease_end(now),
            )
            .fetch_optional(&self.pool)
            .await
            .map_err(fault)?;
            let Some(row) = row else { return Ok(None) };
            let Some(kind) = MailKind::parse(&row.kind) else {
                self.bury_unknown(row.id, lease, &row.kind, now).await;
                continue;
            };
            return Ok(Some(OutboxEntry {
                mail: OutgoingMail {
                    id: row.id,
                    message_id: row.message_id,
                    kind,
                    to: EmailAddress::stored(row.to_email),
                    name: PersonName { first: row.first_name, last: row.last_name },
                    token_id: row.token_id,
                    items: row.items,
                    queued_at: row.queued_at,
                },
                attempts: row.attempts.unsigned_abs(),
                lease,
                cause: row.traceparent,
            }));
        }
    }

    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault> {
        held(
            sqlx::query!(
                "update outbox set leased_until = $3 where id = $1 and lease = $2",
                id,
                lease,
                until,
            )
            .execute(&self.pool)
            .await,
        )
    }

    async fn release(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault> {
        held(
            sqlx::query!(
                "update outbox set attempts = attempts - 1, lease = null, leased_until = null
             where id = $1 and lease = $2",
                id,
                lease,
            )
            .execute(&self.pool)
            .await,
        )
    }

    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault> {
        held(sqlx::query!(
            "update outbox set state = 'sent', sent_at = $3, lease = null, leased_until = null, last_error = null
             where id = $1 and lease = $2",
            id,
            lease,
            at,
        )
        .execute(&self.pool)
        .await)
    }

    async fn mark_failed(
        &self,
        id: Uuid,
        lease: Uuid,
        next: AfterFailure,
        error: &str,
    ) -> Result<bool, Fault> {
        let error: String = error.chars().filter(|c| !c.is_control()).take(ERROR_MAX).collect();
        let entry = match next {
            AfterFailure::Bury(entry) => entry,
            AfterFailure::Retry(due_at) => {
                let retried = sqlx::query!(
                    "update outbox set due_at = $3, last_error = $4, lease = null, leased_until = null
                     where id = $1 and lease = $2",
                    id,
                    lease,
                    due_at,
                    error,
                );
                return held(retried.execute(&self.pool).await);
            }
        };
        let mut tx = self.pool.begin().await.map_err(fault)?;
        let buried = sqlx::query!(
            "update outbox set state = 'failed', last_error = $3, lease = null, leased_until = null
             where id = $1 and lease = $2",
            id,
            lease,
            error,
        );
        let held = held(buried.execute(&mut *tx).await)?;
        if held {
            audit::insert(&mut tx, &entry).await.map_err(fault)?;
        }
        tx.commit().await.map_err(fault)?;
        Ok(held)
    }

    async fn discard(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault> {
        held(
            sqlx::query!("delete from outbox where id = $1 and lease = $2", id, lease)
                .execute(&self.pool)
                .await,
        )
    }

    async fn wait_for_work(&self, timeout: Duration) {
        self.signal.wait(timeout).await;
    }

    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, Fault> {
        sqlx::query_as!(
            Backlog,
            r#"select (select min(due_at) from outbox where state = 'queued' and due_at <= $1) as oldest_due,
                      (select min(queued_at) from outbox
                       where state = 'queued' and attempts > 0 and last_error is not null) as failing_since,
                      exists (select from outbox
                              where state = 'queued' and due_at <= $1 and leased_until > $1) as "in_hand!""#,
            now,
        )
        .fetch_one(&self.pool)
        .await
        .map_err(fault)
    }

    async fn list(
        &self,
        filter: MailFilter,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault> {
        mail_records::list(&self.pool, filter, page).await
    }

    async fn retry(&self, id: Uuid, audit: AuditEvent) -> Result<(), RetryError> {
        mail_records::retry(&self.pool, id, &audit).await?;
        self.signal.wake();
        Ok(())
    }
}
