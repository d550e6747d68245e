//! The command line. Error messages go to standard error; the exit code is 1.

mod admin;
mod backup;
mod commands;
mod doctor;
mod keys;
mod mail;
mod mail_template;
mod tokens;
mod users;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use forum_adapters::postgres::{ConnectionPool, MigrationState, UNRELEASED, migration_state};
use forum_adapters::tls::Trust;
use forum_domain::shared::Words;
use time::OffsetDateTime;

use crate::config::Config;
use crate::database::{Database, Use, open_database};
use crate::telemetry;

/// The Educators Forum site: pages, API and mail worker in one program.
///
/// Settings come from the environment; `config check` lists them. In development the program runs a private PostgreSQL
/// in FORUM__DATA__DIR unless DATABASE_URL is set.
#[derive(Parser)]
#[command(name = "educators-forum", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site and the API, send mails and run housekeeping (the default command).
    Serve(ServeArguments),
    /// Send mails and run housekeeping without a site. Needs DATABASE_URL and FORUM__SITE__ORIGIN.
    Worker,
    /// Apply pending migrations to the database and exit.
    Migrate,
    /// Print the OpenAPI document for the API.
    Openapi,
    /// Create and list administrators, and grant or revoke the role.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// List users, show one, disable and enable accounts.
    #[command(subcommand)]
    Users(users::UsersCommand),
    /// Rotate the keys for access tokens, or replace lost keys.
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Create, list and revoke tokens for programs that read.
    #[command(subcommand)]
    Tokens(tokens::TokensCommand),
    /// List mails, retry failed ones, and edit mail templates.
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Write database, photos and keys to one archive, even while the site is running.
    Backup(backup::BackupArguments),
    /// Restore a backup into an empty database, or check one.
    ///
    /// Database, file store and keys directory must be empty. The archive is checked before anything is written. The
    /// database is restored last, in one transaction, so an interrupted run can be repeated.
    Restore(backup::RestoreArguments),
    /// Check the installation: what is wrong, why it matters, how to fix it.
    Doctor(doctor::DoctorArguments),
    /// Inspect the settings.
    #[command(subcommand)]
    Config(ConfigCommand),
}

#[derive(Args, Default)]
struct ServeArguments {
    /// Serve only, without mails and housekeeping, which `worker` or another `serve` on the same database must run.
    #[arg(long)]
    no_worker: bool,
}

#[derive(Subcommand)]
enum ConfigCommand {
    /// Check the settings and print them without secrets.
    Check,
}

pub async fn run(
    arguments: impl IntoIterator<Item = OsString>,
    variables: Vec<(OsString, OsString)>,
) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // clap reports help and version as errors too, with their own streams and exit codes.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1));
        }
    };
    let done = match arguments.command.unwrap_or_else(|| Command::Serve(ServeArguments::default())) {
        Command::Openapi => say(forum_http::openapi_document().trim_end()),
        Command::Doctor(arguments) => match telemetry::start(None, &Trust::default()).await {
            Ok(_log) => Box::pin(doctor::run(Config::read(variables), &arguments)).await,
            Err(error) => Err(error),
        },
        command => match Config::read(variables) {
            Err(errors) => Err(errors.into()),
            Ok(config) => with_settings(&config, command).await,
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error);
            ExitCode::FAILURE
        }
    }
}

/// Runs the commands that need settings. Only long-running programs send traces.
async fn with_settings(config: &Config, command: Command) -> anyhow::Result<()> {
    let traces = config.traces.as_deref().filter(|_| matches!(command, Command::Serve(_) | Command::Worker));
    let telemetry = telemetry::start(traces, &config.trust).await?;
    let done = match command {
        Command::Serve(arguments) => Box::pin(commands::serve(config, arguments.no_worker)).await,
        Command::Worker => Box::pin(commands::work(config)).await,
        Command::Migrate => Box::pin(commands::migrate(config)).await,
        Command::Admin(command) => Box::pin(admin::run(config, command)).await,
        Command::Users(command) => Box::pin(users::run(config, command)).await,
        Command::Tokens(command) => Box::pin(tokens::run(config, command)).await,
        Command::Mail(command) => Box::pin(mail::run(config, command)).await,
        Command::Keys(command) => Box::pin(keys::run(config, &command)).await,
        Command::Backup(arguments) => Box::pin(backup::backup(config, arguments)).await,
        Command::Restore(arguments) => Box::pin(backup::run_restore(config, arguments)).await,
        Command::Config(ConfigCommand::Check) => commands::config_check(config),
        Command::Openapi | Command::Doctor(_) => Ok(()),
    };
    telemetry.end().await;
    done
}

