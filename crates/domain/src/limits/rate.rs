//! Token buckets. A bucket is stored as the time at which it will be full again (the generic cell rate algorithm of ATM
//! traffic management). Taking a token adds the time in which one token is refilled.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

use super::BucketKey;

/// Tolerated clock skew between processes. A bucket that would be full later than possible was written before the clock
/// was set back and is treated as full.
const CLOCK_TOLERANCE: Duration = Duration::minutes(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Time in which one token is refilled.
    pub cost: Duration,
    /// Time in which an empty bucket becomes full.
    pub window: Duration,
}

/// When the bucket will be full again, or the time until the next token, which is more than zero.
pub type Taken = Result<OffsetDateTime, Duration>;

impl Rate {
    /// `burst` tokens, refilled evenly over `window`. A full bucket has one token or more, so nothing is refused
    /// permanently.
    pub fn new(burst: f64, window: Duration) -> Self {
        let cost = (window.as_seconds_f64() / burst.max(1.0) * 1e6).ceil();
        // Whole microseconds, the precision of the database.
        Self { cost: Duration::microseconds(cost as i64).min(window), window }
    }

    /// The bucket after one token was taken at `now` from one that is full at `full_at` (`None`: never used).
    pub fn take(self, full_at: Option<OffsetDateTime>, now: OffsetDateTime) -> Taken {
        let current = full_at.filter(|at| *at <= self.implausible(now)).unwrap_or(now).max(now);
        let next = current + self.cost;
        if next <= self.latest(now) { Ok(next) } else { Err(next - self.latest(now)) }
    }

    /// When a bucket that is empty at `now` will be full again.
    pub fn latest(self, now: OffsetDateTime) -> OffsetDateTime {
        now + self.window
    }

    /// A bucket that would be full later than this was written with a wrong clock.
    pub fn implausible(self, now: OffsetDateTime) -> OffsetDateTime {
        self.latest(now) + CLOCK_TOLERANCE
    }
}

const SWEEP_AT: usize = 1_024;

/// Token buckets of one process, for requests that must not write to the database.
#[derive(Default)]
pub struct LocalBuckets(Mutex<Buckets>);

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

impl LocalBuckets {
    /// [`Rate::take`] from the bucket with this key.
    pub fn take(&self, key: BucketKey, rate: Rate, now: OffsetDateTime) -> Taken {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.sweep(now);
        let taken = rate.take(buckets.full_at.get(&key).copied(), now);
        if let Ok(full_at) = taken {
            buckets.full_at.insert(key, full_at);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const RATE: Rate = Rate { cost: Duration::minutes(1), window: Duration::minutes(3) };

    /// Takes until the bucket is empty; returns the bucket, the number of tokens and the time to the next one.
    fn emptied(
        mut full_at: Option<OffsetDateTime>,
        now: OffsetDateTime,
    ) -> (Option<OffsetDateTime>, u32, Duration) {
        let mut tokens = 0;
        loop {
            match RATE.take(full_at, now) {
                Ok(next) => (full_at, tokens) = (Some(next), tokens + 1),
                Err(wait) => return (full_at, tokens, wait),
            }
        }
    }

    #[test]
    fn a_bucket_holds_its_burst_and_refills_one_token_at_a_time() {
        let minutes = |count| NOON + Duration::minutes(count);
        let (bucket, tokens, wait) = emptied(None, NOON);
        assert_eq!((bucket, tokens, wait), (Some(minutes(3)), 3, Duration::minutes(1)));
        let almost = minutes(1) - Duration::SECOND;
        assert_eq!(RATE.take(bucket, almost), Err(Duration::SECOND));
        for (after, expected) in [(1, 1), (2, 2), (3, 3), (1_000, 3)] {
            assert_eq!(emptied(bucket, minutes(after)).1, expected, "after {after} minutes");
        }
    }

    #[test]
    fn a_bucket_from_a_clock_that_was_set_back_is_full() {
        let (later, _, _) = emptied(None, NOON + Duration::HOUR);
        assert_eq!(emptied(later, NOON).1, 3);
        // The clock of another process is slightly fast.
        let (ahead, _, _) = emptied(None, NOON + Duration::seconds(2));
        assert_eq!(emptied(ahead, NOON).1, 0);
    }

    #[test]
    fn a_factor_scales_the_burst_but_not_the_window_and_one_token_always_fits() {
        let window = Duration::hours(1);
        for (burst, cost) in [
            (60.0, Duration::MINUTE),
            (120.0, Duration::seconds(30)),
            (0.001, window),
            (1e12, Duration::MICROSECOND),
        ] {
            assert_eq!(Rate::new(burst, window), Rate { cost, window }, "{burst}");
        }
    }

    #[test]
    fn full_buckets_are_dropped_and_others_kept() {
        let buckets = LocalBuckets::default();
        let rate = Rate::new(1.0, Duration::HOUR);
        let key = |number: usize| {
            let mut key = BucketKey::default();
            key[..8].copy_from_slice(&number.to_be_bytes());
            key
        };
        let number = || buckets.0.lock().expect("an unpoisoned lock").full_at.len();
        let later = NOON + Duration::HOUR;
        for index in 0..SWEEP_AT {
            assert!(buckets.take(key(index), rate, if index == 0 { later } else { NOON }).is_ok());
        }
        assert_eq!(number(), SWEEP_AT);
        assert!(buckets.take(key(SWEEP_AT), rate, later).is_ok());
        assert_eq!(number(), 2);
        assert_eq!(buckets.take(key(0), rate, later), Err(Duration::HOUR));
    }
}
