//! The contract of `RateLimiter`.

use std::sync::Arc;

use forum_domain::limits::{BucketKey, Rate, RateLimiter};
use forum_tests::builders::NOON;
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};

use crate::concurrently;

/// Five tokens in five minutes.
const RATE: Rate = Rate { cost: Duration::MINUTE, window: Duration::minutes(5) };

fn key(number: u8) -> BucketKey {
    [number; 32]
}

/// Takes up to ten tokens; returns how many there were.
async fn tokens(limiter: &dyn RateLimiter, key: &BucketKey, now: OffsetDateTime) -> usize {
    let mut taken = 0;
    for _ in 0..10 {
        let outcome = limiter.take(key, RATE, now).await.expect("a working store");
        taken += usize::from(outcome.is_ok());
    }
    taken
}

/// A refusal does not delay the next token, and a clock that was set back delays no request.
#[tokio::test]
async fn a_bucket_gives_its_burst_refills_with_time_and_takes_tokens_back() {
    let stores = &Stores::fresh().await;
    let limiter = &*stores.limiter;
    assert_eq!(tokens(limiter, &key(1), NOON + Duration::HOUR).await, 5);
    for number in [1, 2] {
        assert_eq!(tokens(limiter, &key(number), NOON).await, 5, "bucket {number}");
    }
    for (after, wait) in [(0, 60_000), (1, 59_999), (59_999, 1)] {
        let now = NOON + Duration::milliseconds(after);
        let refused = limiter.take(&key(1), RATE, now).await;
        assert_eq!(refused, Ok(Err(Duration::milliseconds(wait))), "after {after} ms");
    }
    let minutes = |minutes| NOON + Duration::minutes(minutes);
    let full_at = minutes(6);
    assert_eq!(limiter.take(&key(1), RATE, minutes(1)).await, Ok(Ok(full_at)));
    assert_eq!(tokens(limiter, &key(1), minutes(3)).await, 2);
    for _ in 0..2 {
        limiter.give_back(&key(1), RATE).await;
    }
    assert_eq!(tokens(limiter, &key(1), minutes(3)).await, 2);
    // A full bucket contains its burst.
    limiter.give_back(&key(1), RATE).await;
    assert_eq!(tokens(limiter, &key(1), minutes(60)).await, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_callers_never_take_more_than_the_burst() {
    let stores = &Stores::fresh().await;
    let outcomes = concurrently((0..8).map(|_| {
        let limiter = Arc::clone(&stores.limiter);
        async move { tokens(&*limiter, &key(1), NOON).await }
    }))
    .await;
    assert_eq!(outcomes.iter().sum::<usize>(), 5, "{outcomes:?}");
}

#[tokio::test]
async fn a_network_is_known_until_its_expiry_which_is_never_shortened() {
    let stores = &Stores::fresh().await;
    let (networks, until) = (&*stores.limiter, NOON + Duration::days(90));
    let known = async |at| networks.is_known(&key(1), at).await.expect("a working store");
    assert!(!known(NOON).await);
    networks.remember(&key(1), until).await;
    networks.remember(&key(1), NOON).await;
    assert!(known(until - Duration::SECOND).await && !known(until).await);
    networks.remember(&key(1), until + Duration::DAY).await;
    assert!(known(until).await);
    assert_eq!(networks.is_known(&key(2), NOON).await, Ok(false));
}
