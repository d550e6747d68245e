//! The mail worker: sends the mails in the outbox until shutdown. Several processes may run one; leases keep them from
//! sending the same mail.

use std::time::Duration;

use forum_domain::mail::{Dispatched, MailDispatcher};
use tokio::time::{Instant, sleep_until};

use crate::lifecycle::Tasks;

/// Maximum time between two checks of the outbox: retries and leases of dead workers fall due without a commit, and a
/// notification of a commit may be missed while the database cannot be watched.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// Starts the worker. Shutdown waits for the current mail, but not for a mail host that does not answer: an interrupted
/// mail is sent again, with the same `Message-ID`, once its lease has expired.
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
                    tracing::warn!("another worker took over a mail during sending; it may arrive twice");
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

/// Waits until a row may be due, at most [`CHECK_INTERVAL`]; waits that long if the outbox cannot be watched.
async fn wait(dispatcher: &MailDispatcher) {
    let next_look = Instant::now() + CHECK_INTERVAL;
    if let Err(error) = dispatcher.wait(CHECK_INTERVAL).await {
        tracing::warn!(%error, "cannot watch the outbox");
        sleep_until(next_look).await;
    }
}
