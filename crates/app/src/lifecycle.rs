//! The life of the process: its limit on open files, the signals to stop, and the tasks that shutdown waits for.

use std::future::Future;
use std::io;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long requests in flight and the current mail may take at shutdown.
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

/// Raises the soft limit on open files to what the connections, the database and the files need together; many
/// systems start a process with 1024.
pub fn raise_open_files() {
    const NEEDED: u64 = 4096;
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(NEEDED, |maximum| maximum.min(NEEDED));
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
        if let Err(error) = raised {
            tracing::warn!(%error, "the limit on open files cannot be raised");
        }
    }
}

/// Backoff between failed tries: from 0.25 s, doubled each time, up to 5 s.
pub struct Backoff(Duration);

impl Backoff {
    const FIRST: Duration = Duration::from_millis(250);
    const LONGEST: Duration = Duration::from_secs(5);

    /// Returns when the next try is due.
    pub async fn wait(&mut self) {
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 2).min(Self::LONGEST);
    }
}

impl Default for Backoff {
    fn default() -> Self {
        Self(Self::FIRST)
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

    /// How many run.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.tracker.len()
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
