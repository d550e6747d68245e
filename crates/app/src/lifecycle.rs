//! The life of the process: the signals to stop, and the tasks that shutdown waits for.

use std::future::Future;
use std::io;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long requests in flight and the batch of mail in hand may take to end at shutdown.
pub const GRACE: Duration = Duration::from_secs(10);

/// The signals that ask the process to end: SIGTERM and SIGINT.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Installs the handlers. Before anything else starts, so that no signal falls on the default action.
    ///
    /// # Errors
    /// When they cannot be installed.
    pub fn install() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Returns when the process is asked to end, each time anew.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
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

    /// Returns when shutdown began and [`GRACE`] is over: for work that cannot be left in the middle at once.
    pub async fn grace_over(&self) {
        self.stop.cancelled().await;
        tokio::time::sleep(GRACE).await;
    }

    /// Tells every task to end and waits for all of them.
    pub async fn end(self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}
