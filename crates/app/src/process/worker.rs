//! A process without a site: mail worker, photo sweep and housekeeping for processes that only serve (`serve
//! --no-worker`).

use anyhow::{Context, bail};
use forum_http::Traffic;

use super::{Process, serve_metrics};
use crate::config::Config;
use crate::lifecycle::{Tasks, raise_open_files};

/// Starts working as soon as the database is open. Returns at that point or after a failed first attempt, which
/// [`Process::stopped`] continues to retry. Await it directly in `main`, like [`Process::begin`].
///
/// # Errors
/// An error that retrying cannot fix, as a message for the operator; nothing is left running.
pub async fn start(config: &Config, tasks: Tasks) -> anyhow::Result<Process> {
    if config.database_url.is_none() {
        bail!(
            "DATABASE_URL: a worker needs it; the private PostgreSQL belongs to `serve`, which includes a worker"
        );
    }
    let origin = config.origin.clone();
    let origin = origin.context("FORUM__SITE__ORIGIN: a worker needs it; links in mails begin with it")?;
    raise_open_files();
    let process = Process {
        // A worker has no clients that a load balancer would redirect.
        config: Config { drain: std::time::Duration::ZERO, ..config.clone() },
        origin,
        clock: None,
        gate: None,
        runs_worker: true,
        metrics: serve_metrics(config, Traffic::default(), &tasks)?,
        tasks,
        database: None,
    };
    process.begin().await
}
