//! The mail worker: sends the mails in the outbox until shutdown. Several processes may run one; leases keep them from
//! sending the same mail.

use std::time::Duration;

use forum_domain::mail::{Dispatched, MailDispatcher};

use crate::lifecycle::Tasks;

/// Maximum time between two checks of the outbox: retries and leases of dead workers fall due without a commit, and no
/// commit of another process wakes this one.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

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
                () = dispatcher.wait(CHECK_INTERVAL) => {}
                () = life.stop.cancelled() => {}
            }
        }
    });
}
