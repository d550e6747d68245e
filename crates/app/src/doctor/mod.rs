//! Checks everything that the site needs: settings, folders, keys, database, photos, mail, providers. The command
//! `doctor` calls it, with or without a serving process. It sends no mail, applies no migrations and leaves the
//! creation of files and folders to the first start. An existing private PostgreSQL is started for the check if
//! necessary.
//!
//! `doctor --invariants` checks stored data instead: [`examine_invariants`].

mod database;
mod folders;
mod invariants;
mod mail;

pub use invariants::examine_invariants;

use std::fmt::Display;

use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::openid::{Documents, OpenIdProviders};
use forum_adapters::postgres::Violations;

use crate::config::{Config, ConfigErrors, Profile, features_off};

const REPAIR: &str = "copy the database and the files before changing anything; docs/trouble.md describes how to find \
                   the cause, and the audit log and the last good backup show the correct rows";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub subject: &'static str,
    /// A description of the healthy state, or the problem.
    pub verdict: Result<String, Trouble>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    pub what: String,
    pub why: &'static str,
    pub fix: String,
}

impl Finding {
    fn fine(subject: &'static str, words: impl Into<String>) -> Self {
        Self { subject, verdict: Ok(words.into()) }
    }

    fn wrong(
        subject: &'static str,
        what: impl Into<String>,
        why: &'static str,
        fix: impl Into<String>,
    ) -> Self {
        Self { subject, verdict: Err(Trouble { what: what.into(), why, fix: fix.into() }) }
    }

    fn of(
        subject: &'static str,
        checked: Result<String, impl Display>,
        why: &'static str,
        fix: impl Into<String>,
    ) -> Self {
        match checked {
            Ok(words) => Self::fine(subject, words),
            // With the causes of an `anyhow::Error`.
            Err(error) => Self::wrong(subject, format!("{error:#}"), why, fix),
        }
    }

    fn of_invariant(
        subject: &'static str,
        holds: &'static str,
        why: &'static str,
        violations: &Violations,
    ) -> Self {
        let Violations { count, some } = violations;
        if *count == 0 {
            return Self::fine(subject, holds);
        }
        let noun = if *count == 1 { "violation" } else { "violations" };
        let unnamed = count.saturating_sub(some.len() as u64);
        let more = if unnamed > 0 { format!("; {unnamed} more") } else { String::new() };
        Self::wrong(subject, format!("{count} {noun} of \"{holds}\": {}{more}", some.join("; ")), why, REPAIR)
    }
}

/// Runs all checks except those that depend on a failed one. Takes up to half a minute if hosts do not answer. Await it
/// directly in `main` (see [`open_database`](crate::open_database)).
pub async fn examine(settings: &Result<Config, ConfigErrors>) -> Vec<Finding> {
    let config = match settings {
        Ok(config) => config,
        Err(errors) => return wrong_settings(errors),
    };
    let profile = match config.profile {
        Profile::Development => "development profile",
        Profile::Production => "production profile",
    };
    let mut findings = vec![Finding::fine("settings", format!("{profile}; `config check` lists them all"))];
    let off = features_off(&config.site).into_iter();
    findings.extend(off.map(|line| Finding::fine("switched off", line)));
    if let Some(foreign) = folders::foreign_account(config) {
        findings.push(foreign);
        return findings;
    }
    findings.push(folders::data_directory(config));
    findings.push(folders::disk_space("disk space", &config.data_dir, "FORUM__DATA__DIR"));
    let database = database::examine(config).await;
    findings.push(folders::keys(config, &database.keys));
    findings.extend(database.findings);
    findings.push(check_files(config).await);
    findings.push(mail::examine(config).await);
    findings.push(mail::check_sender(&config.mail_from, config.origin.as_deref()));
    findings.extend(check_providers(config).await);
    findings
}

/// Checks the photo store: the folder and its disk, or writes a small file to the bucket and deletes it again.
async fn check_files(config: &Config) -> Finding {
    let why = "photos can be neither uploaded nor shown";
    if let FilesUrl::Folder { directory } = &config.files {
        let fix = "give the account that runs the site write access, or set another location with FORUM__FILES__URL";
        let writable = folders::writable("photo files", directory, why, fix);
        // A full disk may have room for the small file of that check, but for no photo.
        let room = folders::disk_space("photo files", directory, "FORUM__FILES__URL");
        return if room.verdict.is_ok() { writable } else { room };
    }
    let tried = match OpendalFileStore::open(&config.files, &config.trust) {
        Ok(store) => store.check().await.map_err(|fault| fault.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let store = config.files.describe();
    Finding::of(
        "photo files",
        tried.map(|()| format!("{store} accepts files")).map_err(|error| format!("{store}: {error}")),
        why,
        "check bucket, endpoint, region and keys in FORUM__FILES__URL, and that the keys may read, write and delete",
    )
}

/// Fetches and validates the published configuration of the sign-in providers.
async fn check_providers(config: &Config) -> Vec<Finding> {
    let why = "its users cannot sign in, and those without a password on this site are locked out";
    let fix = "this machine must be able to reach the provider; spell `issuer` in FORUM__OPENID__PROVIDERS exactly as the \
               provider's metadata does, with or without a slash at its end";
    let documents = match Documents::new(&config.trust) {
        Ok(documents) => documents,
        Err(error) => return vec![Finding::wrong("provider", error.to_string(), why, fix)],
    };
    let providers = OpenIdProviders::new(config.providers.clone(), &documents);
    let examined = providers.examine().await.into_iter().map(|(settings, outcome)| {
        let (name, issuer, client) = (&settings.name, &settings.issuer, &settings.client_id);
        let signs_in =
            outcome.map(|()| format!("{name}: {issuer} can sign users in; this site is its client {client}"));
        Finding::of("provider", signs_in.map_err(|fault| format!("{name}: {fault}")), why, fix)
    });
    examined.collect()
}

fn wrong_settings(errors: &ConfigErrors) -> Vec<Finding> {
    let why = "a wrong setting must not silently fall back to its default, so the program does not start";
    let fix = "correct the variable in the program's environment; docs/configuration.md lists all settings";
    errors.0.iter().map(|error| Finding::wrong("settings", error, why, fix)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_are_counted_and_some_are_named() {
        let found = |count, some: &[&str]| {
            let some = some.iter().map(ToString::to_string).collect();
            Finding::of_invariant("counts", "they are right", "why", &Violations { count, some }).verdict
        };
        assert_eq!(found(0, &[]), Ok("they are right".to_owned()));
        let what = |count, some| found(count, some).expect_err("broken").what;
        assert_eq!(what(2, &["a", "b"]), "2 violations of \"they are right\": a; b");
        assert_eq!(what(7, &["a", "b"]), "7 violations of \"they are right\": a; b; 5 more");
    }
}
