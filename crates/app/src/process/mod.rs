//! A long-running process with or without a site. It opens the database as soon as possible and shuts down gracefully.
//! `serve` and `work` start it, and the command line ends it.

mod hourly;
mod mail_worker;
mod serve;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use forum_adapters::postgres::KnownKeys;
use forum_domain::shared::Clock;
use forum_domain::use_cases::UseCases;
use forum_http::{Gate, Traffic};
use sd_notify::NotifyState;

use crate::config::Config;
use crate::database::{Database, Use, is_transient, open_database, start_closing_idle_connections};
use crate::lifecycle::{Tasks, notify, raise_open_files};
use crate::metrics::{self, Metrics, Parts};
use crate::{allocator, site_keys, wiring};

pub use serve::{Overrides, Running, serve};

/// Between two attempts to open the database.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

pub struct Process {
    pub(crate) config: Config,
    pub(crate) origin: String,
    pub(crate) clock: Option<Arc<dyn Clock>>,
    /// `None` without a site, and once the API is open, because the gate would keep the services and a database connection
    /// alive.
    pub(crate) gate: Option<Box<Gate>>,
    /// Whether it sends mails, sweeps photos and runs housekeeping.
    pub(crate) runs_worker: bool,
    /// `None` unless `FORUM__METRICS__LISTEN` is set.
    pub(crate) metrics: Option<Arc<Metrics>>,
    pub(crate) tasks: Tasks,
    /// `None` until the database has been opened for the first time.
    pub(crate) database: Option<Database>,
}

impl Process {
    /// The first attempt to open the database; [`stopped`](Self::stopped) retries it. Await it directly in `main` (see
    /// [`open_database`]).
    ///
    /// # Errors
    /// An error that retrying cannot fix, as a message for the operator; nothing is left running.
    pub async fn begin(mut self) -> anyhow::Result<Self> {
        allocator::start(&self.tasks);
        match self.open().await {
            Ok(()) => Ok(self),
            Err(error) if is_transient(&error) => {
                log_retry(&error);
                Ok(self)
            }
            Err(error) => {
                self.close().await;
                Err(error)
            }
        }
    }

    /// Opens the database as soon as possible. Returns at shutdown. Await it directly in `main` (see [`open_database`]).
    ///
    /// # Errors
    /// If the database answers with an error that retrying cannot fix, or the private PostgreSQL exits.
    pub async fn stopped(&mut self) -> anyhow::Result<()> {
        let stop = self.tasks.stop.clone();
        stop.run_until_cancelled(Box::pin(self.keep_open())).await.unwrap_or(Ok(()))
    }

    async fn keep_open(&mut self) -> anyhow::Result<()> {
        let mut pause = Duration::from_millis(250);
        while self.database.is_none() {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
            match self.open().await {
                Ok(()) => {
                    tracing::info!("the database is open");
                    notify(NotifyState::Status(""));
                }
                Err(error) if is_transient(&error) => log_retry(&error),
                Err(error) => return Err(error),
            }
        }
        match &mut self.database {
            Some(database) => Err(database.lost().await),
            None => Ok(()),
        }
    }

    async fn open(&mut self) -> anyhow::Result<()> {
        // The keys are read before the database is opened, which may take a long time, because retrying cannot fix
        // unusable keys. Only the database can tell whether they belong to it. On the first start they are created
        // afterwards, because PostgreSQL's user must be able to traverse the data directory.
        site_keys::examine(&self.config.keys_dir, &KnownKeys::default())?;
        let database = open_database(&self.config, Use::Serving).await?;
        let prepared = async {
            database.migrate(&self.config).await?;
            let keys = site_keys::open(&self.config, &database.pool).await?;
            wiring::wire(&self.config, &database.pool, keys, &self.origin, self.clock.clone())
        };
        let wiring::Wired { use_cases, readiness, hasher, issuer, files, clock } = match prepared.await {
            Ok(wired) => wired,
            Err(error) => {
                database.close().await;
                return Err(error);
            }
        };
        if let Some(gate) = self.gate.take() {
            gate.open(&use_cases, readiness);
            site_keys::watch(&self.tasks, self.config.keys_dir.clone(), issuer);
        }
        allocator::start_freeing_hash_memory(&self.tasks, hasher.clone());
        if let Some(metrics) = &self.metrics {
            metrics.open(Parts { pool: database.pool.clone(), hasher, files, clock: clock.clone() });
        }
        let pool = &database.pool;
        start_closing_idle_connections(&self.tasks, pool);
        if self.runs_worker {
            mail_worker::start(&self.tasks, use_cases.dispatcher, self.metrics.clone());
            hourly::start_photo_sweep(&self.tasks, clock.clone(), pool, use_cases.headshots);
            let UseCases { housekeeping, change_requests, .. } = use_cases;
            hourly::start_housekeeping(&self.tasks, clock, pool, housekeeping, change_requests);
        }
        self.database = Some(database);
        Ok(())
    }

    /// Shuts down gracefully. Announces the shutdown to load balancers for `FORUM__HTTP__DRAIN_SECONDS`, stops
    /// accepting requests, waits for those in flight and the current mail, and closes the database.
    pub async fn close(self) {
        self.tasks.drain(self.config.drain).await;
        self.tasks.end().await;
        if let Some(database) = self.database {
            database.close().await;
        }
    }
}

/// Like [`serve()`], without a site, beside processes that only serve (`serve --no-worker`).
pub async fn work(config: &Config, tasks: Tasks) -> anyhow::Result<Process> {
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
        config: Config { drain: Duration::ZERO, ..config.clone() },
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

/// Serves the metrics of this process at `FORUM__METRICS__LISTEN` if that is set.
fn serve_metrics(config: &Config, traffic: Traffic, tasks: &Tasks) -> anyhow::Result<Option<Arc<Metrics>>> {
    let Some(address) = config.metrics_listen else { return Ok(None) };
    let metrics = Arc::new(Metrics::new(traffic));
    metrics::start(address, metrics.clone(), tasks)?;
    Ok(Some(metrics))
}

/// `systemctl restart` succeeds, because the process keeps serving pages, so the status says what fails.
fn log_retry(error: &anyhow::Error) {
    notify(NotifyState::Status("cannot open the database; retrying (only pages work, and no mail is sent)"));
    tracing::error!(
        error = format!("{error:#}"),
        "cannot open the database yet; pages are served, the API answers 503 and no mail is sent; retrying"
    );
}
