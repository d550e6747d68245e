//! The life of the process: the signal to stop, and the tasks that shutdown waits for.

use std::future::Future;
use std::io;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Cancels `stop` when the process is asked to end (SIGTERM, SIGINT). Installed before anything else starts,
/// so that no signal falls on the default action.
///
/// # Errors
/// When the handlers cannot be installed.
pub fn on_signal(tasks: &Tasks) -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            () = stop.cancelled() => {}
        }
        stop.cancel();
    });
    Ok(())
}

/// Background work: everything spawned here is waited for at the end.
#[derive(Clone, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    /// Cancelled when the process is to end.
    pub stop: CancellationToken,
}

impl Tasks {
    /// Runs `task` until it ends by itself; it should watch [`stop`](Self::stop).
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tracker.spawn(task);
    }

    /// Tells every task to end and waits for all of them.
    pub async fn end(self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}
