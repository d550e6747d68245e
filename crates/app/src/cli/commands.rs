//! `serve`, `migrate` and `config check`.

use anyhow::Context;

use super::say;
use crate::config::Config;
use crate::database::{Use, open_database};
use crate::lifecycle::{Tasks, on_signal};
use crate::serve::{Overrides, serve as start};

/// Serves until SIGTERM or SIGINT. The first line on standard output is `listening on <url>`.
pub async fn serve(config: &Config) -> anyhow::Result<()> {
    let tasks = Tasks::default();
    on_signal(&tasks).context("signal handlers")?;
    let stop = tasks.stop.clone();
    let running = tokio::select! {
        running = start(config, Overrides::default(), tasks) => running?,
        () = stop.cancelled() => return Ok(()),
    };
    say(&format!("listening on {}", running.url))?;
    if let Some(mailbox) = &running.mailbox {
        tracing::info!("mail is not sent but kept; read it at {mailbox}");
    }
    running.stopped().await;
    tracing::info!("ending");
    running.close().await;
    Ok(())
}

/// Brings the schema up to date.
pub async fn migrate(config: &Config) -> anyhow::Result<()> {
    let database = open_database(config, Use::Command).await?;
    let migrated = forum_adapters::postgres::migrate(&database.pool).await;
    database.close().await;
    migrated.context("the database's schema cannot be brought up to date")?;
    say("the schema is up to date")
}

/// Prints the settings; they were checked when they were read.
pub fn config_check(config: &Config) -> anyhow::Result<()> {
    for (name, value) in config.describe() {
        say(&format!("{name} = {value}"))?;
    }
    Ok(())
}
