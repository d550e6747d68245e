//! `mail list|retry`: lists the outbox and retries dead letters.

use std::io::Write;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use forum_adapters::postgres::{MigrationState, migration_state};
use forum_domain::mail::{MailAdministration, MailRecord, MailState};
use forum_domain::shared::Page;
use uuid::Uuid;

use super::{instant, require_own_schema, say};
use crate::config::Config;
use crate::database::{Use, open_database};
use crate::wiring::mail_administration;

#[derive(Subcommand)]
pub enum MailCommand {
    /// List mails, newest first: id, state, number of delivery attempts, when it was queued, kind, masked address, last
    /// error.
    List {
        /// Only mails in this state.
        #[arg(long, value_parser = state_parser())]
        state: Option<MailState>,
        /// Maximum number of mails, 1 to 100.
        #[arg(long, default_value_t = i64::from(Page::DEFAULT_LIMIT))]
        limit: i64,
        /// Number of mails to skip.
        #[arg(long, default_value_t = 0)]
        offset: i64,
    },
    /// Queue failed mails again; a serving process sends them.
    Retry(RetryArguments),
}

#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct RetryArguments {
    /// Id of one failed mail, as `mail list` shows it.
    id: Option<Uuid>,
    /// Every failed mail.
    #[arg(long)]
    all_failed: bool,
}

fn state_parser() -> impl TypedValueParser<Value = MailState> {
    PossibleValuesParser::new(MailState::ALL.map(MailState::as_str))
        .try_map(|word| MailState::parse(&word).ok_or("not a mail state"))
}

/// Runs one of the commands, with or without a serving process.
pub async fn run(config: &Config, command: MailCommand) -> anyhow::Result<()> {
    let database = open_database(config, Use::Command).await?;
    let done = async {
        let lists = matches!(command, MailCommand::List { .. });
        if !lists || migration_state(&database.pool).await? == MigrationState::Behind {
            require_own_schema(&database.pool).await?;
        }
        let mails = mail_administration(&database.pool);
        match command {
            MailCommand::List { state, limit, offset } => {
                let page =
                    Page::new(Some(limit), Some(offset)).map_err(|error| anyhow::anyhow!(error.detail))?;
                list(&mails, state, page).await
            }
            MailCommand::Retry(RetryArguments { id: Some(id), .. }) => {
                mails.retry(id).await.with_context(|| format!("mail {id}"))?;
                say(&format!("{id} is queued again"))
            }
            MailCommand::Retry(_) => {
                let count = mails.retry_all_failed().await?;
                say(&format!("mails queued again: {count}"))
            }
        }
    }
    .await;
    database.close().await;
    done
}

async fn list(mails: &MailAdministration, state: Option<MailState>, page: Page) -> anyhow::Result<()> {
    let listing = mails.list(state, page).await?;
    for mail in &listing.items {
        say(&line(mail))?;
    }
    let shown_to = u64::from(page.offset) + listing.items.len() as u64;
    if shown_to < listing.total {
        // On standard error, so that programs that read the list need not handle this line.
        let more = listing.total - shown_to;
        writeln!(std::io::stderr(), "{more} more; continue with --offset {shown_to}")?;
    }
    Ok(())
}

fn line(mail: &MailRecord) -> String {
    let MailRecord { id, kind, to, state, attempts, queued_at, last_error } = mail;
    let queued = instant(*queued_at);
    let error = last_error.as_deref().unwrap_or_default();
    let state = state.as_str();
    format!("{id}\t{state}\t{attempts}\t{queued}\t{kind}\t{to}\t{error}")
}
