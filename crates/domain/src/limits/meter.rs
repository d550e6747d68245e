//! What a client may learn about its own limits.

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use time::{Duration, OffsetDateTime};

use super::rate::Rate;

/// Collects the buckets from which one request took tokens: those of the client's network and, once it is signed in, of
/// its account. Never those of a submitted address, which would reveal what other clients did with it. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<Mutex<Vec<Measured>>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub limit: &'static str,
    pub(super) rate: Rate,
    pub(super) full_at: OffsetDateTime,
    pub(super) now: OffsetDateTime,
}

impl Measured {
    /// Tokens in a full bucket, which may be taken at once.
    pub fn quota(&self) -> i64 {
        tokens(self.rate.window, self.rate.cost)
    }

    /// Time in which that many tokens are refilled.
    pub const fn window(&self) -> Duration {
        self.rate.window
    }

    /// Tokens that can be taken at once.
    pub fn remaining(&self) -> i64 {
        tokens(self.rate.latest(self.now) - self.full_at, self.rate.cost).max(0)
    }

    /// Time until the bucket is full; of an empty bucket, the time until the next token.
    pub fn reset(&self) -> Duration {
        let full = self.full_at - self.now;
        let reset = if self.remaining() == 0 { full - self.rate.window + self.rate.cost } else { full };
        reset.max(Duration::ZERO)
    }
}

fn tokens(time: Duration, cost: Duration) -> i64 {
    (time.whole_microseconds() / cost.whole_microseconds().max(1)) as i64
}

impl Meter {
    pub(super) fn add(&self, measured: Measured) {
        self.buckets().push(measured);
    }

    /// A token was given back to the bucket of this limit.
    pub(super) fn give_back(&self, limit: &str) {
        if let Some(measured) = self.buckets().iter_mut().find(|measured| measured.limit == limit) {
            measured.full_at -= measured.rate.cost;
        }
    }

    /// The bucket with the fewest tokens left, which will refuse a request first.
    pub fn tightest(&self) -> Option<Measured> {
        let buckets = self.buckets();
        buckets.iter().min_by_key(|measured| (measured.remaining(), Reverse(measured.reset()))).copied()
    }

    fn buckets(&self) -> MutexGuard<'_, Vec<Measured>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const RATE: Rate = Rate { cost: Duration::minutes(1), window: Duration::minutes(3) };

    fn bucket(limit: &'static str, full_in: Duration) -> Measured {
        Measured { limit, rate: RATE, full_at: NOON + full_in, now: NOON }
    }

    #[test]
    fn a_bucket_shows_its_whole_tokens_and_the_time_until_it_is_full_or_has_one() {
        let table = [
            (Duration::ZERO, 3, Duration::ZERO),
            (Duration::SECOND, 2, Duration::SECOND),
            (Duration::minutes(1), 2, Duration::minutes(1)),
            (Duration::minutes(2), 1, Duration::minutes(2)),
            (Duration::minutes(2) + Duration::SECOND, 0, Duration::SECOND),
            (Duration::minutes(3), 0, Duration::minutes(1)),
        ];
        for (full_in, remaining, reset) in table {
            let measured = bucket("x", full_in);
            assert_eq!((measured.remaining(), measured.reset()), (remaining, reset), "{full_in}");
            assert_eq!((measured.quota(), measured.window()), (3, Duration::minutes(3)));
        }
    }

    #[test]
    fn the_quota_is_what_the_bucket_holds_after_rounding() {
        let rate = Rate::new(7.0, Duration::seconds(40));
        let mut full_at = None;
        let mut taken = 0;
        while let Ok(next) = rate.take(full_at, NOON) {
            (full_at, taken) = (Some(next), taken + 1);
        }
        assert_eq!(Measured { rate, ..bucket("x", Duration::ZERO) }.quota(), taken);
    }

    #[test]
    fn the_tightest_bucket_has_the_fewest_tokens_and_then_the_longest_wait() {
        let meter = Meter::default();
        assert_eq!(meter.tightest(), None);
        let (one, two) = (bucket("one", Duration::minutes(1)), bucket("two", Duration::minutes(2)));
        meter.add(one);
        assert_eq!(meter.tightest(), Some(one));
        meter.add(two);
        assert_eq!(meter.tightest(), Some(two));
        meter.give_back("two");
        let later = bucket("later", Duration::seconds(61));
        meter.add(later);
        assert_eq!(meter.tightest(), Some(later));
    }
}
