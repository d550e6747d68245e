//! `doctor`: prints one line per finding. For a problem it also prints why it matters and how to fix it.

use anyhow::bail;
use clap::Args;

use super::say;
use crate::config::{Config, ConfigErrors};
use crate::doctor::{Finding, Trouble, examine, examine_invariants};

#[derive(Args)]
pub struct DoctorArguments {
    /// Check instead that the stored applications, decisions, roles, mails, counts, photos and the audit log are
    /// consistent. Reads the whole database, even while the site is in use, and changes nothing.
    #[arg(long)]
    invariants: bool,
}

pub async fn run(settings: Result<Config, ConfigErrors>, arguments: &DoctorArguments) -> anyhow::Result<()> {
    match arguments.invariants {
        true => check_invariants(settings).await,
        false => report(&Box::pin(examine(&settings)).await),
    }
}

pub async fn check_invariants(settings: Result<Config, ConfigErrors>) -> anyhow::Result<()> {
    report(&Box::pin(examine_invariants(&settings)).await)
}

fn report(findings: &[Finding]) -> anyhow::Result<()> {
    for finding in findings {
        say(&format_finding(finding))?;
    }
    match findings.iter().filter(|finding| finding.verdict.is_err()).count() {
        0 => say("no problems found"),
        1 => bail!("1 problem found"),
        count => bail!("{count} problems found"),
    }
}

fn format_finding(Finding { subject, verdict }: &Finding) -> String {
    match verdict {
        Ok(words) => format!("ok     {subject}: {words}"),
        Err(Trouble { what, why, fix }) => {
            format!("WRONG  {subject}: {what}\n       why: {why}\n       fix: {fix}")
        }
    }
}
