//! The mail worker: sends what the outbox holds until the process is to end. Any number of processes may run
//! one; the leases keep them apart.

use std::time::Duration;

use forum_domain::mail::{Dispatched, MailDispatcher};
use tokio::time::{Instant, sleep_until};

use crate::lifecycle::Tasks;

/// The longest wait between two looks at the outbox: retries and leases of dead workers fall due without
/// anybody's commit, and a commit may be overlooked while the database cannot be watched.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Starts the worker. Shutdown waits for the mail in hand, but not for a mail host that does not answer: what is
/// cut off is sent again, under the same `Message-ID`, when its lease has run out.
pub fn start(tasks: &Tasks, dispatcher: MailDispatcher) {
    let life = tasks.clone();
    tasks.spawn(async move {
        while !life.stop.is_cancelled() {
            let dispatched = tokio::select! {
                dispatched = dispatcher.dispatch() => dispatched,
                () = life.grace_over() => {
                    tracing::warn!("a mail was being sent at the end; it will be sent again");
                    return;
                }
            };
            match dispatched {
                Ok(Some(Dispatched::LeaseLost)) => {
                    tracing::warn!(
                        "another worker took over a mail that was being sent; it may arrive twice"
                    );
                    continue;
                }
                Ok(Some(_)) => continue,
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "the outbox does not answer"),
            }
            tokio::select! {
                () = wait(&dispatcher) => {}
                () = life.stop.cancelled() => {}
            }
        }
    });
}

/// Until a row may be due, [`LOOK_AGAIN`] at most, and as long as that where the outbox cannot be watched.
async fn wait(dispatcher: &MailDispatcher) {
    let next_look = Instant::now() + LOOK_AGAIN;
    if let Err(error) = dispatcher.wait(LOOK_AGAIN).await {
        tracing::warn!(%error, "the outbox cannot be watched");
        sleep_until(next_look).await;
    }
}
