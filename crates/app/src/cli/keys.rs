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
    /// Add a new signing key for access tokens, also beside a serving process. It is published at once and signs a
    /// quarter of an hour later; nobody has to sign in again.
    Rotate,
}

/// Runs the command; it needs the keys directory and nothing else.
pub fn run(config: &Config, command: &KeysCommand) -> anyhow::Result<()> {
    match command {
        KeysCommand::Rotate => {
            let done =
                KeyDirectory::rotate(&config.keys_dir, SystemClock.now()).context("FORUM__KEYS__DIR")?;
            let what = if done.made { "a new key" } else { "a new key waits already:" };
            let (id, from, until) = (done.id, done.signs_from, done.old_until);
            say(&format!("{what} {id} signs from {from}; the one before it is accepted until {until}"))
        }
    }
}
