//! The outbox. Other stores insert rows in their transactions. The mail worker leases and sends them.

use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{
    AfterFailure, Backlog, FailedMailChange, HostStep, MAX_ATTEMPTS, MailHost, MailKind, MailRecord,
    MailSort, MailState, NOTICE_WINDOW, OutboxEntry, OutboxStore, OutgoingMail, RequestState, Urgency,
    latest_due, latest_lease_end, notice_due,
};
use forum_domain::shared::{EmailAddress, Fault, LogPage, PageRequest, PersonName, Refusal, Step};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{host, messages};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, fault, unknown};
use crate::postgres::stores::PgOutboxStore;
use crate::trace_context;

/// Maximum length of an error stored with a row.
const ERROR_MAX: usize = 500;

fn kinds(has: impl Fn(Urgency) -> bool) -> Vec<String> {
    MailKind::ALL.iter().filter(|kind| has(kind.urgency())).map(|kind| kind.as_str().to_owned()).collect()
}

pub(crate) fn kinds_of_requests() -> Vec<String> {
    MailKind::OF_REQUESTS.map(|kind| kind.as_str().to_owned()).to_vec()
}

/// Mails about applications, which have no items and report one act, as a JSON array that one statement inserts with
/// `jsonb_to_recordset`.
pub(crate) fn mail_rows(mails: &[OutgoingMail]) -> Value {
    let row = |mail: &OutgoingMail| {
        json!({
            "id": mail.id,
            "message_id": mail.message_id,
            "kind": mail.kind.as_str(),
            "to_email": mail.to.as_str(),
            "first_name": mail.name.first,
            "last_name": mail.name.last,
            "token_id": mail.token_id,
            "queued_at": audit_log::instant(mail.queued_at),
            "application_id": mail.application_id,
        })
    };
    mails.iter().map(row).collect()
}

/// Inserts a mail in the caller's transaction, or merges a notice into a queued one of the same kind.
pub(crate) async fn queue(connection: &mut PgConnection, mail: &OutgoingMail) -> Result<(), StoreError> {
    let due_at = match mail.kind.urgency() {
        Urgency::Awaited | Urgency::Usual => mail.queued_at,
        Urgency::Notice if merged_into_queued(&mut *connection, mail).await? => return Ok(()),
        Urgency::Notice => {
            let earlier = sqlx::query_scalar!(
                "select max(due_at) from outbox where lower(to_email) = $1 and kind = $2 and due_at > $3",
                mail.to.key(),
                mail.kind.as_str(),
                mail.queued_at - NOTICE_WINDOW,
            )
            .fetch_one(&mut *connection)
            .await?;
            notice_due(earlier, mail.queued_at)
        }
    };
    execute!(
        connection,
        "insert into outbox
             (id, message_id, kind, to_email, first_name, last_name, token_id, items, queued_at, due_at, traceparent,
              occasions, application_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        mail.id,
        mail.message_id,
        mail.kind.as_str(),
        mail.to.as_str(),
        mail.name.first,
        mail.name.last,
        mail.token_id,
        &mail.items,
        mail.queued_at,
        due_at,
        trace_context::current(),
        i32::try_from(mail.occasions).unwrap_or(i32::MAX),
        mail.application_id,
    )
}

/// Merges this notice into a queued one of the same kind that has not been tried yet: increases its count and replaces
/// its items. Returns whether there was one. Skips a locked one, which is being sent or merged.
async fn merged_into_queued(connection: &mut PgConnection, mail: &OutgoingMail) -> Result<bool, StoreError> {
    Ok(affected!(
        connection,
        "with waiting as (
             select id from outbox
             where lower(to_email) = $1 and kind = $2 and state = 'queued' and attempts = 0 and last_error is null
                 and id <> $4
             order by due_at limit 1 for update skip locked
         )
         update outbox
         set occasions = occasions + $3, items = case when cardinality($5::text[]) > 0 then $5 else items end
         from waiting where outbox.id = waiting.id",
        mail.to.key(),
        mail.kind.as_str(),
        i32::try_from(mail.occasions).unwrap_or(i32::MAX),
        mail.id,
        &mail.items,
    )? > 0)
}

