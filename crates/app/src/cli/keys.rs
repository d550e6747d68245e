//! The commands `keys rotate|start-over`.

use anyhow::Context;
use clap::Subcommand;
use forum_adapters::crypto::KeyDirectory;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;

use super::{instant, require_own_schema, say, with_database};
use crate::config::Config;
use crate::database::Database;
use crate::site_keys;

#[derive(Subcommand)]
pub enum KeysCommand {
    /// Add a new signing key for access tokens, even while the site is running. The key is published immediately and
    /// signs after 15 minutes. Sessions stay open.
    Rotate,
    /// Use the keys in FORUM__KEYS__DIR and create missing ones, after the site's keys were lost or stolen.
    ///
    /// Stop the site first. A new master.secret ends all sessions and invalidates mailed links, authenticator apps and
    /// recovery codes (`users factors reset` restores a user's access).
    StartOver,
}

/// Runs the command. A rotation only needs the keys directory.
pub async fn run(config: &Config, command: &KeysCommand) -> anyhow::Result<()> {
    match command {
        KeysCommand::StartOver => {
            with_database(config, async |database: &Database| {
                database.migrate(config).await?;
                require_own_schema(&database.pool).await?;
                site_keys::start_over(config, &database.pool).await
            })
            .await?;
            say(&format!("the database now uses the keys in {}", config.keys_dir.display()))
        }
        KeysCommand::Rotate => {
            let done =
                KeyDirectory::rotate(&config.keys_dir, SystemClock.now()).context("FORUM__KEYS__DIR")?;
            let what = if done.created { "the new key" } else { "a new key exists already:" };
            let (id, from, until) = (done.id, instant(done.signs_from), instant(done.old_until));
            say(&format!("{what} {id} signs from {from}; the previous key is accepted until {until}"))
        }
    }
}
