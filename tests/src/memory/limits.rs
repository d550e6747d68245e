//! `RateLimiter` and `KnownNetworks` in memory.

use async_trait::async_trait;
use forum_domain::limits::{BucketKey, KnownNetworks, Rate, RateLimiter, Taken};
use forum_domain::shared::Fault;
use time::OffsetDateTime;

use super::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;

#[async_trait]
impl RateLimiter for MemoryDatabase {
    async fn take(&self, key: &BucketKey, rate: Rate, now: OffsetDateTime) -> Result<Taken, Fault> {
        self.write(|state| {
            let full_at = state.buckets.get(key).copied();
            match rate.take(full_at, now) {
                Ok(next) => {
                    state.buckets.insert(*key, next);
                    Ok(Taken::Yes { full_at: next })
                }
                Err(wait) => {
                    if state.has(SeededBug::RefusalCounts) {
                        state.buckets.insert(*key, now + rate.window + rate.cost);
                    }
                    Ok(Taken::No { wait })
                }
            }
        })
    }

    async fn give_back(&self, key: &BucketKey, rate: Rate) {
        let given: Result<(), Fault> = self.write(|state| {
            if let Some(full_at) = state.buckets.get_mut(key) {
                *full_at -= rate.cost;
            }
            Ok(())
        });
        drop(given);
    }
}

#[async_trait]
impl KnownNetworks for MemoryDatabase {
    async fn is_known(&self, key: &BucketKey, now: OffsetDateTime) -> Result<bool, Fault> {
        self.read(|state| state.known_networks.get(key).is_some_and(|until| *until > now))
    }

    async fn remember(&self, key: &BucketKey, until: OffsetDateTime) {
        let remembered: Result<(), Fault> = self.write(|state| {
            let shortened = state.has(SeededBug::KnownForShorter);
            let known = state.known_networks.entry(*key).or_insert(until);
            *known = if shortened { until } else { until.max(*known) };
            Ok(())
        });
        drop(remembered);
    }
}