#[async_trait]
impl OutboxStore for PgOutboxStore {
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault> {
        let host = self.mail_host().await?;
        if !host.may_send(now) {
            return Ok(None);
        }
        // Indexed by the number of attempts.
        let latest_due = |urgency| -> Vec<OffsetDateTime> {
            (0..=MAX_ATTEMPTS).map(|attempts| latest_due(urgency, attempts, now)).collect()
        };
        // With `skip locked`, concurrent workers lease different rows.
        let row = sqlx::query!(
            "with due as (
                 select id from outbox
                 where state = 'queued' and kind = any($6)
                     and (due_at <= $1 or due_at > (
                         case when kind = any($8) then $9::timestamptz[] else $4::timestamptz[] end
                     )[least(attempts + 1, cardinality($4::timestamptz[]))])
                     and (leased_until is null or leased_until <= $1 or leased_until > $5)
                 order by kind = any($7) desc, due_at, id limit 1 for update skip locked
             )
             update outbox set attempts = attempts + 1, lease = $3, leased_until = $2
             from due where outbox.id = due.id
             returning outbox.id, message_id, kind, to_email, first_name, last_name, token_id, items, queued_at,
                 attempts, traceparent, occasions, application_id",
            now,
            until,
            lease,
            &latest_due(Urgency::Usual),
            latest_lease_end(now),
            &kinds(|_| true),
            &kinds(|urgency| urgency == Urgency::Awaited),
            &kinds(|urgency| urgency == Urgency::Notice),
            &latest_due(Urgency::Notice),
        )
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        let Some(row) = row else { return Ok(None) };
        if host.is_paused() && !host::probe(&self.pool, now).await? {
            self.release(row.id, lease, None).await?;
            return Ok(None);
        }
        Ok(Some(OutboxEntry {
            mail: OutgoingMail {
                id: row.id,
                message_id: row.message_id,
                kind: MailKind::parse(&row.kind).ok_or_else(|| unknown("mail kind", &row.kind))?,
                to: EmailAddress::stored(row.to_email),
                name: PersonName { first: row.first_name, last: row.last_name },
                token_id: row.token_id,
                application_id: row.application_id,
                items: row.items,
                queued_at: row.queued_at,
                occasions: row.occasions.unsigned_abs(),
            },
            attempts: row.attempts.unsigned_abs(),
            lease,
            refusals: host.refusals,
            cause: row.traceparent,
        }))
    }

    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault> {
        Ok(affected!(
            &self.pool,
            "update outbox set leased_until = $3 where id = $1 and lease = $2",
            id,
            lease,
            until
        )? == 1)
    }

    async fn release(&self, id: Uuid, lease: Uuid, due_at: Option<OffsetDateTime>) -> Result<bool, Fault> {
        Ok(affected!(
            &self.pool,
            "update outbox set attempts = attempts - 1, lease = null, leased_until = null,
                               due_at = coalesce($3, due_at)
             where id = $1 and lease = $2",
            id,
            lease,
            due_at,
        )? == 1)
    }

    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault> {
        Ok(affected!(
            &self.pool,
            "update outbox set state = 'sent', sent_at = $3, lease = null, leased_until = null, last_error = null
             where id = $1 and lease = $2",
            id,
            lease,
            at,
        )? == 1)
    }

    async fn mark_failed(
        &self,
        id: Uuid,
        lease: Uuid,
        next: AfterFailure,
        error: &str,
    ) -> Result<bool, Fault> {
        let error: String = error.chars().filter(|c| !c.is_control()).take(ERROR_MAX).collect();
        let (state, due_at, uncounted, audit) = match next {
            AfterFailure::Retry(due_at) => ("queued", due_at, 0, None),
            AfterFailure::Hold(due_at) => ("queued", due_at, 1, None),
            AfterFailure::Bury(entry) => ("failed", entry.at, 0, Some(entry)),
        };
        let mut tx = self.pool.begin().await?;
        let held = affected!(
            &mut *tx,
            "update outbox set state = $3, due_at = $4, attempts = attempts - $5, last_error = $6, lease = null,
                               leased_until = null
             where id = $1 and lease = $2",
            id,
            lease,
            state,
            due_at,
            uncounted,
            error,
        )? == 1;
        if let Some(entry) = audit.filter(|_| held) {
            audit_log::insert(&mut tx, &entry).await?;
        }
        tx.commit().await?;
        Ok(held)
    }

    async fn discard(&self, id: Uuid, lease: Uuid) -> Result<bool, Fault> {
        Ok(affected!(&self.pool, "delete from outbox where id = $1 and lease = $2", id, lease)? == 1)
    }

    async fn request_state(&self, mail_id: Uuid) -> Result<RequestState, Fault> {
        let row = sqlx::query!(
            r#"select closed_at, coalesce(outcome = 'decided', false) as "decided!"
               from application_change_requests where id = $1 or reminder_id = $1"#,
            mail_id,
        );
        let row = row.fetch_optional(&self.pool).await.map_err(fault)?;
        Ok(match row.map(|row| (row.closed_at, row.decided)) {
            Some((None, _)) => RequestState::Open,
            Some((Some(at), true)) => RequestState::Decided(at),
            Some((Some(_), false)) | None => RequestState::Ended,
        })
    }

    async fn mail_host(&self) -> Result<MailHost, Fault> {
        host::mail_host(&self.pool).await
    }

    async fn change_mail_host(&self, step: HostStep) -> Result<(), Fault> {
        host::change(&self.pool, step).await
    }

    async fn wait_for_work(&self, timeout: Duration) {
        self.mails.wait(timeout).await;
    }

    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, Fault> {
        let host = self.mail_host().await?;
        let row = sqlx::query!(
            r#"select (select min(due_at) from outbox
                       where state = 'queued' and due_at <= $1 and kind = any($2)) as oldest_due,
                      (select min(queued_at) from outbox
                       where state = 'queued' and last_error is not null) as failing_since,
                      exists (select from outbox
                              where state = 'queued' and due_at <= $1 and leased_until > $1) as "in_hand!""#,
            now,
            &kinds(|_| true),
        )
        .fetch_one(&self.pool)
        .await
        .map_err(fault)?;
        Ok(Backlog {
            oldest_due: row.oldest_due,
            failing_since: row.failing_since,
            in_hand: row.in_hand,
            paused_until: host.paused_until.filter(|_| host.is_paused()),
            refused_at: host.refused_at,
        })
    }

    async fn list(
        &self,
        state: Option<MailState>,
        page: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault> {
        messages::list(&self.pool, state, page).await
    }

    async fn change_failed(
        &self,
        id: Uuid,
        actor: Option<Uuid>,
        step: Step<MailState, FailedMailChange>,
    ) -> Result<(), Refusal> {
        messages::change_failed(&self.pool, id, actor, step).await?;
        self.mails.wake();
        Ok(())
    }
}
