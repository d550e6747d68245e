//! Process lifecycle: the limit on open files, shutdown signals, notifications to systemd, background tasks and their
//! panics.

use std::future::Future;
use std::io::{self, IsTerminal};
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::time::Duration;

use futures_util::FutureExt;
use prometheus_client::metrics::counter::Counter;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sd_notify::NotifyState;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long shutdown waits for requests in flight and the current mail.
pub const GRACE: Duration = Duration::from_secs(10);

/// The shutdown signals SIGTERM, SIGINT and, unless the program was started to ignore it (`nohup`), SIGHUP.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Option<Signal>,
    /// Whether SIGHUP ends this process only if its terminal was closed. Log rotation and supervisors send it too.
    is_service: bool,
    had_terminal: bool,
}

impl Signals {
    /// Installs the handlers. Call it first, so that no signal triggers its default action.
    pub fn install() -> io::Result<Self> {
        let hangup = if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) };
        let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(Self { terminate, interrupt, hangup, is_service: false, had_terminal: io::stdin().is_terminal() })
    }

    /// Like [`install`](Self::install), for a process that serves or works until it is stopped.
    pub fn of_service() -> io::Result<Self> {
        Ok(Self { is_service: true, ..Self::install()? })
    }

    pub async fn next(&mut self) {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return,
                _ = self.interrupt.recv() => return,
                Some(()) = async { self.hangup.as_mut()?.recv().await } => {
                    let lost_terminal = self.had_terminal && !io::stdin().is_terminal();
                    if !self.is_service || lost_terminal {
                        return;
                    }
                    tracing::info!("SIGHUP is ignored; a restart applies changed settings");
                }
            }
        }
    }
}

/// Whether this process was started to ignore SIGHUP (Linux): the first bit of a set in hexadecimal digits.
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).is_some_and(|set| set & 1 == 1)
}

/// Raises the soft limit on open files to what connections, database and files need. Many systems start processes with
/// 1024.
pub fn raise_open_files() {
    const NEEDED: u64 = 4096;
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(NEEDED, |maximum| maximum.min(NEEDED));
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
        if let Err(error) = raised {
            tracing::warn!(%error, "cannot raise the limit on open files");
        }
    }
}

/// Notifies systemd if it started this process with `Type=notify`.
pub fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "cannot notify the service manager");
    }
}

/// Panics that [`survive`] caught in this process.
pub(crate) static PANICS: LazyLock<Counter> = LazyLock::new(Counter::default);

/// Runs one round of a background task. `None` if it panicked, which is logged and counted. The task continues with its
/// next round, because its end would go unnoticed.
pub(crate) async fn survive<T>(task: &'static str, round: impl Future<Output = T>) -> Option<T> {
    let done = AssertUnwindSafe(round).catch_unwind().await.ok();
    if done.is_none() {
        PANICS.inc();
        tracing::error!(task, "a background task panicked; it continues with its next round");
    }
    done
}

/// Background tasks. Shutdown waits for all of them.
#[derive(Clone, Default)]
pub struct Tasks {
    pub(crate) tracker: TaskTracker,
    /// Cancelled when shutdown is announced, before it begins.
    pub(crate) draining: CancellationToken,
    pub stop: CancellationToken,
}

impl Tasks {
    /// Runs `task`, which should watch [`stop`](Self::stop).
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tracker.spawn(task);
    }

    /// Runs `round` after every `interval` until shutdown.
    pub(crate) fn every<F: Future + Send>(
        &self,
        interval: Duration,
        name: &'static str,
        round: impl Fn() -> F + Send + 'static,
    ) {
        let stop = self.stop.clone();
        self.spawn(async move {
            while stop.run_until_cancelled(tokio::time::sleep(interval)).await.is_some() {
                survive(name, round()).await;
            }
        });
    }

    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.tracker.len()
    }

    /// Returns once shutdown has begun and [`GRACE`] has passed: for work that cannot be interrupted immediately.
    pub async fn grace_over(&self) {
        self.stop.cancelled().await;
        tokio::time::sleep(GRACE).await;
    }

    /// Announces shutdown to load balancers and keeps serving for this long.
    pub async fn drain(&self, drain: Duration) {
        self.draining.cancel();
        tokio::time::sleep(drain).await;
    }

    pub async fn end(self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_in_a_task_is_counted_and_its_next_round_runs() {
        let before = PANICS.get();
        let mut rounds = Vec::new();
        for round in 0..3 {
            rounds.push(survive("test", async { assert_ne!(round, 1, "one round panics") }).await);
        }
        assert_eq!(rounds, [Some(()), None, Some(())]);
        assert_eq!(PANICS.get() - before, 1);
    }
}
