//! `mail list|retry|discard`: lists the outbox, and retries or discards dead letters. `mail template` is in
//! `mail_template.rs`.

use std::io::Write;

use anyhow::Context;
use clap::{Args, Subcommand};
use forum_domain::mail::{EmailMessages, MailHost, MailRecord, MailSort, MailState};
use forum_domain::shared::{Page, Refusal};
use forum_domain::users::Actor;
use uuid::Uuid;

use super::mail_template::{self, TemplateCommand};
use super::{check_schema, instant, say, with_database, word_parser};
use crate::config::Config;
use crate::database::Database;
use crate::wiring::email_messages;

#[derive(Subcommand)]
pub enum MailCommand {
    /// List mails, newest first: id, state, number of delivery attempts, when it was queued, kind, masked address, last
    /// error.
    List {
        /// Only mails in this state.
        #[arg(long, value_parser = word_parser::<MailState>())]
        state: Option<MailState>,
        /// Maximum number of mails, 1 to 100.
        #[arg(long, default_value_t = i64::from(Page::DEFAULT_LIMIT))]
        limit: i64,
        /// Continue an earlier list at the cursor that it printed.
        #[arg(long)]
        cursor: Option<String>,
    },
    /// Queue failed mails again; a serving process sends them.
    Retry(RetryArguments),
    /// Delete failed mails permanently, with their addresses.
    Discard {
        /// Ids of failed mails, as `mail list` shows them.
        #[arg(required = true)]
        ids: Vec<Uuid>,
    },
    /// Show, edit, preview and test the templates of mails about applications.
    #[command(subcommand)]
    Template(TemplateCommand),
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

pub async fn run(config: &Config, command: MailCommand) -> anyhow::Result<()> {
    with_database(config, async |database: &Database| {
        let reads = match &command {
            MailCommand::List { .. } => true,
            MailCommand::Retry(_) | MailCommand::Discard { .. } => false,
            MailCommand::Template(command) => command.reads(),
        };
        check_schema(&database.pool, reads).await?;
        let mails = email_messages(&database.pool);
        match command {
            MailCommand::List { state, limit, cursor } => list(&mails, state, limit, cursor.as_deref()).await,
            MailCommand::Template(command) => mail_template::run(config, &database.pool, command).await,
            MailCommand::Retry(RetryArguments { id: Some(id), .. }) => {
                mails.retry(Actor::CommandLine, id, None).await.with_context(|| format!("mail {id}"))?;
                say(&format!("{id} is queued again"))
            }
            MailCommand::Discard { ids } => {
                for id in ids {
                    mails.discard(Actor::CommandLine, id).await.with_context(|| format!("mail {id}"))?;
                    say(&format!("{id} is discarded"))?;
                }
                Ok(())
            }
            MailCommand::Retry(_) => {
                let count = mails.retry_all_failed(Actor::CommandLine).await?;
                say(&format!("mails queued again: {count}"))
            }
        }
    })
    .await
}

async fn list(
    mails: &EmailMessages,
    state: Option<MailState>,
    limit: i64,
    cursor: Option<&str>,
) -> anyhow::Result<()> {
    let page = Page::new(Some(limit), None).map_err(Refusal::from)?;
    let request = MailSort::page(state, page);
    let request = match cursor {
        Some(cursor) => request.at(cursor).context("--cursor")?,
        None => request,
    };
    let page = mails.list(Actor::CommandLine, state, request).await?;
    for mail in &page.items {
        say(&line(mail))?;
    }
    // Everything else goes to standard error, so that programs can parse the list.
    if let Some(MailHost { paused_until: Some(until), words, .. }) = mails.pause(Actor::CommandLine).await? {
        let (until, words) = (instant(until), words.unwrap_or_default());
        writeln!(std::io::stderr(), "sending is paused until {until}; then one mail is tried: {words}")?;
    }
    if let Some(cursor) = page.next_cursor {
        writeln!(std::io::stderr(), "more mails exist; continue with --cursor {cursor}")?;
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
