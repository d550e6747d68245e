//! Runs the rate limiter contracts on the in-process limiter.

use std::sync::Arc;

use forum_adapters::local_limiter::LocalRateLimiter;
use forum_tests::contract::{Backend, Stores, limits};
use forum_tests::memory::MemoryDatabase;

fn stores() -> Stores {
    Stores { limiter: Arc::new(LocalRateLimiter::default()), ..MemoryDatabase::new().stores() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_in_process_limiter_meets_the_contract() {
    limits::a_bucket_gives_its_burst_and_refills_with_time(&stores()).await;
    limits::a_refusal_returns_the_wait_and_takes_no_token(&stores()).await;
    limits::concurrent_callers_never_take_more_than_the_burst(&stores()).await;
    limits::a_returned_token_can_be_taken_again(&stores()).await;
    limits::a_bucket_from_a_clock_that_was_set_back_is_full(&stores()).await;
}
