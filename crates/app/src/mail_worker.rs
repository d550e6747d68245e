//! The mail worker: sends what the outbox holds until the process is to end. Any number of processes may run
//! one; the leases keep them apart.

use std::time::Duration;

use forum_domain::mail::{Dispatched, MailDispatcher};
use tokio::time::{Instant, sleep_until};

use crate::lifecycle::Tasks;

/// The longest wait between two looks at the outbox: retries and leases of dead workers fall due without
/// anybody's commit, and a commit may be overlooked while the database cannot be watched.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Starts the worker. Shutdown waits for the current mail, but not for a mail host that does not answer: an
/// interrupted mail is sent again, under the same `Message-ID`, once its lease has expired.
pub fn start(tasks: &Tasks, dispatcher: MailDispatcher) {
    let life = tasks.clone();
    tasks.spawn(async move {
        while !life.stop.is_cancelled() {
            let dispatched = tokio::select! {
                dispatched = dispatcher.dispatch() => dispatched,
                () = life.grace_over() => {
                    tracing::warn!("shutdown interrupted a mail; it will be sent again");
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
                Err(error) => tracing::warn!(%error, "cannot read the outbox"),
            }
            tokio::select! {
                () = wait(&dispatcher) => {}
                () = life.stop.cancelled() => {}
            }
        }
    });
}

/// Waits until a row may be due, at most [`LOOK_AGAIN`], and that long if the outbox cannot be watched.
async fn wait(dispatcher: &MailDispatcher) {
    let next_look = Instant::now() + LOOK_AGAIN;
    if let Err(error) = dispatcher.wait(LOOK_AGAIN).await {
        tracing::warn!(%error, "cannot watch the outbox");
        sleep_until(next_look).await;
    }
}
