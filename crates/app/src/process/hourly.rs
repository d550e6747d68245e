//! Work at startup and then every hour, in one process at a time: housekeeping, which logs only counts, and the photo
//! sweep.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use forum_adapters::postgres::{ConnectionPool, ProcessLock};
use forum_domain::applications::ChangeRequests;
use forum_domain::headshots::Headshots;
use forum_domain::housekeeping::Housekeeping;
use forum_domain::shared::Clock;
use time::OffsetDateTime;

use crate::lifecycle::{Tasks, survive};

const HOUR: time::Duration = time::Duration::HOUR;
/// Polling interval of the clock and of a lock that another process holds. Work is delayed by at most this time.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Reminds applicants, deletes expired rows and compacts counts until shutdown, in one process per database at a time.
pub fn start_housekeeping(
    tasks: &Tasks,
    clock: Arc<dyn Clock>,
    pool: &ConnectionPool,
    housekeeping: Arc<Housekeeping>,
    requests: Arc<ChangeRequests>,
) {
    let lock = ProcessLock::new(pool.clone(), "housekeeping");
    start(tasks, "housekeeping", clock, lock, move || {
        let (housekeeping, requests) = (housekeeping.clone(), requests.clone());
        async move {
            match requests.remind().await {
                Ok(0) => {}
                Ok(mails) => tracing::info!(mails, "reminded applicants of requests for changes"),
                Err(fault) => tracing::warn!(%fault, "cannot remind applicants of requests for changes"),
            }
            for removed in housekeeping.run().await {
                let what = removed.what.as_str();
                if removed.rows > 0 {
                    tracing::info!(what, rows = removed.rows, "deleted old rows");
                }
                if let Some(fault) = removed.fault {
                    tracing::warn!(what, %fault, "cannot delete old rows");
                }
            }
            if let Err(fault) = housekeeping.store.fold_counts().await {
                tracing::warn!(%fault, "cannot compact the application counts");
            }
        }
    });
}

/// Sweeps until shutdown, in one process per database at a time.
pub fn start_photo_sweep(
    tasks: &Tasks,
    clock: Arc<dyn Clock>,
    pool: &ConnectionPool,
    photos: Arc<Headshots>,
) {
    let lock = ProcessLock::new(pool.clone(), "photo sweep");
    start(tasks, "photo sweep", clock, lock, move || {
        let photos = photos.clone();
        async move {
            match photos.sweep().await {
                Ok(swept) => {
                    for fault in &swept.faults {
                        tracing::warn!(%fault, "cannot clean up after an interrupted upload or removal");
                    }
                    if swept.rows + swept.files > 0 {
                        tracing::info!(
                            rows = swept.rows,
                            files = swept.files,
                            "cleaned up after interrupted uploads and removals"
                        );
                    }
                }
                Err(fault) => tracing::warn!(%fault, "cannot sweep photos"),
            }
        }
    });
}

/// Runs `work` immediately, to clean up after the previous process, and then every hour according to `clock`. Shutdown
/// drops work in progress, so every step must be atomic. A process that finds the lock held waits, because the holder
/// may die before it has finished. Work that panics is retried after an hour.
fn start<F>(
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
                let started_at = clock.now();
                survive(name, run_exclusively(name, &lock, &work)).await;
                while !is_due(started_at, clock.now()) {
                    tokio::time::sleep(CHECK_INTERVAL).await;
                }
            }
        };
        stop.run_until_cancelled(hours).await;
    });
}

/// Waits until no other process runs `work`, then runs it once.
async fn run_exclusively<F: Future<Output = ()>>(
    name: &'static str,
    lock: &ProcessLock,
    work: &(impl Fn() -> F + Sync),
) {
    let mut is_first_error = true;
    loop {
        match lock.try_lock().await {
            Ok(Some(held)) => {
                survive(name, async { work().await }).await;
                if let Err(fault) = held.unlock().await {
                    tracing::warn!(%fault, "lost the lock for hourly work; another process may have run it concurrently");
                }
                return;
            }
            Ok(None) => tracing::debug!(work = name, "another process does this work"),
            Err(fault) if is_first_error => {
                is_first_error = false;
                tracing::warn!(%fault, "cannot begin hourly work yet; retrying");
            }
            Err(_) => {}
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Whether work that started at `started_at` is due again. Setting the clock back must not delay it.
fn is_due(started_at: OffsetDateTime, now: OffsetDateTime) -> bool {
    !(started_at..started_at + HOUR).contains(&now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_due_after_an_hour_and_immediately_if_the_clock_was_set_back() {
        let started_at = OffsetDateTime::UNIX_EPOCH;
        let second = time::Duration::SECOND;
        for (passed, due) in [
            (time::Duration::ZERO, false),
            (HOUR - second, false),
            (HOUR, true),
            (HOUR * 24, true),
            (-second, true),
        ] {
            assert_eq!(is_due(started_at, started_at + passed), due, "{passed}");
        }
    }
}
