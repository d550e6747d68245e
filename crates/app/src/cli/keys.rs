//! `keys rotate`.

use anyhow::Context;
use clap::Subcommand;
use forum_adapters::crypto::KeyDirectory;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;

use super::say;
use crate::config::Config;

#[derive(Subcommand)]
pub enum KeysCommand {
    /// Add a new signing key for access tokens; this also works while the site is running. The key is published
    /// immediately and signs a quarter of an hour later; nobody has to sign in again.
    Rotate,
}

/// Runs the command; it only needs the keys directory.
pub fn run(config: &Config, command: &KeysCommand) -> anyhow::Result<()> {
    match command {
        KeysCommand::Rotate => {
            let done =
                KeyDirectory::rotate(&config.keys_dir, SystemClock.now()).context("FORUM__KEYS__DIR")?;
            let what = if done.made { "a new key" } else { "a new key is already waiting:" };
            let (id, from, until) = (done.id, done.signs_from, done.old_until);
            say(&format!("{what} {id} signs from {from}; the previous key is accepted until {until}"))
        }
    }
}
