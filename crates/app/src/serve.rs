//! A serving process: site, API, mail worker, the sweep of photos and housekeeping.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::postgres::migrate;
use forum_domain::shared::Clock;
use forum_http::SiteSettings;

use crate::config::Config;
use crate::database::{Database, Use, open_database};
use crate::lifecycle::{Tasks, raise_open_files};
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
    /// Where people read the mails that were spooled, if mail is spooled.
    pub mailbox: Option<String>,
    tasks: Tasks,
    database: Database,
}

impl Running {
    /// Returns when it can serve no longer.
    ///
    /// # Errors
    /// When the private PostgreSQL ended by itself.
    pub async fn stopped(&mut self) -> anyhow::Result<()> {
        tokio::select! {
            () = self.tasks.stop.cancelled() => Ok(()),
            lost = self.database.lost() => Err(lost.into()),
        }
    }

    /// Ends in order: no new requests, those in flight, the batch of mail in hand, the database.
    pub async fn close(self) {
        self.tasks.end().await;
        self.database.close().await;
    }
}

/// Starts everything. Await it directly in `main` (see [`open_database`]).
///
/// # Errors
/// In words for the person at the keyboard; nothing is left running.
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

    let database = open_database(config, Use::Serving).await?;
    let prepared = async {
        migrate(&database.pool).await.context("the database's schema cannot be brought up to date")?;
        wiring::wire(config, &database.pool, &origin, overrides.clock)
    };
    let wiring::Wired { use_cases, issuer, clock } = match prepared.await {
        Ok(wired) => wired,
        Err(error) => {
            database.close().await;
            return Err(error);
        }
    };

    let mailbox = mailbox::of(config, &origin);
    let has_mailbox = mailbox.is_some();
    let site = forum_http::build_site(
        use_cases.services,
        SiteSettings {
            hsts: origin.starts_with("https://"),
            origin,
            mailbox,
            trusted_proxies: config.trusted_proxies.clone(),
            ..SiteSettings::default()
        },
    );
    tasks.spawn(server::run(listener, site, overrides.limits, tasks.clone()));
    key_watch::start(&tasks, config.keys_dir.clone(), issuer);
    mail_worker::start(&tasks, use_cases.dispatcher);
    photos::start_sweep(&tasks, clock.clone(), use_cases.sweep);
    housekeeping::start(&tasks, clock, use_cases.housekeeping);
    Ok(Running { mailbox: has_mailbox.then(|| format!("{url}/dev/mail")), url, tasks, database })
}
