//! Housekeeping: each kind is deleted oldest first, one batch per transaction. Locked rows are left to the next run.

use async_trait::async_trait;
use forum_domain::housekeeping::{ExpiringRows, HousekeepingStore};
use forum_domain::shared::Fault;
use sqlx::Error;
use sqlx::postgres::PgQueryResult;
use time::OffsetDateTime;

use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

/// Rows that are folded in one statement, which takes some tens of milliseconds and may take 5 s.
const FOLDED_AT_ONCE: i64 = 10_000;

pub struct PgHousekeepingStore {
    pool: ConnectionPool,
}

impl PgHousekeepingStore {
    pub fn new(pool: ConnectionPool) -> Self {
        Self { pool }
    }

    /// A sign-up or resend holds the lock of its address while it adds a token to a registration. So the address locks
    /// are taken first, without waiting; the second statement then sees everything committed before.
    async fn registrations(
        &self,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: i64,
    ) -> Result<PgQueryResult, Error> {
        let mut tx = self.pool.begin().await?;
        let ids = sqlx::query_scalar!(
            "with old as materialized (
                 select id, email from pending_registrations r
                 where created_at <= $1 and not exists (
                     select from one_time_tokens t where t.registration_id = r.id and t.expires_at > $2
                 )
                 order by created_at limit $3
             )
             select id from old where pg_try_advisory_xact_lock(hashtextextended(lower(email), 0))",
            cut_off,
            now,
            limit,
        )
        .fetch_all(&mut *tx)
        .await?;
        let removed = sqlx::query!(
            "delete from pending_registrations r
             where id = any($1) and not exists (
                 select from one_time_tokens t where t.registration_id = r.id and t.expires_at > $2
             )",
            &ids,
            now,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(removed)
    }

    async fn sent_mail(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select id from outbox where state = 'sent' and sent_at <= $1
                 order by sent_at limit $2 for update skip locked
             )
             delete from outbox using old where outbox.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn failed_mail(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        // A dead letter is not due any more: the time says since when it is one.
        sqlx::query!(
            "with old as materialized (
                 select id from outbox where state = 'failed' and due_at <= $1
                 order by due_at limit $2 for update skip locked
             )
             delete from outbox using old where outbox.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn sessions(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select id from sessions where least(revoked_at, expires_at) <= $1
                 order by least(revoked_at, expires_at) limit $2 for update skip locked
             )
             delete from sessions using old where sessions.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn idempotency_records(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select user_id, operation, key from idempotency_records where expires_at <= $1
                 order by expires_at limit $2 for update skip locked
             )
             delete from idempotency_records r using old
             where r.user_id = old.user_id and r.operation = old.operation and r.key = old.key",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn tokens(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select id from one_time_tokens where least(used_at, expires_at) <= $1
                 order by least(used_at, expires_at) limit $2 for update skip locked
             )
             delete from one_time_tokens using old where one_time_tokens.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn email_changes(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select id from email_changes where least(ended_at, expires_at) <= $1
                 order by least(ended_at, expires_at) limit $2 for update skip locked
             )
             delete from email_changes using old where email_changes.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn drafts(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select user_id from application_drafts where updated_at <= $1
                 order by updated_at limit $2 for update skip locked
             )
             delete from application_drafts d using old where d.user_id = old.user_id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn buckets(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select key from rate_limits where full_at <= $1 order by full_at limit $2 for update skip locked
             )
             delete from rate_limits using old where rate_limits.key = old.key",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn sign_in_flows(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select id from sign_in_flows where expires_at <= $1
                 order by expires_at limit $2 for update skip locked
             )
             delete from sign_in_flows using old where sign_in_flows.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    /// One statement, so that everybody sees the rows before or the sum after. Rows that were added since it began stay, and
    /// so do those that another run is folding.
    async fn fold_some_counts(&self) -> Result<u64, Error> {
        let folded = sqlx::query_scalar!(
            r#"with batch as materialized (
                   select ctid from application_count_changes limit $1 for update skip locked
               ),
               gone as (
                   delete from application_count_changes c using batch where c.ctid = batch.ctid
                   returning c.status, c.delta
               ),
               sums as (
                   insert into application_count_changes (status, delta)
                   select status, sum(delta) from gone group by status having sum(delta) <> 0
               )
               select count(*) as "folded!" from gone"#,
            FOLDED_AT_ONCE,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(folded.unsigned_abs())
    }

    async fn known_networks(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select key from known_networks where until <= $1 order by until limit $2 for update skip locked
             )
             delete from known_networks using old where known_networks.key = old.key",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn challenges(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select id from factor_challenges where created_at <= $1
                 order by created_at limit $2 for update skip locked
             )
             delete from factor_challenges using old where factor_challenges.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }

    async fn begun_factors(&self, cut_off: OffsetDateTime, limit: i64) -> Result<PgQueryResult, Error> {
        sqlx::query!(
            "with old as materialized (
                 select id from factors where verified_at is null and created_at <= $1
                 order by created_at limit $2 for update skip locked
             )
             delete from factors using old where factors.id = old.id",
            cut_off,
            limit,
        )
        .execute(&self.pool)
        .await
    }
}

#[async_trait]
impl HousekeepingStore for PgHousekeepingStore {
    #[tracing::instrument(name = "housekeeping.remove", skip_all)]
    async fn remove(
        &self,
        what: ExpiringRows,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault> {
        let limit = i64::from(limit);
        let removed = match what {
            ExpiringRows::Registrations => self.registrations(cut_off, now, limit).await,
            ExpiringRows::SentMail => self.sent_mail(cut_off, limit).await,
            ExpiringRows::FailedMail => self.failed_mail(cut_off, limit).await,
            ExpiringRows::Sessions => self.sessions(cut_off, limit).await,
            ExpiringRows::IdempotencyRecords => self.idempotency_records(cut_off, limit).await,
            ExpiringRows::Tokens => self.tokens(cut_off, limit).await,
            ExpiringRows::EmailChanges => self.email_changes(cut_off, limit).await,
            ExpiringRows::Drafts => self.drafts(cut_off, limit).await,
            ExpiringRows::Buckets => self.buckets(cut_off, limit).await,
            ExpiringRows::SignInFlows => self.sign_in_flows(cut_off, limit).await,
            ExpiringRows::KnownNetworks => self.known_networks(cut_off, limit).await,
            ExpiringRows::Challenges => self.challenges(cut_off, limit).await,
            ExpiringRows::BegunFactors => self.begun_factors(cut_off, limit).await,
        };
        removed.map(|removed| removed.rows_affected()).map_err(fault)
    }

    #[tracing::instrument(name = "housekeeping.fold_counts", skip_all)]
    async fn fold_counts(&self) -> Result<u64, Fault> {
        let mut folded = 0;
        loop {
            let batch = self.fold_some_counts().await.map_err(fault)?;
            folded += batch;
            if batch < FOLDED_AT_ONCE.unsigned_abs() {
                return Ok(folded);
            }
        }
    }
}
