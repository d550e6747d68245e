//! Runs work of a serving process at start and then every hour.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use forum_domain::shared::Clock;
use time::OffsetDateTime;

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

/// Whether work that was begun at `begun` is to be done again. A clock that was set back must not delay it.
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
