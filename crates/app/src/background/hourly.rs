//! Runs work at start and then every hour, in one process at a time.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use forum_adapters::postgres::ProcessLock;
use forum_domain::shared::Clock;
use time::OffsetDateTime;

use crate::lifecycle::{Tasks, survive};

const HOUR: time::Duration = time::Duration::HOUR;
/// Polling interval for the clock and a lock held by another process, and therefore the maximum delay of the work.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Runs `work` immediately, to clean up after the previous process, and then every hour by `clock`. Shutdown drops work
/// in progress, so every step must be complete in itself. A process that finds the lock held waits, because the holder
/// may die before its work is done. Work that panics is repeated after an hour.
pub fn start<F>(
    tasks: &Tasks,
    name: &'static str,
    clock: Arc<dyn Clock>,
    lock: ProcessLock,
    work: impl Fn() -> F + Send + Sync + 'static,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        let hours = async {
            loop {
                let begun = clock.now();
                survive(name, alone(name, &lock, &work)).await;
                while !is_due(begun, clock.now()) {
                    tokio::time::sleep(CHECK_INTERVAL).await;
                }
            }
        };
        tokio::select! {
            () = hours => {}
            () = stop.cancelled() => {}
        }
    });
}

/// Runs `work` once, as soon as no other process runs it.
async fn alone<F: Future<Output = ()>>(
    name: &'static str,
    lock: &ProcessLock,
    work: &(impl Fn() -> F + Sync),
) {
    let mut is_first_fault = true;
    loop {
        match lock.try_lock().await {
            Ok(Some(held)) => {
                survive(name, async { work().await }).await;
                if let Err(fault) = held.unlock().await {
                    tracing::warn!(%fault, "the lock of hourly work was lost; another process may have done it at the same time");
                }
                return;
            }
            Ok(None) => {}
            Err(fault) if is_first_fault => {
                is_first_fault = false;
                tracing::warn!(%fault, "cannot begin hourly work yet; retrying");
            }
            Err(_) => {}
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Whether work started at `begun` is due again. A clock that was set back must not delay it.
fn is_due(begun: OffsetDateTime, now: OffsetDateTime) -> bool {
    !(begun..begun + HOUR).contains(&now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_due_an_hour_after_it_was_begun_and_at_once_if_the_clock_was_set_back() {
        let begun = OffsetDateTime::UNIX_EPOCH;
        let second = time::Duration::SECOND;
        for (passed, due) in [
            (time::Duration::ZERO, false),
            (HOUR - second, false),
            (HOUR, true),
            (HOUR * 24, true),
            (-second, true),
        ] {
            assert_eq!(is_due(begun, begun + passed), due, "{passed}");
        }
    }
}
