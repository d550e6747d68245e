//! The mail worker: sends what the outbox holds until the process is to end. Any number of processes may run
//! one; the leases keep them apart.

use std::time::Duration;

use forum_domain::mail::MailDispatcher;

use crate::lifecycle::Tasks;

/// The longest wait between two looks at the outbox: retries and leases of dead workers fall due without
/// anybody's commit.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Starts the worker. Shutdown waits for the batch in hand, but not for a mail host that does not answer: what is
/// cut off is sent again, under the same `Message-ID`, when its lease has run out.
pub fn start(tasks: &Tasks, dispatcher: MailDispatcher) {
    let life = tasks.clone();
    tasks.spawn(async move {
        loop {
            let dispatched = tokio::select! {
                dispatched = dispatcher.dispatch() => dispatched,
                () = life.grace_over() => {
                    tracing::warn!("a mail was being sent at the end; it will be sent again");
                    return;
                }
            };
            match dispatched {
                Ok(done) if done.total() > 0 && !life.stop.is_cancelled() => continue,
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
                () = life.stop.cancelled() => return,
            }
        }
    });
}
