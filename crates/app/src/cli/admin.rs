//! `admin create|grant|revoke|list`. Passwords come from a prompt or standard input, never from an argument, which
//! other users of the machine could see.

use std::io::Read;

use anyhow::{Context, bail};
use clap::Subcommand;
use forum_domain::accounts::{NewAccount, Role};
use forum_domain::users::UserChange;

use super::users::{ChangeArguments, change_user};
use super::{origin, require_own_schema, say, with_database};
use crate::config::Config;
use crate::database::Database;
use crate::wiring::{admin_accounts, user_administration};

/// Maximum number of bytes read from standard input; the policy's own limit is lower.
const PASSWORD_BYTES: u64 = 4_096;

#[derive(Subcommand)]
pub enum AdminCommand {
    /// Create an account that is an administrator and has a confirmed address.
    Create {
        /// Email address to sign in with.
        #[arg(long)]
        email: String,
        /// First name.
        #[arg(long)]
        first_name: String,
        /// Last name.
        #[arg(long)]
        last_name: String,
        /// Read the password from standard input instead of prompting.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Make an existing account an administrator.
    Grant(ChangeArguments),
    /// Revoke an administrator's role. The last administrator keeps it.
    Revoke(ChangeArguments),
    /// List the administrators.
    List,
}

pub async fn run(config: &Config, command: AdminCommand) -> anyhow::Result<()> {
    // Prompt before opening the database, because the operator may take a long time to choose a password.
    let password = match &command {
        AdminCommand::Create { password_stdin, .. } => Some(read_password(*password_stdin)?),
        _ => None,
    };
    with_database(config, async |database: &Database| {
        database.migrate(config).await?;
        if !matches!(command, AdminCommand::List) {
            require_own_schema(&database.pool).await?;
        }
        let accounts = admin_accounts(&database.pool);
        let users = user_administration(&database.pool, origin(config));
        match command {
            AdminCommand::Create { email, first_name, last_name, .. } => {
                let password = password.unwrap_or_default();
                accounts.create(NewAccount { email: email.clone(), first_name, last_name, password }).await?;
                say(&format!("{email} is an administrator"))
            }
            AdminCommand::Grant(arguments) => {
                let user = change_user(&users, UserChange::Grant(Role::Admin), &arguments).await?;
                say(&format!("{} is an administrator", user.email.as_str()))
            }
            AdminCommand::Revoke(arguments) => {
                let user = change_user(&users, UserChange::Revoke(Role::Admin), &arguments).await?;
                say(&format!("{} is not an administrator", user.email.as_str()))
            }
            AdminCommand::List => {
                for user in accounts.list().await? {
                    say(&format!("{}\t{} {}", user.email.as_str(), user.name.first, user.name.last))?;
                }
                Ok(())
            }
        }
    })
    .await
}

fn read_password(from_stdin: bool) -> anyhow::Result<String> {
    if from_stdin {
        let mut text = String::new();
        std::io::stdin()
            .take(PASSWORD_BYTES)
            .read_to_string(&mut text)
            .context("cannot read the password from standard input")?;
        return Ok(text.trim_end_matches(['\n', '\r']).to_owned());
    }
    let password = rpassword::prompt_password("Password: ")
        .context("no terminal to prompt for the password; use --password-stdin")?;
    if rpassword::prompt_password("Again: ")? != password {
        bail!("the passwords do not match");
    }
    Ok(password)
}
