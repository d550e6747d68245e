//! A serving process: site, API, mail worker and the sweep of photos.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::postgres::migrate;
use forum_domain::shared::Clock;
use forum_http::SiteSettings;
use poem::listener::TcpAcceptor;

use crate::config::Config;
use crate::database::{Database, Use, open_database};
use crate::lifecycle::{GRACE, Tasks};
use crate::{listener, mail_worker, mailbox, photos, wiring};

/// What tests replace in a process of their own; nothing of it can be set from outside.
#[derive(Default)]
pub struct Overrides {
    /// Another clock.
    pub clock: Option<Arc<dyn Clock>>,
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
    let listener = listener::bind(config.listen).await?;
    let address = listener.local_addr().context("FORUM__HTTP__LISTEN")?;
    let url = format!("http://{address}");
    let origin = config.origin.clone().unwrap_or_else(|| url.clone());

    let database = open_database(config, Use::Serving).await?;
    let prepared = async {
        migrate(&database.pool).await.context("the database's schema cannot be brought up to date")?;
        wiring::wire(config, &database.pool, &origin, overrides.clock)
    };
    let wired = match prepared.await {
        Ok(wired) => wired,
        Err(error) => {
            database.close().await;
            return Err(error);
        }
    };

    let mailbox = mailbox::of(config, &origin);
    let has_mailbox = mailbox.is_some();
    let site = forum_http::build_site(
        wired.services,
        SiteSettings {
            mailbox,
            hsts: origin.starts_with("https://"),
            trusted_proxies: config.trusted_proxies.clone(),
            ..SiteSettings::default()
        },
    );
    let acceptor = TcpAcceptor::from_tokio(listener).context("FORUM__HTTP__LISTEN")?;
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        let server = poem::Server::new_with_acceptor(acceptor);
        let until = stop.clone();
        if let Err(error) =
            server.run_with_graceful_shutdown(site, async move { until.cancelled().await }, Some(GRACE)).await
        {
            tracing::error!(%error, "the server ended");
        }
        // Whatever ended the server ends the process.
        stop.cancel();
    });
    mail_worker::start(&tasks, wired.dispatcher);
    photos::start_sweep(&tasks, wired.sweep);
    Ok(Running { mailbox: has_mailbox.then(|| format!("{url}/dev/mail")), url, tasks, database })
}
