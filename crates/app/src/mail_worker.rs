//! The mail worker: sends what the outbox holds until the process is to end. Any number of processes may run
//! one; the leases keep them apart.

use std::time::Duration;

use forum_domain::mail::MailDispatcher;

use crate::lifecycle::Tasks;

/// The longest wait between two looks at the outbox: retries and leases of dead workers fall due without
/// anybody's commit.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Starts the worker. Shutdown waits for the batch in hand.
pub fn start(tasks: &Tasks, dispatcher: MailDispatcher) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        loop {
            match dispatcher.dispatch().await {
                Ok(done) if done.total() > 0 && !stop.is_cancelled() => continue,
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "the outbox cannot be read"),
            }
            let wait = async {
                if let Err(error) = dispatcher.wait(LOOK_AGAIN).await {
                    tracing::warn!(%error, "the outbox cannot be watched");
                    tokio::time::sleep(LOOK_AGAIN).await;
                }
            };
            tokio::select! {
                () = wait => {}
                () = stop.cancelled() => return,
            }
        }
    });
}
