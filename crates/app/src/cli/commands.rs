//! `serve`, `migrate` and `config check`.

use anyhow::{Context, bail};
use forum_adapters::postgres::{MigrationState, migration_state};
use sd_notify::NotifyState;

use super::say;
use crate::config::Config;
use crate::database::{Use, open_database};
use crate::lifecycle::{Signals, Tasks, notify};
use crate::serve::{Overrides, serve as start};

/// Serves until SIGTERM or SIGINT; a second signal does not wait for requests in flight. The first line on standard
/// output is `listening on <url>`, printed when the API works or the first attempt to open the database has failed.
pub async fn serve(config: &Config) -> anyhow::Result<()> {
    let mut signals = Signals::install().context("signal handlers")?;
    let mut running = tokio::select! {
        running = start(config, Overrides::default(), Tasks::default()) => running?,
        () = signals.next() => return Ok(()),
    };
    say(&format!("listening on {}", running.url))?;
    notify(NotifyState::Ready);
    if let Some(mailbox) = &running.mailbox {
        tracing::info!("mail is stored instead of sent; read it at {mailbox}");
    }
    let stopped = tokio::select! {
        stopped = running.stopped() => stopped,
        () = signals.next() => Ok(()),
    };
    notify(NotifyState::Stopping);
    tracing::info!("shutting down; a second signal ends the program immediately");
    tokio::select! {
        () = running.close() => stopped,
        () = signals.next() => bail!("ended immediately by a second signal; requests in flight were interrupted"),
    }
}

/// Applies pending migrations.
pub async fn migrate(config: &Config) -> anyhow::Result<()> {
    let database = open_database(config, Use::Command).await?;
    let migrated = async {
        database.migrate(config).await?;
        anyhow::Ok(migration_state(&database.pool).await?)
    };
    let migrated = migrated.await;
    database.close().await;
    match migrated? {
        MigrationState::Ahead => say("the schema is newer than this program; nothing was changed"),
        MigrationState::Current | MigrationState::Behind => say("the schema is up to date"),
    }
}

/// Prints the settings, which were checked when they were read.
pub fn config_check(config: &Config) -> anyhow::Result<()> {
    for (name, value) in config.describe() {
        say(&format!("{name} = {value}"))?;
    }
    Ok(())
}