/// Opens the database for one command. Await it directly in `main`, like `open_database`.
async fn with_database<T>(
    config: &Config,
    command: impl AsyncFnOnce(&Database) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let database = open_database(config, Use::Command).await?;
    let done = command(&database).await;
    database.close().await;
    done
}

/// Checks the schema for a command. Only commands that read may use a newer one.
async fn check_schema(pool: &ConnectionPool, only_reads: bool) -> anyhow::Result<()> {
    match only_reads && migration_state(pool).await? == MigrationState::Ahead {
        true => Ok(()),
        false => require_own_schema(pool).await,
    }
}

/// Refuses to write to a schema of another version, because a newer one may have unknown constraints.
async fn require_own_schema(pool: &ConnectionPool) -> anyhow::Result<()> {
    match migration_state(pool).await? {
        MigrationState::Current => Ok(()),
        MigrationState::Behind => bail!(
            "migrations of this program are not applied yet; start it or run `educators-forum migrate`, then try again"
        ),
        MigrationState::Ahead => bail!(
            "the database's schema is newer than this program, so nothing was changed; run this command with \
             the newest version that was started on this database"
        ),
        MigrationState::Unreleased => bail!(UNRELEASED),
    }
}

/// The origin for links in output if none is configured. The serving process composes mails.
const LOCAL_ORIGIN: &str = "http://127.0.0.1:8080";

fn origin(config: &Config) -> &str {
    config.origin.as_deref().unwrap_or(LOCAL_ORIGIN)
}

/// Parses one of the words of an enum, which the help lists.
fn word_parser<T: Words + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::WORDS.iter().map(|word| word.word()))
        .try_map(|word| T::of_word(&word).ok_or("an unknown word"))
}

/// A time in UTC to the second.
fn instant(at: OffsetDateTime) -> String {
    let (hour, minute, second) = at.time().as_hms();
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", at.date())
}

/// Prints a line on standard output. A closed pipe (`| head`) is not an error.
fn say(line: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn print_error(error: &anyhow::Error) {
    let _ = writeln!(std::io::stderr(), "educators-forum: {error:#}");
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::error::ErrorKind;

    use super::*;

    #[test]
    fn every_command_in_the_documentation_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let documents =
            fs::read_dir(root.join("docs")).expect("the folder").map(|entry| entry.expect("an entry").path());
        let mut seen = 0;
        for file in documents.chain([root.join("README.md")]).filter(|file| !file.is_dir()) {
            let text = fs::read_to_string(&file).expect("a document").replace("$(date +%F)", "today");
            // Lines of blocks, and spans in running text, where arguments may be omitted.
            let parts = text.lines().flat_map(|line| line.split('`').chain([line.trim()]));
            let is_command =
                |part: &&str| part.starts_with("educators-forum ") || part.starts_with("forumctl ");
            for command in parts.filter(is_command) {
                seen += 1;
                let words = shlex::split(command).expect("a command line").into_iter();
                let words = words.take_while(|word| !["|", ">", "&&"].contains(&word.as_str()));
                let incomplete = [
                    ErrorKind::MissingRequiredArgument,
                    ErrorKind::MissingSubcommand,
                    ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
                ];
                let refused = Arguments::try_parse_from(words).err();
                let known = refused
                    .is_none_or(|refused| !refused.use_stderr() || incomplete.contains(&refused.kind()));
                assert!(known, "{}: {command}", file.display());
            }
        }
        assert!(seen >= 20, "only {seen} commands were found");
    }
}
