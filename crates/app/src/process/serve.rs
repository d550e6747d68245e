//! A serving process. It serves the pages immediately, and starts the API, mail worker, photo sweep and housekeeping as
//! soon as the database is open.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::system::{RandomIds, SystemClock};
use forum_adapters::trace_context;
use forum_domain::shared::Clock;
use forum_http::{ContinueTrace, SecurityTxt, SiteFile, SiteFiles, SiteSettings, Traffic};
use rust_embed::Embed;
use time::{Duration, OffsetDateTime};

use super::{Process, serve_metrics};
use crate::config::Config;
use crate::lifecycle::{Tasks, raise_open_files};
use crate::server::listener;
use crate::server::{self, ConnectionLimits};
use crate::wiring::mailbox;

/// The built frontend, embedded in the program. Debug builds without the feature `embed` read `ui/dist`.
#[derive(Embed)]
#[folder = "../../ui/dist"]
struct Dist;

struct EmbeddedFiles;

impl SiteFiles for EmbeddedFiles {
    fn read(&self, path: &str) -> Option<SiteFile> {
        Dist::get(path).map(|file| SiteFile { hash: file.metadata.sha256_hash(), data: file.data })
    }
}

#[derive(Default)]
pub struct Overrides {
    /// Replaces the system clock; only tests do so.
    pub clock: Option<Arc<dyn Clock>>,
    pub limits: ConnectionLimits,
    /// Disables mail worker, photo sweep and housekeeping, which other processes on the same database run.
    pub no_worker: bool,
}

pub struct Running {
    /// The bound address as a URL without a trailing slash.
    pub url: String,
    /// URL of the spooled mails, if mail is spooled; it contains the key that grants access.
    pub mailbox: Option<String>,
    pub(crate) process: Process,
}

impl Running {
    pub async fn close(self) {
        self.process.close().await;
    }
}

/// Where to report vulnerabilities (RFC 9116). A reader who keeps the text must read it again within half a year.
fn security_txt(contact: &str, origin: &str, now: OffsetDateTime) -> String {
    let expires = (now + Duration::days(180)).date();
    format!(
        "Contact: {contact}\nExpires: {expires}T00:00:00Z\nPreferred-Languages: en\n\
         Canonical: {origin}/.well-known/security.txt\n"
    )
}

/// Binds, serves the pages immediately, and the API as soon as the database is open. Returns at that point or after a
/// failed first attempt, which [`Process::stopped`] continues to retry. Await it directly in `main`, like
/// [`Process::begin`].
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
    let traffic = Traffic::default();
    let metrics = serve_metrics(config, traffic.clone(), &tasks)?;
    let mailbox = mailbox::open(config, &origin);
    let mailbox_address = mailbox.as_ref().map(|mailbox| mailbox::address(&url, mailbox));
    let settings = SiteSettings {
        hsts: origin.starts_with("https://"),
        origin: origin.clone(),
        mailbox,
        site: config.site.clone(),
        trusted_proxies: config.trusted_proxies.clone(),
        cors_origins: config.cors_origins.clone(),
        security_txt: config.security_contact.clone().map(|contact| {
            let (origin, clock) = (origin.clone(), overrides.clock.clone());
            let now = move || clock.as_ref().map_or_else(|| SystemClock.now(), |clock| clock.now());
            Arc::new(move || security_txt(&contact, &origin, now())) as SecurityTxt
        }),
        draining: tasks.draining.clone(),
        stop: tasks.stop.clone(),
        tasks: tasks.tracker.clone(),
        // Not /tmp, which may be in memory.
        temporary_files: config.data_dir.clone(),
        files: Arc::new(EmbeddedFiles),
        traffic,
        continue_trace: config.traces.as_ref().map(|_| trace_context::continue_trace as ContinueTrace),
        ..SiteSettings::default()
    };
    let limits = ConnectionLimits { of_network: config.connections_of_network, ..overrides.limits };
    let proxies = settings.trusted_proxies.clone();
    let (site, gate) = forum_http::build_closed_site(Arc::new(RandomIds), settings);
    let answer = move |request, peer| site.clone().answer(request, peer);
    tasks.spawn(server::run(listener, answer, limits, proxies, tasks.clone()));
    let process = Process {
        config: config.clone(),
        origin,
        clock: overrides.clock,
        gate: Some(Box::new(gate)),
        runs_worker: !overrides.no_worker,
        metrics,
        tasks,
        database: None,
    };
    Ok(Running { url, mailbox: mailbox_address, process: process.begin().await? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_security_contact_expires_within_a_year() {
        let now = time::macros::datetime!(2026-11-28 02:00 UTC);
        assert_eq!(
            security_txt("mailto:security@example.org", "https://forum.example", now),
            "Contact: mailto:security@example.org\nExpires: 2027-05-27T00:00:00Z\nPreferred-Languages: en\n\
             Canonical: https://forum.example/.well-known/security.txt\n"
        );
    }
}
