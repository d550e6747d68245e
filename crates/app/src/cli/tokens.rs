//! The commands `tokens create|list|revoke`.

use std::io::Write;

use clap::{Subcommand, value_parser};
use forum_adapters::system::SystemClock;
use forum_domain::accounts::{Machine, TOKEN_DAYS_MAX, TokenScope};
use forum_domain::shared::Clock;

use super::{check_schema, instant, say, with_database, word_parser};
use crate::config::Config;
use crate::database::Database;
use crate::wiring::machine_tokens;

#[derive(Subcommand)]
pub enum TokensCommand {
    /// Create a token and print it. It cannot be read again.
    Create {
        /// Lowercase letters, digits and hyphens, for the audit log.
        #[arg(long)]
        name: String,
        /// `export` for exports only, `read` for everything that administrators read.
        #[arg(long, value_parser = word_parser::<TokenScope>())]
        scope: TokenScope,
        /// The number of days until it expires.
        #[arg(long, value_parser = value_parser!(u16).range(1..=i64::from(TOKEN_DAYS_MAX)))]
        days: u16,
    },
    /// List the tokens: name, scope, when each was created and expires, whether it is valid.
    List,
    /// Revoke a token. The next request with it is refused.
    Revoke { name: String },
}

pub async fn run(config: &Config, command: TokensCommand) -> anyhow::Result<()> {
    with_database(config, async |database: &Database| {
        check_schema(&database.pool, matches!(command, TokensCommand::List)).await?;
        let tokens = machine_tokens(&database.pool);
        match command {
            TokensCommand::Create { name, scope, days } => {
                let (machine, token) = tokens.create(&name, scope, days).await?;
                // Standard output has the token alone, so that a script can store it.
                say(&token)?;
                let until = instant(machine.expires_at);
                writeln!(std::io::stderr(), "{name} is valid until {until}; the token is not shown again")?;
                Ok(())
            }
            TokensCommand::List => {
                for machine in tokens.list().await? {
                    let Machine { name, scope, created_at, expires_at, .. } = machine;
                    let state = if expires_at > SystemClock.now() { "valid" } else { "expired" };
                    let (created, expires) = (instant(created_at), instant(expires_at));
                    say(&format!("{name}\t{}\t{created}\t{expires}\t{state}", scope.as_str()))?;
                }
                Ok(())
            }
            TokensCommand::Revoke { name } => {
                tokens.revoke(&name).await?;
                say(&format!("{name} is revoked"))
            }
        }
    })
    .await
}
