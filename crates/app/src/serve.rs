//! A serving process: pages at once; API, mail worker, photo sweep and housekeeping as soon as the database is open.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::crypto::KeyDirectory;
use forum_adapters::system::RandomIds;
use forum_domain::shared::Clock;
use forum_http::{Gate, SiteSettings};

use crate::config::Config;
use crate::database::{Database, Use, is_passing, open_database};
use crate::lifecycle::{Backoff, Tasks, raise_open_files};
use crate::server::{self, ConnectionLimits};
use crate::{housekeeping, key_watch, listener, mail_worker, mailbox, photos, wiring};

/// What tests replace in a process of their own; nothing of it can be set from outside.
#[derive(Default)]
pub struct Overrides {
    /// Another clock.
    pub clock: Option<Arc<dyn Clock>>,
    /// What a peer may cost.
    pub limits: ConnectionLimits,
}

/// A serving process.
pub struct Running {
    /// The bound address as a URL, without a slash at its end.
    pub url: String,
    /// Where people read the mails that were spooled, if mail is spooled; the address holds the key to them.
    pub mailbox: Option<String>,
    config: Config,
    origin: String,
    clock: Option<Arc<dyn Clock>>,
    /// None once it is open: it would keep the services, and with them a connection to the database.
    gate: Option<Gate>,
    tasks: Tasks,
    /// None until it could be opened for the first time; pages are served without.
    database: Option<Database>,
}

impl Running {
    /// Opens the database as soon as that is possible and keeps a private one running. Returns when the process is to end.
    /// Await it directly in `main` (see [`open_database`]).
    ///
    /// # Errors
    /// When the database is there and something is wrong with it or the settings that retrying cannot fix.
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
                Err(error) if is_passing(&error) => complain(&error),
                Err(error) => return Err(error),
            }
        }
        match &mut self.database {
            Some(database) => match database.keep_running(&self.config).await {},
            None => Ok(()),
        }
    }

    /// Opens the database and with it the API, and starts what works beside it.
    async fn open(&mut self) -> anyhow::Result<()> {
        // Before the database, which may take long: unusable keys cannot be fixed by retrying. A first start creates them afterwards,
        // because the data directory must be created so that PostgreSQL's user can traverse it.
        if self.config.keys_dir.exists() {
            KeyDirectory::open(&self.config.keys_dir).context("FORUM__KEYS__DIR")?;
        }
        let database = open_database(&self.config, Use::Serving).await?;
        let prepared = async {
            database.migrate(&self.config).await?;
            wiring::wire(&self.config, &database.pool, &self.origin, self.clock.clone())
        };
        let wiring::Wired { use_cases, issuer, clock } = match prepared.await {
            Ok(wired) => wired,
            Err(error) => {
                database.close().await;
                return Err(error);
            }
        };
        if let Some(gate) = self.gate.take() {
            gate.open(use_cases.services);
        }
        key_watch::start(&self.tasks, self.config.keys_dir.clone(), issuer);
        mail_worker::start(&self.tasks, use_cases.dispatcher);
        photos::start_sweep(&self.tasks, clock.clone(), use_cases.sweep);
        housekeeping::start(&self.tasks, clock, use_cases.housekeeping);
        self.database = Some(database);
        Ok(())
    }

    /// Shuts down in order: no new requests, requests in flight, the current mail, the database.
    pub async fn close(self) {
        self.tasks.end().await;
        if let Some(database) = self.database {
            database.close().await;
        }
    }
}

fn complain(error: &anyhow::Error) {
    tracing::error!(
        error = format!("{error:#}"),
        "cannot open the database yet; serving pages only, the API answers 503; retrying"
    );
}

/// Binds, serves the pages at once, and the API as soon as the database is open. Returns then, or after a failed first
/// attempt, which [`Running::stopped`] goes on retrying. Await it directly in `main` (see [`open_database`]).
///
/// # Errors
/// An error that retrying cannot fix, in words for the operator; nothing is left running.
pub async fn serve(config: &Config, overrides: Overrides, tasks: Tasks) -> anyhow::Result<Running> {
    raise_open_files();
    let listener = listener::bind(config.listen).await?;
    let address = listener.local_addr().context("FORUM__HTTP__LISTEN")?;
    let url = format!("http://{address}");
    if config.origin.is_none() && address.ip().is_unspecified() {
        tracing::warn!(
            "FORUM__SITE__ORIGIN is not set: links in mails and in pages begin with {url}, which nobody else can open"
        );
    }
    let origin = config.origin.clone().unwrap_or_else(|| url.clone());
    let mailbox = mailbox::of(config, &origin);
    let mailbox_address = mailbox.as_ref().map(|mailbox| mailbox::address(&url, mailbox));
    let (site, gate) = forum_http::build_closed_site(
        Arc::new(RandomIds),
        SiteSettings {
            hsts: origin.starts_with("https://"),
            origin: origin.clone(),
            mailbox,
            trusted_proxies: config.trusted_proxies.clone(),
            ..SiteSettings::default()
        },
    );
    let answer = move |request, peer| site.clone().answer(request, peer);
    tasks.spawn(server::run(listener, answer, overrides.limits, tasks.clone()));
    let mut running = Running {
        mailbox: mailbox_address,
        url,
        config: config.clone(),
        origin,
        clock: overrides.clock,
        gate: Some(gate),
        tasks,
        database: None,
    };
    match running.open().await {
        Ok(()) => {}
        Err(error) if is_passing(&error) => complain(&error),
        Err(error) => {
            running.close().await;
            return Err(error);
        }
    }
    Ok(running)
}
