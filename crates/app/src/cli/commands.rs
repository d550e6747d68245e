//! The commands `serve`, `worker`, `migrate` and `config check`.

use anyhow::{Context, bail};
use forum_adapters::postgres::{MigrationState, migration_state};
use sd_notify::NotifyState;

use super::{say, with_database};
use crate::config::{Config, features_off};
use crate::database::Database;
use crate::lifecycle::{Signals, Tasks, notify};
use crate::process::{Overrides, Process, serve as start, work as start_work};

/// Serves until SIGTERM or SIGINT; a second signal does not wait for requests in flight. The first line on standard
/// output is `listening on <url>`, printed when the API works or the first attempt to open the database has failed.
pub async fn serve(config: &Config, no_worker: bool) -> anyhow::Result<()> {
    let mut signals = Signals::of_service().context("signal handlers")?;
    let overrides = Overrides { no_worker, ..Overrides::default() };
    let running = tokio::select! {
        running = start(config, overrides, Tasks::default()) => running?,
        () = signals.next() => return Ok(()),
    };
    say(&format!("listening on {}", running.url))?;
    notify(NotifyState::Ready);
    if let Some(mailbox) = &running.mailbox {
        tracing::info!("mail is stored instead of sent; read it at {mailbox}");
    }
    run_until_signal(running.process, signals).await
}

/// Sends mails and cleans up until SIGTERM or SIGINT; a second signal does not wait for the current mail. The
/// first line on standard output is `working for <origin>`, printed when work begins or the first attempt to open the
/// database has failed.
pub async fn work(config: &Config) -> anyhow::Result<()> {
    let mut signals = Signals::of_service().context("signal handlers")?;
    let process = tokio::select! {
        process = start_work(config, Tasks::default()) => process?,
        () = signals.next() => return Ok(()),
    };
    say(&format!("working for {}", process.origin))?;
    notify(NotifyState::Ready);
    run_until_signal(process, signals).await
}

async fn run_until_signal(mut process: Process, mut signals: Signals) -> anyhow::Result<()> {
    let stopped = tokio::select! {
        stopped = process.stopped() => stopped,
        () = signals.next() => Ok(()),
    };
    notify(NotifyState::Stopping);
    tracing::info!("shutting down; a second signal ends the program immediately");
    tokio::select! {
        () = process.close() => stopped,
        () = signals.next() => bail!("ended immediately by a second signal; work in progress was interrupted"),
    }
}

pub async fn migrate(config: &Config) -> anyhow::Result<()> {
    let migrated = with_database(config, async |database: &Database| {
        database.migrate(config).await?;
        Ok(migration_state(&database.pool).await?)
    });
    match migrated.await? {
        MigrationState::Ahead => say("the schema is newer than this program; nothing was changed"),
        _ => say("the schema is up to date"),
    }
}

/// Prints the settings, which were checked when they were read.
pub fn config_check(config: &Config) -> anyhow::Result<()> {
    for (name, value) in &config.shown {
        say(&format!("{name} = {value}"))?;
    }
    let off = features_off(&config.site);
    if !off.is_empty() {
        say("\nswitched off:")?;
    }
    off.iter().try_for_each(|line| say(line))
}
