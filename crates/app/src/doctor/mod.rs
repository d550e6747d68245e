//! Looks for what keeps the site from working, from the outside in: settings, folders, keys, database, photos, mail. Called by
//! the command `doctor`, beside a serving process or alone. It sends no mail, migrates nothing and makes none of what
//! the first start makes; an existing private PostgreSQL that does not run is started for the length of the look.

mod database;
mod files;
mod folders;
mod mail;

use crate::config::{Config, ConfigErrors, Profile};

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at, in a word or two.
    pub subject: &'static str,
    /// How it stands: what is fine, or what is wrong.
    pub verdict: Result<String, Trouble>,
}

/// Something wrong, for a person who is to put it right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong.
    pub what: String,
    /// Why it matters.
    pub why: &'static str,
    /// How to fix it.
    pub fix: String,
}

impl Finding {
    fn fine(subject: &'static str, words: impl Into<String>) -> Self {
        Self { subject, verdict: Ok(words.into()) }
    }

    /// Other words, where it is fine.
    fn and_then(self, words: impl FnOnce() -> String) -> Self {
        Self { verdict: self.verdict.map(|_| words()), ..self }
    }

    fn wrong(
        subject: &'static str,
        what: impl Into<String>,
        why: &'static str,
        fix: impl Into<String>,
    ) -> Self {
        Self { subject, verdict: Err(Trouble { what: what.into(), why, fix: fix.into() }) }
    }
}

/// Looks at everything; what can only be judged after something else works is left out. Takes up to half a minute where
/// hosts do not answer. Await it directly in `main` (see [`open_database`](crate::open_database)).
pub async fn examine(settings: &Result<Config, ConfigErrors>) -> Vec<Finding> {
    let config = match settings {
        Ok(config) => config,
        Err(errors) => return errors.0.iter().map(|complaint| setting(complaint)).collect(),
    };
    let profile = match config.profile {
        Profile::Development => "development profile",
        Profile::Production => "production profile",
    };
    let mut findings = vec![Finding::fine("settings", format!("{profile}; `config check` lists them all"))];
    if let Some(foreign) = folders::foreign_account(config) {
        findings.push(foreign);
        return findings;
    }
    findings.push(folders::data_directory(config));
    findings.push(folders::disk_space(&config.data_dir));
    let database = database::examine(config).await;
    findings.push(folders::keys(config, database.used));
    findings.extend(database.findings);
    findings.push(files::examine(config).await);
    findings.push(mail::examine(config).await);
    findings
}

fn setting(complaint: &str) -> Finding {
    let why = "a setting with a mistake must not silently mean its default, so the program does not start";
    let fix = "correct the variable in the program's environment; the README lists all settings";
    Finding::wrong("settings", complaint, why, fix)
}
