//! Token buckets and known networks, shared by all processes on one database.

use async_trait::async_trait;
use forum_domain::limits::{BucketKey, Rate, RateLimiter, Taken};
use forum_domain::shared::Fault;
use sqlx::postgres::types::PgInterval;
use time::{Duration, OffsetDateTime};

use crate::postgres::connection::fault::fault;
use crate::postgres::stores::PgRateLimiter;

/// A rate has whole microseconds.
fn interval(duration: Duration) -> PgInterval {
    let microseconds = i64::try_from(duration.whole_microseconds()).unwrap_or(i64::MAX);
    PgInterval { months: 0, days: 0, microseconds }
}

#[async_trait]
impl RateLimiter for PgRateLimiter {
    /// One statement, whose update is `Rate::take` in SQL. It waits for concurrent updates of the same bucket and sees their
    /// results. A refusal writes nothing.
    #[tracing::instrument(name = "limits.take", skip_all)]
    async fn take(&self, key: &BucketKey, rate: Rate, now: OffsetDateTime) -> Result<Taken, Fault> {
        let row = sqlx::query!(
            r#"with taken as (
                   insert into rate_limits as bucket (key, full_at) values ($1, $2::timestamptz + $3::interval)
                   on conflict (key) do update
                   set full_at = greatest(case when bucket.full_at <= $5 then bucket.full_at end, $2) + $3
                   where greatest(case when bucket.full_at <= $5 then bucket.full_at end, $2) + $3 <= $4
                   returning full_at
               )
               select (select full_at from taken) as "taken?",
                      (select full_at from rate_limits where key = $1) as "before?""#,
            key.as_slice(),
            now,
            interval(rate.cost),
            rate.latest(now),
            rate.implausible(now),
        )
        .fetch_one(&self.pool)
        .await
        .map_err(fault)?;
        if let Some(full_at) = row.taken {
            return Ok(Ok(full_at));
        }
        // `before` is the bucket at the start of the statement. If concurrent requests emptied it, the wait is one token.
        Ok(Err(rate.take(row.before, now).err().unwrap_or(rate.cost)))
    }

    #[tracing::instrument(name = "limits.give_back", skip_all)]
    async fn give_back(&self, key: &BucketKey, rate: Rate) {
        let given = sqlx::query!(
            "update rate_limits set full_at = full_at - $2::interval where key = $1",
            key.as_slice(),
            interval(rate.cost),
        )
        .execute(&self.pool)
        .await;
        if let Err(error) = given {
            tracing::warn!(%error, "cannot return a token to a rate limit");
        }
    }

    #[tracing::instrument(name = "limits.is_known", skip_all)]
    async fn is_known(&self, key: &BucketKey, now: OffsetDateTime) -> Result<bool, Fault> {
        sqlx::query_scalar!(
            r#"select exists(select from known_networks where key = $1 and until > $2) as "known!""#,
            key.as_slice(),
            now,
        )
        .fetch_one(&self.pool)
        .await
        .map_err(fault)
    }

    #[tracing::instrument(name = "limits.remember", skip_all)]
    async fn remember(&self, key: &BucketKey, until: OffsetDateTime) {
        let remembered = sqlx::query!(
            "insert into known_networks as known (key, until) values ($1, $2)
             on conflict (key) do update set until = $2 where known.until < $2",
            key.as_slice(),
            until,
        )
        .execute(&self.pool)
        .await;
        if let Err(error) = remembered {
            tracing::warn!(%error, "cannot store a known network");
        }
    }
}
