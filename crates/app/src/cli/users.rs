//! The commands `users list|show|disable|enable|factors`.

use std::io::Write;

use clap::{Args, Subcommand};
use forum_domain::accounts::{Role, User};
use forum_domain::shared::{Code, Order, Page, Refusal};
use forum_domain::users::{Actor, UserAdministration, UserChange, UserFilter, UserSort, UserSummary};
use time::OffsetDateTime;

use super::{check_schema, origin, say, with_database, word_parser};
use crate::config::Config;
use crate::database::Database;
use crate::wiring::user_administration;

#[derive(Subcommand)]
pub enum UsersCommand {
    /// List users, newest first: id, address, name, roles, when the address was confirmed, when it was disabled, last
    /// sign-in.
    List(ListArguments),
    /// Show one user with their applications and number of sessions.
    Show {
        /// Email address of the account.
        #[arg(long)]
        email: String,
    },
    /// Disable an account: its sessions end, and sign-in is refused.
    Disable(ReasonArguments),
    /// Enable a disabled account.
    Enable(ChangeArguments),
    /// Manage the second factors of an account.
    #[command(subcommand)]
    Factors(FactorsCommand),
}

#[derive(Args)]
pub struct ChangeArguments {
    /// Email address of the account.
    #[arg(long)]
    email: String,
    /// Reason, for the audit log.
    #[arg(long)]
    reason: Option<String>,
}

#[derive(Subcommand)]
pub enum FactorsCommand {
    /// Remove all authenticators and recovery codes of an account. Its owner is notified by mail. Verify the identity
    /// of the requester first.
    Reset(ReasonArguments),
}

#[derive(Args)]
pub struct ReasonArguments {
    /// Email address of the account.
    #[arg(long)]
    email: String,
    /// Reason, for the audit log.
    #[arg(long)]
    reason: String,
}

#[derive(Args)]
pub struct ListArguments {
    /// Only users with this role.
    #[arg(long, value_parser = word_parser::<Role>())]
    role: Option<Role>,
    /// Only users whose name or address contains this text.
    #[arg(long)]
    query: Option<String>,
    /// Maximum number of users, 1 to 100.
    #[arg(long, default_value_t = i64::from(Page::DEFAULT_LIMIT))]
    limit: i64,
    /// Number of users to skip.
    #[arg(long, default_value_t = 0)]
    offset: i64,
}

pub async fn run(config: &Config, command: UsersCommand) -> anyhow::Result<()> {
    with_database(config, async |database: &Database| {
        let reads = matches!(command, UsersCommand::List(_) | UsersCommand::Show { .. });
        check_schema(&database.pool, reads).await?;
        let users = user_administration(&database.pool, origin(config));
        match command {
            UsersCommand::List(arguments) => list(&users, arguments).await,
            UsersCommand::Show { email } => show(&users, &email).await,
            UsersCommand::Disable(ReasonArguments { email, reason }) => {
                let arguments = ChangeArguments { email, reason: Some(reason) };
                let user = change_user(&users, UserChange::Disable, &arguments).await?;
                say(&format!("{} is disabled", user.email.as_str()))
            }
            UsersCommand::Factors(FactorsCommand::Reset(ReasonArguments { email, reason })) => {
                let id = users.id_of(Actor::CommandLine, &email).await?;
                let removed = users.read(Actor::CommandLine, id).await?.factors.len();
                let change = UserChange::RemoveFactors;
                users.change(Actor::CommandLine, id, change, Some(&reason)).await?;
                say(&format!("second factors of {email} removed: {removed}"))
            }
            UsersCommand::Enable(arguments) => {
                let user = change_user(&users, UserChange::Enable, &arguments).await?;
                say(&format!("{} is enabled", user.email.as_str()))
            }
        }
    })
    .await
}

/// Returns the new state of the user.
pub(super) async fn change_user(
    users: &UserAdministration,
    change: UserChange,
    ChangeArguments { email, reason }: &ChangeArguments,
) -> anyhow::Result<User> {
    let id = users.id_of(Actor::CommandLine, email).await?;
    match users.change(Actor::CommandLine, id, change, reason.as_deref()).await {
        Err(refusal) if refusal.code == Code::LastAdmin => {
            anyhow::bail!("this is the last administrator; appoint another one first")
        }
        changed => Ok(changed?.user),
    }
}

async fn list(users: &UserAdministration, arguments: ListArguments) -> anyhow::Result<()> {
    let ListArguments { role, query, limit, offset } = arguments;
    let page = Page::new(Some(limit), Some(offset)).map_err(Refusal::from)?;
    let filter = UserFilter { role, query, ..UserFilter::default() };
    let request = filter.page(page, UserSort::CreatedAt, Order::Desc);
    let listing = users.list(Actor::CommandLine, filter, request).await?;
    for user in &listing.items {
        say(&line(user))?;
    }
    let shown_to = u64::from(page.offset) + listing.items.len() as u64;
    if listing.next_cursor.is_some() {
        // On standard error, so that programs can parse the list.
        let more = match listing.total.saturating_sub(shown_to) {
            more if listing.total_is_exact => more.to_string(),
            more => format!("at least {}", more.max(1)),
        };
        writeln!(std::io::stderr(), "{more} more; continue with --offset {shown_to}")?;
    }
    Ok(())
}

async fn show(users: &UserAdministration, email: &str) -> anyhow::Result<()> {
    let id = users.id_of(Actor::CommandLine, email).await?;
    let detail = users.read(Actor::CommandLine, id).await?;
    let UserSummary { user, last_sign_in_at, .. } = &detail.summary;
    say(&format!("id\t{}", user.id))?;
    say(&format!("address\t{}", user.email.as_str()))?;
    say(&format!("name\t{} {}", user.name.first, user.name.last))?;
    say(&format!("roles\t{}", roles(user)))?;
    say(&format!("created\t{}", instant(Some(user.created_at))))?;
    say(&format!("disabled\t{}", instant(user.disabled_at)))?;
    say(&format!("last sign-in\t{}", instant(*last_sign_in_at)))?;
    say(&format!("sessions\t{}", detail.sessions))?;
    for (id, status) in &detail.applications {
        say(&format!("application\t{id}\t{}", status.as_str()))?;
    }
    Ok(())
}

fn line(UserSummary { user, last_sign_in_at, .. }: &UserSummary) -> String {
    let User { id, email, name, created_at, disabled_at, .. } = user;
    let [created, disabled, signed_in] = [Some(*created_at), *disabled_at, *last_sign_in_at].map(instant);
    let (email, first, last, roles) = (email.as_str(), &name.first, &name.last, roles(user));
    format!("{id}\t{email}\t{first} {last}\t{roles}\t{created}\t{disabled}\t{signed_in}")
}

fn roles(user: &User) -> String {
    user.roles.iter().map(Role::as_str).collect::<Vec<_>>().join(",")
}

fn instant(at: Option<OffsetDateTime>) -> String {
    at.map_or_else(|| "-".to_owned(), super::instant)
}
