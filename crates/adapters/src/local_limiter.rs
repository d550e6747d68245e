//! Token buckets in the memory of one process.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::limits::{BucketKey, Rate, RateLimiter, Taken};
use forum_domain::shared::Fault;
use time::OffsetDateTime;

/// Number of buckets at the first sweep.
const SWEEP_AT: usize = 1_024;

/// [`RateLimiter`] for one process, for requests that must not write to the database.
#[derive(Default)]
pub struct LocalRateLimiter(Mutex<Buckets>);

#[derive(Default)]
struct Buckets {
    full_at: HashMap<BucketKey, OffsetDateTime>,
    /// Number of buckets after the last sweep.
    after_sweep: usize,
}

impl Buckets {
    /// Drops full buckets, which are equivalent to unknown ones. Runs when the number of buckets has doubled, so that its
    /// amortised cost per request is constant.
    fn sweep(&mut self, now: OffsetDateTime) {
        if self.full_at.len() >= SWEEP_AT.max(2 * self.after_sweep) {
            self.full_at.retain(|_, full_at| *full_at > now);
            self.after_sweep = self.full_at.len();
        }
    }
}

#[async_trait]
impl RateLimiter for LocalRateLimiter {
    async fn take(&self, key: &BucketKey, rate: Rate, now: OffsetDateTime) -> Result<Taken, Fault> {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.sweep(now);
        Ok(match rate.take(buckets.full_at.get(key).copied(), now) {
            Ok(full_at) => {
                buckets.full_at.insert(*key, full_at);
                Taken::Yes
            }
            Err(wait) => Taken::No { wait },
        })
    }

    async fn give_back(&self, key: &BucketKey, rate: Rate) {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(full_at) = buckets.full_at.get_mut(key) {
            *full_at -= rate.cost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    #[tokio::test]
    async fn full_buckets_are_dropped_and_others_kept() {
        let limiter = LocalRateLimiter::default();
        let rate = Rate::new(1.0, Duration::HOUR);
        let key = |number: usize| {
            let mut key = BucketKey::default();
            key[..8].copy_from_slice(&number.to_be_bytes());
            key
        };
        let number = || limiter.0.lock().expect("an unpoisoned lock").full_at.len();
        let start = OffsetDateTime::UNIX_EPOCH;
        for index in 0..SWEEP_AT {
            let now = if index == 0 { start + Duration::HOUR } else { start };
            limiter.take(&key(index), rate, now).await.expect("no fault");
        }
        assert_eq!(number(), SWEEP_AT);
        let later = start + Duration::HOUR;
        limiter.take(&key(SWEEP_AT), rate, later).await.expect("no fault");
        assert_eq!(number(), 2);
        let refused = limiter.take(&key(0), rate, later).await.expect("no fault");
        assert_eq!(refused, Taken::No { wait: Duration::HOUR });
    }
}
