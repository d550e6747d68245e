//! Housekeeping deletes the oldest rows first, one batch per transaction. It skips locked rows until the next run.

use async_trait::async_trait;
use forum_domain::housekeeping::{ExpiringRows, HousekeepingStore};
use forum_domain::shared::Fault;
use time::OffsetDateTime;

use crate::postgres::connection::fault::StoreError;
use crate::postgres::stores::PgHousekeepingStore;

/// Number of rows that one statement folds. It takes some tens of milliseconds and may take 5 s.
const FOLD_BATCH: i64 = 10_000;

impl PgHousekeepingStore {
    /// A sign-up or resend holds the lock on its address while it adds a token to a registration. Therefore, the first
    /// statement takes the address locks, without waiting. The second statement then sees everything that was committed
    /// before.
    async fn registrations(
        &self,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: i64,
    ) -> Result<u64, StoreError> {
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
        let removed = affected!(
            &mut *tx,
            "delete from pending_registrations r
             where id = any($1) and not exists (
                 select from one_time_tokens t where t.registration_id = r.id and t.expires_at > $2
             )",
            &ids,
            now
        )?;
        tx.commit().await?;
        Ok(removed)
    }

    /// Folds rows in one statement, so that readers see either the rows or their sum. Newer rows and those that another
    /// run is folding stay.
    async fn fold_batch(&self) -> Result<u64, StoreError> {
        let folded = sqlx::query_scalar!(
            r#"with batch as materialized (
                   select ctid from application_count_changes limit $1 for update skip locked
               ),
               gone as (
                   delete from application_count_changes c using batch where c.ctid = batch.ctid
                   returning c.state, c.status, c.delta
               ),
               sums as (
                   insert into application_count_changes (state, status, delta)
                   select state, status, sum(delta) from gone group by state, status having sum(delta) <> 0
               )
               select count(*) as "folded!" from gone"#,
            FOLD_BATCH,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(folded.unsigned_abs())
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
        let (pool, limit) = (&self.pool, i64::from(limit));
        // Deletes the oldest rows of a table whose time is before the cut-off.
        macro_rules! expired {
            ($table:tt, $key:tt, $time:tt, $and:tt) => {
                affected!(
                    pool,
                    "with old as materialized (
                         select "
                        + $key
                        + " from "
                        + $table
                        + " where "
                        + $time
                        + " <= $1"
                        + $and
                        + "
                         order by "
                        + $time
                        + " limit $2 for update skip locked
                     )
                     delete from "
                        + $table
                        + " t using old where t."
                        + $key
                        + " = old."
                        + $key,
                    cut_off,
                    limit,
                )?
            };
        }
        Ok(match what {
            ExpiringRows::Registrations => self.registrations(cut_off, now, limit).await?,
            ExpiringRows::SentMail => expired!("outbox", "id", "sent_at", " and state = 'sent'"),
            // The due time of a failed mail is the time of its failure.
            ExpiringRows::FailedMail => expired!("outbox", "id", "due_at", " and state = 'failed'"),
            ExpiringRows::Sessions => expired!("sessions", "id", "least(revoked_at, expires_at)", ""),
            ExpiringRows::IdempotentRequests => expired!("idempotent_requests", "id", "expires_at", ""),
            ExpiringRows::Tokens => expired!("one_time_tokens", "id", "least(used_at, expires_at)", ""),
            ExpiringRows::EmailChanges => expired!("email_changes", "id", "least(ended_at, expires_at)", ""),
            ExpiringRows::Drafts => expired!("application_drafts", "user_id", "updated_at", ""),
            ExpiringRows::ContactMessages => expired!("contact_messages", "id", "received_at", ""),
            ExpiringRows::Buckets => expired!("rate_limits", "key", "full_at", ""),
            ExpiringRows::SignInFlows => expired!("sign_in_flows", "id", "expires_at", ""),
            ExpiringRows::KnownNetworks => expired!("known_networks", "key", "until", ""),
            ExpiringRows::Challenges => expired!("factor_challenges", "id", "created_at", ""),
            ExpiringRows::Viewers => affected!(
                pool,
                "with old as materialized (
                 select application_id, user_id from application_viewers where seen_at <= $1
                 order by seen_at limit $2 for update skip locked
             )
             delete from application_viewers v using old
             where v.application_id = old.application_id and v.user_id = old.user_id",
                cut_off,
                limit,
            )?,
            ExpiringRows::Subscriptions => {
                expired!("newsletter_subscribers", "id", "requested_at", " and state = 'pending'")
            }
            ExpiringRows::BegunFactors => expired!("factors", "id", "created_at", " and verified_at is null"),
        })
    }

    #[tracing::instrument(name = "housekeeping.fold_counts", skip_all)]
    async fn fold_counts(&self) -> Result<(), Fault> {
        while self.fold_batch().await? >= FOLD_BATCH.unsigned_abs() {}
        Ok(())
    }
}
