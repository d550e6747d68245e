//! `doctor`: prints one line for each finding; for problems also why they matter and how to fix them.

use anyhow::bail;

use super::say;
use crate::config::{Config, ConfigErrors};
use crate::doctor::{Finding, Trouble, examine};

/// Checks everything. Fails if there is a problem.
pub async fn run(settings: Result<Config, ConfigErrors>) -> anyhow::Result<()> {
    let findings = Box::pin(examine(&settings)).await;
    for finding in &findings {
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
