//! A serving process: pages immediately; API, mail worker, photo sweep and housekeeping as soon as the database is
//! open.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::crypto::KeyDirectory;
use forum_adapters::system::RandomIds;
use forum_adapters::trace_context;
use forum_domain::shared::Clock;
use forum_http::{Activity, ContinueTrace, Gate, SiteSettings, Traffic};

use crate::config::Config;
use crate::database::{Database, Use, is_transient, open_database};
use crate::lifecycle::{Backoff, Tasks, raise_open_files};
use crate::metrics::{self, Metrics, Parts};
use crate::server::{self, ConnectionLimits};
use crate::{housekeeping, key_watch, listener, mail_worker, mailbox, photos, wiring};

/// What tests in the same process may replace; none of it can be set from outside.
#[derive(Default)]
pub struct Overrides {
    /// Replaces the system clock.
    pub clock: Option<Arc<dyn Clock>>,
    /// Limits on each connection.
    pub limits: ConnectionLimits,
}

/// A serving process.
pub struct Running {
    /// The bound address as a URL without a trailing slash.
    pub url: String,
    /// URL of the spooled mails, if mail is spooled; it contains the key that grants access.
    pub mailbox: Option<String>,
    config: Config,
    origin: String,
    clock: Option<Arc<dyn Clock>>,
    /// `None` once the API is open: the gate would keep the services, and with them a database connection, alive.
    gate: Option<Gate>,
    metrics: Option<Arc<Metrics>>,
    tasks: Tasks,
    /// `None` until the database was opened for the first time; pages are served without it.
    database: Option<Database>,
}

impl Running {
    /// Opens the database as soon as possible and keeps a private one running. Returns at shutdown. Await it directly
    /// in `main` (see [`open_database`]).
    ///
    /// # Errors
    /// If the database answers, but with an error in it or in the settings that retrying cannot fix.
    pub async fn stopped(&mut self) -> anyhow::Result<()> {
        let stop = self.tasks.stop.clone();
        tokio::select! {
            () = stop.cancelled() => Ok(()),
            wrong = Box::pin(self.keep_open()) => wrong,
        }
    }

    async fn keep_open(&mut self) -> anyhow::Result<()> {
        let mut backoff = Backoff::default();
        while self.database.is_none() {
            backoff.wait().await;
            match self.open().await {
                Ok(()) => tracing::info!("the database is open; the API is available"),
                Err(error) if is_transient(&error) => log_retry(&error),
                Err(error) => return Err(error),
            }
        }
        match &mut self.database {
            Some(database) => match database.keep_running(&self.config).await {},
            None => Ok(()),
        }
    }

    /// Opens the database and the API, and starts the background work.
    async fn open(&mut self) -> anyhow::Result<()> {
        // Read the keys before opening the database, which may take long: retrying cannot fix unusable keys. On the
        // first start they are created afterwards, because the data directory must be created such that PostgreSQL's
        // user can traverse it.
        if self.config.keys_dir.exists() {
            KeyDirectory::open(&self.config.keys_dir).context("FORUM__KEYS__DIR")?;
        }
        let database = open_database(&self.config, Use::Serving).await?;
        let prepared = async {
            database.migrate(&self.config).await?;
            wiring::wire(&self.config, &database.pool, &self.origin, self.clock.clone())
        };
        let wiring::Wired { use_cases, hasher, issuer, clock } = match prepared.await {
            Ok(wired) => wired,
            Err(error) => {
                database.close().await;
                return Err(error);
            }
        };
        if let Some(gate) = self.gate.take() {
            gate.open(use_cases.services);
        }
        if let Some(metrics) = &self.metrics {
            metrics.open(Parts { pool: database.pool.clone(), hasher, clock: clock.clone() });
        }
        key_watch::start(&self.tasks, self.config.keys_dir.clone(), issuer);
        mail_worker::start(&self.tasks, use_cases.dispatcher, self.metrics.clone());
        photos::start_sweep(&self.tasks, clock.clone(), use_cases.sweep);
        housekeeping::start(&self.tasks, clock, use_cases.housekeeping);
        self.database = Some(database);
        Ok(())
    }

    /// Shuts down in order: no new requests, then requests in flight, the current mail, the database.
    pub async fn close(self) {
        self.tasks.end().await;
        if let Some(database) = self.database {
            database.close().await;
        }
    }
}

fn log_retry(error: &anyhow::Error) {
    tracing::error!(
        error = format!("{error:#}"),
        "cannot open the database yet; serving pages only, the API answers 503; retrying"
    );
}

/// Binds, serves the pages immediately, and the API as soon as the database is open. Returns at that point or after a
/// failed first attempt, which [`Running::stopped`] continues to retry. Await it directly in `main` (see
/// [`open_database`]).
///
/// # Errors
/// An error that retrying cannot fix, as a message for the operator; nothing is left running.
pub async fn serve(config: &Config, overrides: Overrides, tasks: Tasks) -> anyhow::Result<Running> {
    raise_open_files();
    let listener = listener::bind(config.listen).await?;
    let address = listener.local_addr().context("FORUM__HTTP__LISTEN")?;
    let url = format!("http://{address}");
    if config.origin.is_none() && address.ip().is_unspecified() {
        tracing::warn!(
            "FORUM__SITE__ORIGIN is not set: links in mails and pages begin with {url}, which only this machine can open"
        );
    }
    let origin = config.origin.clone().unwrap_or_else(|| url.clone());
    let activity = Activity::default();
    let metrics = match config.metrics_listen {
        Some(address) => {
            let metrics = Arc::new(Metrics::new(activity.clone(), &mail_worker::OUTCOMES));
            metrics::start(address, metrics.clone(), &tasks)?;
            Some(metrics)
        }
        None => None,
    };
    let mailbox = mailbox::of(config, &origin);
    let mailbox_address = mailbox.as_ref().map(|mailbox| mailbox::address(&url, mailbox));
    let (site, gate) = forum_http::build_closed_site(
        Arc::new(RandomIds),
        SiteSettings {
            hsts: origin.starts_with("https://"),
            origin: origin.clone(),
            mailbox,
            trusted_proxies: config.trusted_proxies.clone(),
            cors_origins: config.cors_origins.clone(),
            stop: tasks.stop.clone(),
            tasks: tasks.tracker.clone(),
            traffic: metrics.clone().map(|metrics| metrics as Arc<dyn Traffic>),
            activity,
            continue_trace: config.traces.as_ref().map(|_| trace_context::continue_trace as ContinueTrace),
            ..SiteSettings::default()
        },
    );
    let answer = move |request, peer| site.clone().answer(request, peer);
    let limits = ConnectionLimits { of_network: config.connections_of_network, ..overrides.limits };
    let proxies = config.trusted_proxies.clone();
    tasks.spawn(server::run(listener, answer, limits, proxies, tasks.clone()));
    let mut running = Running {
        mailbox: mailbox_address,
        url,
        config: config.clone(),
        origin,
        clock: overrides.clock,
        gate: Some(gate),
        metrics,
        tasks,
        database: None,
    };
    match running.open().await {
        Ok(()) => {}
        Err(error) if is_transient(&error) => log_retry(&error),
        Err(error) => {
            running.close().await;
            return Err(error);
        }
    }
    Ok(running)
}
