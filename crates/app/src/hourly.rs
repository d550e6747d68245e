//! Runs work of a serving process at start and then every hour.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::shared::Clock;

use crate::lifecycle::Tasks;

const HOUR: time::Duration = time::Duration::HOUR;
/// How often the clock is checked, and so the maximum delay of the work.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Runs `work` immediately, to clean up after the previous process, and then every hour by `clock`, until shutdown.
/// Work in progress is dropped then, so every step of it must be complete in itself.
pub fn start<F>(tasks: &Tasks, clock: Arc<dyn Clock>, work: impl Fn() -> F + Send + Sync + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        let hours = async {
            loop {
                let begun = clock.now();
                work().await;
                // If the clock was set back, the next run must not be delayed.
                while (begun..begun + HOUR).contains(&clock.now()) {
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
