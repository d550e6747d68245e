//! `doctor`: prints what was found, a line each; what is wrong with why it matters and how to fix it.

use anyhow::bail;

use super::say;
use crate::config::{Config, ConfigErrors};
use crate::doctor::{Finding, Trouble, examine};

/// Looks at everything. Fails when something is wrong.
pub async fn run(settings: Result<Config, ConfigErrors>) -> anyhow::Result<()> {
    let findings = Box::pin(examine(&settings)).await;
    for finding in &findings {
        say(&words(finding))?;
    }
    match findings.iter().filter(|finding| finding.verdict.is_err()).count() {
        0 => say("nothing is wrong"),
        1 => bail!("one thing is wrong"),
        count => bail!("{count} things are wrong"),
    }
}

fn words(Finding { subject, verdict }: &Finding) -> String {
    match verdict {
        Ok(words) => format!("ok     {subject}: {words}"),
        Err(Trouble { what, why, fix }) => {
            format!("WRONG  {subject}: {what}\n       why: {why}\n       fix: {fix}")
        }
    }
}
