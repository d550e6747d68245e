//! Work that a serving process does at its start and then every hour.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::shared::Clock;

use crate::lifecycle::Tasks;

const HOUR: time::Duration = time::Duration::HOUR;
/// How often the clock is checked; the work may start late by as much.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// Does `work` at once, for what the last process left, and then every hour by `clock`, until the process is to
/// end; work in progress is then dropped, so it must leave nothing half done.
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
                // A clock that was set back must not delay the next run.
                while (begun..begun + HOUR).contains(&clock.now()) {
                    tokio::time::sleep(LOOK_AGAIN).await;
                }
            }
        };
        tokio::select! {
            () = hours => {}
            () = stop.cancelled() => {}
        }
    });
}
